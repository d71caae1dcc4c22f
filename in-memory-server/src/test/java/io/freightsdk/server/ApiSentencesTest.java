package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.FreightApiDescription;
import io.freightsdk.server.http.Resource;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The API description, sentence by sentence: {@code api-sentences.txt} names the test that checks
 * each.
 */
class ApiSentencesTest {
  private record Sentence(String section, String text, String test) {}

  private static List<Sentence> sentences() {
    byte[] table = Resource.bytes(ApiSentencesTest.class, "api-sentences.txt");
    return new String(table, StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" \\| ", -1))
        .map(cells -> new Sentence(cells[0], cells[1], cells[2]))
        .toList();
  }

  @Test
  void everyOneOf118SentencesHasATestThatExists() {
    assertThat(sentences()).hasSize(118);
    assertThat(sentences()).extracting(Sentence::text).doesNotHaveDuplicates();
    assertThat(sentences())
        .allSatisfy(one -> assertThat(isTest(one.test())).as(one.toString()).isTrue());
  }

  @Test
  void everySectionOfTheDescriptionIsThere() {
    assertThat(sentences())
        .extracting(Sentence::section)
        .contains("1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10")
        .contains("3", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.7", "5", "6", "7", "8", "9");
  }

  private static boolean isTest(String name) throws ClassNotFoundException {
    int dot = name.lastIndexOf('.');
    String type = ApiSentencesTest.class.getPackageName() + "." + name.substring(0, dot);
    return Arrays.stream(Class.forName(type).getDeclaredMethods())
        .filter(method -> AnnotationSupport.isAnnotated(method, Testable.class))
        .map(Method::getName)
        .anyMatch(name.substring(dot + 1)::equals);
  }

  @Test
  void theDescriptionIsVersionOne() {
    assertThat(FreightApiDescription.yaml()).contains("version: 1.0.0");
  }

  @Test
  void aStopWithoutAFacilityNameGoesByItsStreet() {
    try (Service service = Service.start()) {
      String named = Orders.TWO_STOPS.replaceFirst("\"address\"", "\"facilityName\":\"Dock 4\",$0");
      for (String order : List.of(Orders.TWO_STOPS, named)) {
        String load = service.client().post("/v1/agent/loads", order).json().text("loadNumber");
        String token = service.server().load(load).view().driverToken();
        assertThat(service.anyone().get("/driver/" + token).text())
            .contains(order.equals(named) ? "Dock 4" : "100 Main St");
      }
    }
  }
}

package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.support.Tree;
import io.freightsdk.server.view.Sms;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every field that a creation answers (API description, sections 2.3 and 2.4), and what it sends.
 */
class CreationTableTest {
  @AutoClose
  private final Service service =
      Service.of(
          InMemoryFreightServer.builder()
              .clockStart(Instant.parse("2026-11-20T12:00:00Z"))
              .frozenClock());

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          success          | true
          loadId           | [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}
          loadNumber       | LD-2026-[0-9]{4,}
          trackingLink     | {base}/track/trk_[0-9a-f]{24}
          driverWebLink    | {base}/driver/drv_[0-9a-f]{24}
          driverAppLink    | pingpoint://driver/drv_[0-9a-f]{24}
          driverResolution | none
          """)
  void aNewLoadIsAnswered(String field, String form) {
    Http.Reply reply = create("PO-7");
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().text(field)).matches(form.replace("{base}", base()));
  }

  @Test
  void aTruckNobodyKnowsIsNamedInTheAnswerAndNoOther() {
    assertThat(create("PO-7").json().has("unresolvedTruckNumber")).isFalse();
    String order = Orders.TWO_STOPS.replaceFirst("\\{", "{\"truckNumber\":\"T-1\",");
    Tree unknown = service.client().post("/v1/agent/loads", order).json();
    assertThat(unknown.text("driverResolution")).isEqualTo("unresolved_truck");
    assertThat(unknown.text("unresolvedTruckNumber")).isEqualTo("T-1");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "ok, true",
    "deduplicated, true",
    "loadId, same",
    "loadNumber, same",
    "trackingLink, same",
    "driverWebLink, same",
    "driverAppLink, same"
  })
  void anExistingLoadIsAnswered(String field, String value) {
    Tree first = create("PO-7").json();
    Http.Reply reply = create("PO-7");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().text(field))
        .isEqualTo(value.equals("same") ? first.text(field) : value);
    assertThat(reply.json().has("success")).isFalse();
    assertThat(reply.json().has("driverResolution")).isFalse();
  }

  @Test
  void theDriverIsTextedTheLinkToThePhoneInE164() {
    String order = Orders.TWO_STOPS.replace("+13125550142", "(312) 555-0142");
    Tree load = service.client().post("/v1/agent/loads", order).json();
    List<Sms> messages = service.server().sms().to("+13125550142");
    assertThat(messages).hasSize(1);
    assertThat(messages.get(0).link()).isEqualTo(load.text("driverWebLink"));
    assertThat(messages.get(0).text()).contains(load.text("driverWebLink"));
    assertThat(messages.get(0).loadNumber()).isEqualTo(load.text("loadNumber"));
    Sms awaited =
        service.server().sms().await(sms -> sms.phone().equals("+13125550142"), Duration.ZERO);
    assertThat(awaited).isEqualTo(messages.get(0));
  }

  @Test
  void noTwoLoadsShareANumberAnIdOrAToken() {
    List<LoadView> loads =
        IntStream.range(0, 200)
            .mapToObj(
                i -> service.server().load(create("PO-" + i % 35).json().text("loadNumber")).view())
            .distinct()
            .toList();
    assertThat(loads).hasSize(35);
    Set<String> names =
        loads.stream()
            .flatMap(load -> Stream.of(load.loadNumber(), load.trackingToken(), load.driverToken()))
            .collect(Collectors.toSet());
    assertThat(names).hasSize(3 * 35);
  }

  private Http.Reply create(String customerRef) {
    return service.client().post("/v1/agent/loads", Orders.body(customerRef));
  }

  private String base() {
    return service.server().baseUrl();
  }
}

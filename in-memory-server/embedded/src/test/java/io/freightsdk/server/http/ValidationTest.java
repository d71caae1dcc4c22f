package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.util.Collections;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidationTest {
  private static final String ADDRESS = "\"address\":\"1 A St\",\"city\":\"X\"";

  @AutoClose private final Service service = Service.start();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"state\":\"OH\",\"zip\":\"45202\"",
        "\"state\":\"oh\",\"zip\":\"45202-1234\"",
        "\"state\":\"DC\",\"zip\":\"20001\"",
        "\"state\":\"PR\",\"zip\":\"00901\"",
        "\"state\":\" OH \",\"zip\":\" 45202 \"",
        "\"state\":\"OH\",\"zip\":\"45202\",\"lat\":39.1,\"lng\":-84.5",
        "\"state\":\"OH\",\"zip\":\"45202\",\"lat\":null,\"lng\":null",
        "\"state\":\"OH\",\"zip\":\"45202\",\"date\":\"2026-11-20T08:00:00-05:00\"",
        "\"state\":\"OH\",\"zip\":\"45202\",\"facilityName\":\"Dock 4\",\"dockHours\":\"8-17\""
      })
  void aStopMayBe(String members) {
    Http.Reply reply = create("{" + ADDRESS + "," + members + "}", "");
    assertThat(reply.status()).as(reply.toString()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"state\":\"Ohio\",\"zip\":\"45202\" | state",
        "\"state\":\"XX\",\"zip\":\"45202\" | state",
        "\"state\":\"OH\",\"zip\":\"4520\" | zip",
        "\"state\":\"OH\",\"zip\":45202 | zip",
        "\"state\":\"OH\",\"zip\":\"45202-12\" | zip",
        "\"state\":\"OH\",\"zip\":\"45202\",\"lat\":91,\"lng\":0 | lat",
        "\"state\":\"OH\",\"zip\":\"45202\",\"lat\":0,\"lng\":\"0\" | lng",
        "\"state\":\"OH\",\"zip\":\"45202\",\"date\":\"2026-11-20\" | date",
        "\"state\":\"OH\",\"zip\":\"45202\",\"date\":\"2026-11-20T08:00:00\" | date",
        "\"state\":\"OH\",\"zip\":\"45202\",\"facilityName\":{} | facilityName"
      })
  void aStopMayNotBe(String members, String field) {
    Http.Reply reply = create("{" + ADDRESS + "," + members.trim() + "}", "");
    assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
    assertThat(reply.json().list("fields")).hasSize(1);
    assertThat(reply.json().text("fields.0")).isEqualTo("pickups.0." + field);
    assertThat(service.broker().debits()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"rate\":-1 | rate",
        "\"rate\":\"1800\" | rate",
        "\"rate\":1e999999999 | rate",
        "\"miles\":-0.1 | miles",
        "\"weight\":true | weight",
        "\"customerRef\":7 | customerRef",
        "\"truckNumber\":[] | truckNumber",
        "\"shipperName\":{} | shipperName"
      })
  void aLoadMayNotHave(String member, String field) {
    Http.Reply reply = create("{" + Orders.pickupMembers() + "}", "," + member);
    assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo(field);
  }

  @Test
  void fiftyStopsAreTheMost() {
    String stop = "{" + Orders.pickupMembers() + "}";
    String fortyNine = String.join(",", Collections.nCopies(49, stop));
    assertThat(create(fortyNine, "").status()).isEqualTo(201);
    Http.Reply reply = create(fortyNine + "," + stop, "");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo("deliveries");
  }

  @Test
  void aBrokerNamedInTheBodyIsIgnored() {
    Http.Reply reply =
        create(
            "{" + Orders.pickupMembers() + "}",
            ",\"brokerId\":\"brk_other\",\"brokerEmail\":\"x@y.example\"");
    String loadNumber = reply.json().text("loadNumber");
    assertThat(service.server().load(loadNumber).view().brokerId())
        .isEqualTo(service.broker().brokerId());
  }

  @Test
  void anInvalidFieldComesBeforeAnInvalidPhone() {
    Http.Reply reply =
        service.client().post("/v1/agent/loads", "{\"driverPhone\":\"555\",\"pickups\":[]}");
    assertThat(reply.json().list("fields").toString()).isEqualTo("[pickups, deliveries]");
  }

  private Http.Reply create(String pickups, String more) {
    String body =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":["
            + pickups
            + "],\"deliveries\":[{"
            + Orders.deliveryMembers()
            + "}]"
            + more
            + "}";
    return service.client().post("/v1/agent/loads", body);
  }
}

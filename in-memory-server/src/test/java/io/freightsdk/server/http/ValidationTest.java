package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.junit.FreightServerTest;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@FreightServerTest(balanceUsd = "100.00")
class ValidationTest {
  private static final String ADDRESS = "\"address\":\"1 A St\",\"city\":\"X\"";

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
  void aStopMayBe(String members, InMemoryFreightServer server, Broker broker) {
    Http.Reply reply = create(server, broker, "{" + ADDRESS + "," + members + "}", "");
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
  void aStopMayNotBe(String members, String field, InMemoryFreightServer server, Broker broker) {
    Http.Reply reply = create(server, broker, "{" + ADDRESS + "," + members.trim() + "}", "");
    assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
    assertThat(reply.json().list("fields")).hasSize(1);
    assertThat(reply.json().text("fields.0")).isEqualTo("pickups.0." + field);
    assertThat(broker.debits()).isEmpty();
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
  void aLoadMayNotHave(String member, String field, InMemoryFreightServer server, Broker broker) {
    Http.Reply reply = create(server, broker, "{" + Orders.pickupMembers() + "}", "," + member);
    assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo(field);
  }

  @Test
  void fiftyStopsAreTheMost(InMemoryFreightServer server, Broker broker) {
    String stop = "{" + Orders.pickupMembers() + "}";
    String fortyNine = String.join(",", Collections.nCopies(49, stop));
    assertThat(create(server, broker, fortyNine, "").status()).isEqualTo(201);
    Http.Reply reply = create(server, broker, fortyNine + "," + stop, "");
    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().text("fields.0")).isEqualTo("deliveries");
  }

  @Test
  void aBrokerNamedInTheBodyIsIgnored(InMemoryFreightServer server, Broker broker) {
    Http.Reply reply =
        create(
            server,
            broker,
            "{" + Orders.pickupMembers() + "}",
            ",\"brokerId\":\"brk_other\",\"brokerEmail\":\"x@y.example\"");
    String loadNumber = reply.json().text("loadNumber");
    assertThat(server.load(loadNumber).view().brokerId()).isEqualTo(broker.brokerId());
  }

  @Test
  void anInvalidFieldComesBeforeAnInvalidPhone(InMemoryFreightServer server, Broker broker) {
    Http client = new Http(server.baseUrl(), broker.agentKey());
    Http.Reply reply = client.post("/v1/agent/loads", "{\"driverPhone\":\"555\",\"pickups\":[]}");
    assertThat(reply.json().list("fields").toString()).isEqualTo("[pickups, deliveries]");
  }

  private static Http.Reply create(
      InMemoryFreightServer server, Broker broker, String pickups, String more) {
    String body =
        "{\"driverPhone\":\"+13125550142\",\"pickups\":["
            + pickups
            + "],\"deliveries\":[{"
            + Orders.deliveryMembers()
            + "}]"
            + more
            + "}";
    return new Http(server.baseUrl(), broker.agentKey()).post("/v1/agent/loads", body);
  }
}

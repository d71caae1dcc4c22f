package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

/** The starter in a running application: JSON, health, meters. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "freight.agent-key=of-production",
      "freight.limits.per-day=4.00",
      "freight.ledger.store=jdbc",
      "spring.datasource.url=jdbc:h2:mem:books;DB_CLOSE_DELAY=-1",
      "management.endpoint.health.show-details=always",
      "management.endpoint.health.probes.enabled=true"
    })
@AutoConfigureFreightServer(balanceUsd = "5.00", perClass = true)
class WholeApplicationIT {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @Autowired FreightClient client;
  @Autowired SpendLedger ledger;
  @Autowired Broker broker;
  @Autowired Faults faults;
  @Autowired ServerClock clock;
  @Autowired MeterRegistry meters;

  @Value("${local.server.port}")
  int port;

  @Test
  void positionIsWrittenAsItWasRead() throws Exception {
    String loadNumber = client.createLoad(DispatchApplication.load()).loadNumber();
    HttpResponse<String> response = get("/loads/" + loadNumber);
    assertThat(response.body()).contains("\"status\":\"").doesNotContain("\"value\"");
    LoadPosition read = FreightJson.adapter(LoadPosition.class).fromJson(response.body());
    assertThat(read.createdAt()).isNotNull();
    assertThat(tree(response.body()))
        .as("as on the wire, and nothing more")
        .isEqualTo(tree(FreightJson.adapter(LoadPosition.class).toJson(read)));
  }

  @Test
  void orderIsReadAndWrittenAsOnTheWire() throws Exception {
    CreateLoadInput order =
        DispatchApplication.load().toBuilder()
            .customerRef("PO-1007")
            .rate("1450.00")
            .put("dock", BigInteger.valueOf(4))
            .build();
    String wire = FreightJson.adapter(CreateLoadInput.class).toJson(order);
    HttpResponse<String> response =
        send(
            HttpRequest.newBuilder(uri("/loads"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(wire))
                .build());
    assertThat(FreightJson.adapter(CreateLoadInput.class).fromJson(response.body()))
        .isEqualTo(order);
    assertThat(tree(response.body())).isEqualTo(tree(wire));
    assertThat(client.createLoad(order).deduplicated()).as("it was booked").isTrue();
  }

  private static Object tree(String json) throws IOException {
    return FreightJson.moshi().adapter(Object.class).fromJson(json);
  }

  @Test
  void healthShowsBalanceAndOutage() throws Exception {
    assertThat(get("/actuator/health").body()).contains("\"freight\":{", "\"balanceUsd\":");
    // Not only the next one: a comparison that another test has set off reads the balance too.
    faults.always(Operation.GET_BALANCE, Fault.status(500));
    clock.advance(Duration.ofMinutes(1));
    HttpResponse<String> down = get("/actuator/health");
    HttpResponse<String> alive = get("/actuator/health/liveness");
    faults.clear();
    assertThat(down.statusCode()).isEqualTo(503);
    assertThat(down.body()).contains("\"nextStep\":");
    assertThat(alive.statusCode()).as("a restart would not help").isEqualTo(200);
  }

  /** The ledger is read in the background when the meters are bound. */
  @Test
  void metersAreRegistered() {
    String loadNumber = client.createLoad(DispatchApplication.load()).loadNumber();
    client.getLoadPosition(loadNumber);
    assertThat(meters.get("freight.charges").tag("operation", "createLoad").counter().count())
        .isGreaterThanOrEqualTo(0.65);
    Eventually.until(() -> gauge("freight.limit.usage"), share -> share >= 0 && share <= 1);
    Eventually.until(() -> gauge("freight.balance"), balance -> balance > 0);
  }

  private double gauge(String name) {
    return meters.get(name).gauge().value();
  }

  @Test
  void clientUsesTheClockOfTheServer() {
    clock.advance(Duration.ofDays(30));
    client.createLoad(DispatchApplication.load());
    assertThat(ledger.totals().chargedUsd()).isPositive();
    assertThat(broker.debits()).isNotEmpty();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(path)).build());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }
}

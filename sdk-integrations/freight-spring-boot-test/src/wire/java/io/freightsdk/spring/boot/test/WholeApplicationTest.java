package io.freightsdk.spring.boot.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.fault.Faults;
import io.freightsdk.server.view.ServerClock;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;

/** The starter in a running application: JSON, health, meters, endpoint. */
@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "freight.agent-key=of-production",
      "freight.spend.limits.per-day=2.00",
      "freight.spend.jdbc.schema=create",
      "freight.health.cache=0s",
      "spring.datasource.url=jdbc:h2:mem:books;DB_CLOSE_DELAY=-1",
      "management.endpoints.web.exposure.include=*",
      "management.endpoint.health.show-details=always"
    })
@AutoConfigureFreightServer(balanceUsd = "5.00", perClass = true)
class WholeApplicationTest {
  @Autowired FreightClient client;
  @Autowired SpendLedger ledger;
  @Autowired Broker broker;
  @Autowired Faults faults;
  @Autowired ServerClock clock;
  @Autowired MeterRegistry meters;

  @Value("${local.server.port}")
  int port;

  @Test
  void aPositionGoesOutAsItCameIn() throws Exception {
    String loadNumber = client.createLoad(DispatchApplication.load()).loadNumber();
    HttpResponse<String> answer = get("/loads/" + loadNumber);
    assertThat(answer.body()).contains("\"status\":\"").doesNotContain("\"value\"");
    LoadPosition read = FreightJson.adapter(LoadPosition.class).fromJson(answer.body());
    assertThat(read).isNotNull();
    assertThat(FreightJson.adapter(LoadPosition.class).toJson(read))
        .as("as on the wire, and nothing more")
        .hasSameSizeAs(answer.body());
  }

  @Test
  void healthTellsTheBalanceAndFollowsTheService() throws Exception {
    assertThat(get("/actuator/health").body()).contains("\"freight\":{", "\"balanceUsd\":");
    // Not only the next one: a comparison that another test has set off reads the balance too.
    faults.always(Operation.GET_BALANCE, Fault.status(500));
    HttpResponse<String> down = get("/actuator/health");
    faults.clear();
    assertThat(down.statusCode()).isEqualTo(503);
    assertThat(down.body()).contains("\"nextStep\":");
  }

  @Test
  void theEndpointTellsTheLedgerAndReconcilesIt() throws Exception {
    assertThat(report())
        .contains("\"totals\":{", "2.00 USD per 24 hours for scope client", "\"activity\":")
        .containsPattern("\"ledgerReadAt\":\"20")
        .containsPattern("\"balanceReadAt\":\"20");
    assertThat(post("{}").body()).contains("\"agrees\":true", "\"explanation\":");
    broker.credit("3.00");
    assertThat(post("{\"adjust\": \"3.00\", \"why\": \"bank transfer\"}").body())
        .contains("\"agrees\":true");
    assertThat(post("{\"adjust\": \"3.00\"}").statusCode()).as("without a reason").isEqualTo(400);
  }

  @Test
  void theEndpointIsTextForAPersonWhoAsksForIt() throws Exception {
    HttpResponse<String> text =
        send(
            HttpRequest.newBuilder(uri("/actuator/freight"))
                .header("Accept", "text/plain")
                .build());
    assertThat(text.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
    assertThat(text.body())
        .startsWith("freightClient\n")
        .contains("  balance: ", "USD (read 0 s ago)");
    for (String accept : List.of("*/*", "text/html,application/xhtml+xml,*/*;q=0.8")) {
      HttpResponse<String> json =
          send(HttpRequest.newBuilder(uri("/actuator/freight")).header("Accept", accept).build());
      assertThat(json.body()).startsWith("{").contains("\"unknownCharges\":[");
    }
  }

  @Test
  void aPersonSettlesWhatNobodyKnows() throws Exception {
    String load = client.createLoad(DispatchApplication.load()).loadNumber();
    faults.next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThatThrownBy(() -> client.getLoadPosition(load)).isNotNull();
    SpendEntry open = openEntries().get(0);
    String why = "\"why\": \"the bill\"";
    assertThat(post("{\"settle\": " + open.id() + ", " + why + "}").statusCode()).isEqualTo(400);
    assertThat(post("{\"settle\": \"-1\", \"charged\": true, " + why + "}").body()).contains("-1");
    HttpResponse<String> settled =
        post("{\"settle\": " + open.id() + ", \"charged\": true, " + why + "}");
    assertThat(settled.statusCode()).isEqualTo(200);
    assertThat(settled.body())
        .contains("\"done\":[\"entry %d is CHARGED 0.02 USD\"]".formatted(open.id()));
    assertThat(openEntries()).isEmpty();
  }

  private List<SpendEntry> openEntries() {
    return ledger.entries(SpendFilter.all()).stream().filter(SpendEntry::isOpen).toList();
  }

  private String report() throws Exception {
    return get("/actuator/freight").body();
  }

  private HttpResponse<String> post(String json) throws Exception {
    return send(
        HttpRequest.newBuilder(uri("/actuator/freight"))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(json))
            .build());
  }

  @Test
  void metersAreThere() throws Exception {
    client.getBalance();
    report();
    assertThat(meters.get("freight.client.calls").tag("operation", "getBalance").timer().count())
        .isPositive();
    assertThat(meters.get("freight.limit.share").gauge().value()).isBetween(0.0, 1.0);
  }

  @Test
  void theClientFollowsTheClockOfTheServer() {
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
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}

package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.jobs.FreightJobs;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares the dashboard, the alerts and the page with the metrics that Prometheus scrapes. */
class DashboardIT {
  private static final Path DASHBOARD =
      Path.of("../../sdk-integrations/micrometer/grafana-dashboard.json");
  private static final Path ALERTS = Path.of("../../sdk-integrations/micrometer/alert-rules.yaml");
  private static final Pattern METRIC = Pattern.compile("\\b(freight)_\\w+");
  private static final Pattern BY = Pattern.compile("\\bby \\(([^)]*)\\)|\\{\\{(\\w+)}}");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final SpendLedger ledger = SpendLedger.inMemory();
  private final LedgerGuard guard = ledger.guard(SpendLimit.perDay("20.00"));
  private final FreightMetrics meters =
      new FreightMetrics(registry, Tags.of("client", "acme"), Runnable::run);
  private final FreightClient client = instrumented();
  private final FreightJobs jobs = FreightJobs.builder(OrderMetricsIT.database(), client).build();

  /** As Spring Boot does it. */
  private FreightClient instrumented() {
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(registry));
    FreightClient built =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .tracer(new FreightObservations(observations))
            .listener(meters)
            .spendGuard(guard)
            .build();
    meters.addGauges(built, guard);
    return built;
  }

  @BeforeEach
  void bindOrders() {
    new OrderMetrics(jobs, Tags.empty(), Runnable::run).bindTo(registry);
  }

  @AfterEach
  void close() {
    client.close();
    ledger.close();
    server.close();
  }

  /** Makes calls that set each meter. */
  private String scrapedAfterCalls() {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(503));
    String loadNumber = client.createLoad(MeteredLoads.load()).loadNumber();
    client.getLoadPosition(loadNumber);
    CallOptions nothing = CallOptions.builder().maxPrice("0.00").build();
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber, nothing)).isNotNull();
    return registry.scrape();
  }

  @Test
  void everyMetricAndLabelOfDashboardAndAlertsIsScraped() throws IOException {
    String scraped = scrapedAfterCalls();
    Object dashboard =
        FreightJson.moshi().adapter(Object.class).fromJson(Files.readString(DASHBOARD));
    assertThat(dashboard).as("it is JSON").isNotNull();
    String both = Files.readString(DASHBOARD) + Files.readString(ALERTS);
    assertThat(found(METRIC, both)).hasSizeGreaterThan(6).allMatch(isIn(scraped)::contains);
    Set<String> labels = found(BY, both);
    labels.remove("instance"); // Of Prometheus itself.
    assertThat(labels).hasSizeGreaterThan(6).allMatch(label -> scraped.contains(label + "=\""));
  }

  @Test
  void dashboardHasEveryMetricOfTheSdk() throws IOException {
    String dashboard = Files.readString(DASHBOARD);
    assertThat(isIn(scrapedAfterCalls()))
        .filteredOn(metric -> metric.startsWith("freight_"))
        // A panel needs only some of the series of a timer.
        .extracting(metric -> metric.replaceAll("(_active)?_seconds_(count|sum|max)$", "_seconds"))
        .hasSizeGreaterThan(6)
        .allMatch(dashboard::contains);
  }

  private static Set<String> isIn(String scraped) {
    return scraped
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.replaceAll("[{ ].*", ""))
        .collect(Collectors.toSet());
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher each = pattern.matcher(text);
    while (each.find()) {
      String names =
          each.groupCount() == 1
              ? each.group()
              : each.group(1) != null ? each.group(1) : each.group(2);
      found.addAll(Set.of(names.split(", ")));
    }
    return found;
  }

  @Test
  void timersCountCallsAndRequests() {
    String scraped = scrapedAfterCalls();
    assertThat(scraped)
        .containsPattern(
            "freight_requests_seconds_count\\{charge=\"unknown\",.*operation=\"createLoad\","
                + "status=\"503\"} 1\n")
        .containsPattern(
            "freight_requests_seconds_count\\{charge=\"charged\",error=\"none\","
                + "operation=\"createLoad\",status=\"201\"} 1\n")
        .containsPattern(
            "freight_calls_seconds_count\\{charge=\"charged\",error=\"none\","
                + "next_step=\"none\",operation=\"createLoad\",outcome=\"success\"} 1\n")
        .containsPattern(
            "freight_calls_seconds_count\\{charge=\"none\","
                + "error=\"PriceLimitExceededException\",next_step=\"raise_limit\","
                + "operation=\"getLoadPosition\",outcome=\"failure\"} 1\n");
    assertThat(server.loads(1)).hasSize(1);
    assertThat(scraped).doesNotContain(server.loads(1).get(0).loadNumber());
  }

  @Test
  void customersNameWithQuotesAndSpacesIsALabel() {
    SpendScope acme = SpendScope.of("ACME \"7\"\\ Süd", SpendLimit.perDay("1.30"));
    try (FreightMetrics own = new FreightMetrics(registry, Tags.of("client", "b"), Runnable::run)) {
      client.createLoad(MeteredLoads.load(), CallOptions.builder().scope(acme).build());
      own.addGauges(client, guard);
      assertThat(registry.scrape())
          .contains(
              "freight_limit_usage{client=\"b\",limit=\"1.30 USD per 24 hours\","
                  + "scope=\"client/ACME \\\"7\\\"\\\\ Süd\"} 0.5");
    }
  }

  @Test
  void amountsAreInDollars() {
    assertThat(scrapedAfterCalls())
        .contains(
            "freight_charges_usd_total{client=\"acme\",operation=\"createLoad\"} 0.65",
            "freight_calls_refused_total{client=\"acme\",reason=\"max_price\"} 1.0",
            "freight_balance_usd{client=\"acme\"} 24.33",
            "freight_charges_unknown_usd{client=\"acme\"} 0.0");
  }
}

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
import io.github.resilience4j.micrometer.tagged.TaggedRetryMetrics;
import io.github.resilience4j.retry.RetryRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.okhttp3.OkHttpMetricsEventListener;
import io.micrometer.core.instrument.binder.okhttp3.OkHttpObservationInterceptor;
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
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Compares the dashboard, the alerts and the page with the metrics that Prometheus scrapes. */
class DashboardIT {
  private static final Path DASHBOARD =
      Path.of("../../sdk-integrations/micrometer/grafana-dashboard.json");
  private static final Path ALERTS = Path.of("../../sdk-integrations/micrometer/alert-rules.yaml");
  private static final Pattern METRIC = Pattern.compile("\\b(freight|okhttp|resilience4j)_\\w+");
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

  /** The lines of the page about metrics. */
  private FreightClient instrumented() {
    RetryRegistry retries = RetryRegistry.ofDefaults();
    TaggedRetryMetrics.ofRetryRegistry(retries).bindTo(registry);
    OkHttpClient http =
        new OkHttpClient.Builder()
            .eventListener(
                OkHttpMetricsEventListener.builder(registry, "okhttp.requests")
                    .uriMapper(
                        request ->
                            request.url().encodedPath().replaceAll("/loads/[^/]+", "/loads/{load}"))
                    .build())
            .build();
    FreightClient built =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .httpClient(http)
            .retryRegistry(retries)
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
  void requestsAndRetriesComeFromOtherBinders() {
    String scraped = scrapedAfterCalls();
    assertThat(scraped)
        .containsPattern(
            "okhttp_requests_seconds_count\\{.*status=\"503\".*uri=\"/v1/agent/loads\".*} 1\n")
        .containsPattern(
            "okhttp_requests_seconds_count\\{.*uri=\"/v1/agent/loads/\\{load}\".*} 1\n")
        .containsPattern(
            "resilience4j_retry_calls_total\\{kind=\"successful_with_retry\",name=\"freight-4\"} 1");
    assertThat(server.loads(1)).hasSize(1);
    assertThat(scraped).doesNotContain(server.loads(1).get(0).loadNumber());
  }

  @Test
  void observationMetersRequests() {
    ObservationRegistry observations = ObservationRegistry.create();
    observations
        .observationConfig()
        .observationHandler(new DefaultMeterObservationHandler(registry));
    OkHttpClient http =
        new OkHttpClient.Builder()
            .addInterceptor(
                OkHttpObservationInterceptor.builder(observations, "observed.requests").build())
            .build();
    try (FreightClient observed =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .httpClient(http)
            .build()) {
      observed.createLoad(MeteredLoads.load());
    }
    assertThat(registry.scrape())
        .containsPattern("observed_requests_seconds_count\\{.*status=\"201\".*} 1\n");
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

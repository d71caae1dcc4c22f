package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.LogLines;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreightMetricsIT {
  private static final SpendLimit[] LIMITS = {
    SpendLimit.perHour("2.00"), SpendLimit.perDay("1.50", ZoneOffset.UTC), SpendLimit.total("50")
  };

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.67");
  private final SpendLedger ledger =
      // Noon, so that no day of a limit ends in the middle of a test.
      SpendLedger.inMemory(Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC));

  private final LedgerGuard guard = ledger.guard(LIMITS);

  /** Holds reads that are not run yet; null if reads run on the thread of the scrape. */
  private @Nullable Queue<Runnable> waiting;

  private final FreightMetrics meters =
      new FreightMetrics(registry, List.of(Tag.of("client", "test")), this::inBackground);
  private final FreightClient client = builder().build();

  private void inBackground(Runnable reading) {
    if (waiting == null) {
      reading.run();
    } else {
      waiting.add(reading);
    }
  }

  @AfterEach
  void close() {
    client.close();
    ledger.close();
    server.close();
  }

  @Test
  void firstScrapeShowsEveryMeter() {
    bind();
    assertThat(registry.getMeters())
        .extracting(meter -> meter.getId().getName())
        .contains(
            "freight.charges",
            "freight.calls.refused",
            "freight.balance",
            "freight.charges.unknown",
            "freight.limit.usage");
    assertThat(registry.get("freight.charges").counters()).allMatch(one -> one.count() == 0);
    assertThat(registry.get("freight.calls.refused").counters())
        .hasSize(3)
        .allMatch(one -> one.count() == 0);
    assertThat(gauge("freight.balance")).isEqualTo(0.67, within(1e-9));
    assertThat(gauge("freight.charges.unknown")).isZero();
    assertThat(registry.get("freight.limit.usage").gauges())
        .hasSize(3)
        .allMatch(one -> one.value() == 0);
  }

  @Test
  void chargesAreCountedByOperation() {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(503));
    createReadAndBeRefused();

    assertThat(charged("createLoad")).isEqualTo(0.65, within(1e-9));
    assertThat(charged("getLoadPosition")).isEqualTo(0.02, within(1e-9));
    assertThat(charged("confirmDelivery")).isZero();
  }

  /** The service responds to each attempt with the load that the first one has bought. */
  @Test
  void debitWithoutAReadResponseIsCountedOnce() {
    FreightClient.Builder deaf =
        builder()
            .spendGuard(guard)
            .retryPolicy(RetryPolicy.builder().initialBackoff(Duration.ofMillis(1)).build())
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          Response response = chain.proceed(chain.request());
                          return isCreation(chain.request()) ? withoutItsEnd(response) : response;
                        })
                    .build());
    try (FreightClient one = deaf.build()) {
      assertThatThrownBy(() -> one.createLoad(MeteredLoads.load()))
          .isInstanceOf(FreightDecodingException.class);
    }
    assertThat(charged("createLoad")).isEqualTo(0.65, within(1e-9));
  }

  /** The charged call is known only when both have ended. */
  @Test
  void debitOfTwoCallsWithOneKeyIsCountedOnce() {
    CountDownLatch out = new CountDownLatch(2);
    FreightClient.Builder meeting =
        builder()
            .spendGuard(guard)
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          if (isCreation(chain.request())) {
                            out.countDown();
                            await(out);
                          }
                          return chain.proceed(chain.request());
                        })
                    .build());
    CallOptions key = CallOptions.builder().idempotencyKey("order-1").build();
    try (FreightClient both = meeting.build()) {
      CompletableFuture<?> one = both.async().createLoad(MeteredLoads.load(), key);
      CompletableFuture<?> other = both.async().createLoad(MeteredLoads.load(), key);
      CompletableFuture.allOf(one, other).join();
    }
    assertThat(broker.debits()).hasSize(1);
    assertThat(charged("createLoad")).isEqualTo(0.65, within(1e-9));
  }

  private static boolean isCreation(Request request) {
    return request.method().equals("POST");
  }

  /** The response still has its load number. */
  private static Response withoutItsEnd(Response response) throws IOException {
    String text = response.body().string().strip();
    ResponseBody cut =
        ResponseBody.create(text.substring(0, text.length() - 1), response.body().contentType());
    return response.newBuilder().body(cut).build();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) throw new IOException("held for ever");
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void unknownChargesAreInTheirGaugeOnly() {
    bind();
    String loadNumber = client.createLoad(MeteredLoads.load()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber)).isNotNull();

    assertThat(charged("getLoadPosition")).isZero();
    clock.add(BackgroundValue.REFRESH_AFTER);
    assertThat(gauge("freight.charges.unknown")).isEqualTo(0.02, within(1e-9));
  }

  @Test
  void usageOfLimitsIsReadAgainWhenItIsOld() {
    client.createLoad(MeteredLoads.load());
    bind();
    assertThat(share("client", "2.00 USD per 1 hour")).isEqualTo(0.65 / 2, within(1e-9));
    assertThat(share("client", "1.50 USD per day (Z)")).isEqualTo(0.65 / 1.5, within(1e-9));
    assertThat(share("client", "50 USD in total")).isEqualTo(0.65 / 50, within(1e-9));
    broker.credit("10");
    client.createLoad(MeteredLoads.load());
    assertThat(share("client", "50 USD in total"))
        .as("read a moment ago")
        .isEqualTo(0.65 / 50, within(1e-9));
    clock.add(BackgroundValue.REFRESH_AFTER);
    assertThat(gauge("freight.charges.unknown")).as("a look").isZero();
    assertThat(share("client", "50 USD in total")).isEqualTo(1.30 / 50, within(1e-9));
  }

  @Test
  void limitOfANewScopeIsInTheNextScrape() {
    bind();
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("6.50"));
    assertThat(registry.find("freight.limit.usage").tag("scope", "client/acme").gauge()).isNull();
    clock.add(BackgroundValue.REFRESH_AFTER);
    client.createLoad(MeteredLoads.load(), CallOptions.builder().scope(acme).build());
    assertThat(share("client/acme", "6.50 USD in total")).isEqualTo(0.1, within(1e-9));
  }

  /** The order of their calls makes no difference. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mostUsedLimitsOfManyCustomersHaveAGauge(boolean mostUsedFirst) {
    broker.credit("10");
    LedgerGuard ofPages = ledger.guard(SpendLimit.total("50"));
    try (FreightClient page = builder().spendGuard(ofPages).build()) {
      String loadNumber = page.createLoad(MeteredLoads.load()).loadNumber();
      for (int i = 1; i <= 150; i++) {
        int customer = mostUsedFirst ? i : 151 - i;
        SpendScope scope = SpendScope.of("c" + customer, SpendLimit.total(customer + ".00"));
        page.getLoadPosition(loadNumber, CallOptions.builder().scope(scope).build());
      }
    }
    meters.addGauges(client, ofPages);
    assertThat(registry.get("freight.limit.usage").gauges())
        .as("that of the client and a hundred others")
        .hasSize(101);
    assertThat(share("client/c1", "1.00 USD in total")).isEqualTo(0.02, within(1e-9));
    assertThat(share("client/c100", "100.00 USD in total")).isEqualTo(0.0002, within(1e-9));
    assertThat(registry.find("freight.limit.usage").tag("scope", "client/c101").gauge()).isNull();
  }

  /** An alert on the old gauge would fire until the next start. */
  @Test
  void replacedLimitLosesItsGauge() {
    bind();
    client.createLoad(MeteredLoads.load());
    guard.replaceLimits(SpendLimit.total("6.50"));
    clock.add(BackgroundValue.REFRESH_AFTER);
    assertThat(gauge("freight.charges.unknown")).as("a look").isZero();
    assertThat(registry.get("freight.limit.usage").gauges()).hasSize(1);
    assertThat(share("client", "6.50 USD in total")).isEqualTo(0.1, within(1e-9));
  }

  @Test
  void customersNameIsReadable() {
    String id = "ACME \"Süd\" 7";
    SpendScope acme = SpendScope.of("customer").child(id, SpendLimit.perDay("6.50"));
    client.createLoad(MeteredLoads.load(), CallOptions.builder().scope(acme).build());
    bind();
    assertThat(share("client/customer/" + id, "6.50 USD per 24 hours"))
        .isEqualTo(0.1, within(1e-9));
  }

  /** A limit of zero is always used up, so an alert would always fire. */
  @Test
  void limitOfZeroHasNoGauge() {
    SpendScope blocked = SpendScope.of("blocked", SpendLimit.total("0"));
    assertThatThrownBy(
            () ->
                client.createLoad(
                    MeteredLoads.load(), CallOptions.builder().scope(blocked).build()))
        .isInstanceOf(SpendLimitExceededException.class);
    bind();
    assertThat(registry.get("freight.limit.usage").gauges()).hasSize(3);
  }

  @Test
  void clientWithoutALedgerHasNoGaugesOfLimits() {
    meters.addGauges(client);
    assertThat(registry.find("freight.balance").gauge()).isNotNull();
    assertThat(registry.find("freight.charges.unknown").gauge()).isNull();
    assertThat(registry.find("freight.limit.usage").gauge()).isNull();
  }

  @Test
  void callInProgressCountsAsUsed() {
    bind();
    double[] held = new double[1];
    FreightClient metered =
        builder()
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          clock.add(BackgroundValue.REFRESH_AFTER);
                          assertThat(gauge("freight.charges.unknown")).as("a look").isZero();
                          held[0] = share("client", "50 USD in total");
                          return chain.proceed(chain.request());
                        })
                    .build())
            .build();
    try (metered) {
      metered.createLoad(MeteredLoads.load());
    }
    assertThat(held[0]).isEqualTo(0.65 / 50, within(1e-9));
  }

  /** A hanging read is simulated by a task that is not run. */
  @Test
  void hangingReadShowsTheLastValueAndThenNaN() {
    waiting = new ArrayDeque<>();
    bind();
    assertThat(gauge("freight.charges.unknown")).as("not read yet").isNaN();
    waiting.remove().run();
    assertThat(gauge("freight.charges.unknown")).isZero();

    clock.add(BackgroundValue.REFRESH_AFTER);
    assertThat(gauge("freight.charges.unknown")).as("the last reading").isZero();
    clock.add(BackgroundValue.MAX_READ_TIME);
    for (Meter meter : registry.getMeters()) meter.measure().forEach(one -> one.getValue());
    assertThat(gauge("freight.charges.unknown")).isNaN();
    assertThat(share("client", "50 USD in total")).isNaN();
    assertThat(waiting).as("one of the ledger and one of the balance, however often").hasSize(2);
    waiting.remove().run();
    assertThat(gauge("freight.charges.unknown")).isZero();
  }

  @Test
  void valueThatNobodyHasReadForMinutesIsNaN() {
    bind();
    assertThat(gauge("freight.charges.unknown")).isZero();
    waiting = new ArrayDeque<>();
    clock.add(BackgroundValue.MAX_AGE);
    assertThat(gauge("freight.charges.unknown")).isZero();
    clock.add(Duration.ofNanos(1));
    assertThat(gauge("freight.charges.unknown")).isNaN();
    waiting.remove().run();
    assertThat(gauge("freight.charges.unknown")).isZero();
  }

  /** The first call of a client loads about a hundred classes, and a service may hang. */
  @Test
  void scrapeSendsNothingOnItsThread() {
    waiting = new ArrayDeque<>();
    meters.addGauges(client);
    assertThat(waiting).as("no read yet").isEmpty();
    assertThat(gauge("freight.balance")).isNaN();
    assertThat(broker.requests()).isEmpty();
    assertThat(waiting).hasSize(1);
  }

  @Test
  void balanceIsReadOnceForManyScrapes() {
    meters.addGauges(client);
    for (int i = 0; i < 20; i++) assertThat(gauge("freight.balance")).isPositive();
    clock.add(BackgroundValue.REFRESH_AFTER.minusNanos(1));
    assertThat(gauge("freight.balance")).isPositive();
    assertThat(broker.requests()).hasSize(1);
    clock.add(Duration.ofNanos(1));
    assertThat(gauge("freight.balance")).isPositive();
    assertThat(broker.requests()).hasSize(2);
  }

  @Test
  void readKeepsNoApplicationAlive() throws Exception {
    CompletableFuture<Thread> reader = new CompletableFuture<>();
    InstantSource source =
        () -> {
          Thread thread = Thread.currentThread();
          if (thread.getName().equals("freight-meters")) reader.complete(thread);
          return Instant.now();
        };
    Clock seen = source.withZone(ZoneOffset.UTC);
    try (SpendLedger seeing = SpendLedger.inMemory(seen);
        FreightMetrics own = new FreightMetrics(registry)) {
      own.addGauges(client, seeing.guard());
      assertThat(reader.get(60, TimeUnit.SECONDS).isDaemon()).isTrue();
    }
  }

  @Test
  void failedReadIsNaNAndIsRetried() {
    bind();
    server.faults().next(Operation.GET_BALANCE, Fault.status(500));
    assertThat(gauge("freight.balance")).isNaN();
    assertThat(gauge("freight.balance")).as("a moment later").isNaN();
    clock.add(BackgroundValue.REFRESH_AFTER);
    assertThat(gauge("freight.balance")).isPositive();
  }

  @Test
  void unreadableLedgerIsOneWarningUntilItCanBeRead() {
    boolean[] isAway = {false};
    InstantSource time =
        () -> {
          if (isAway[0]) throw new IllegalStateException("the database is away");
          return Instant.now();
        };
    try (LogLines log = new LogLines();
        SpendLedger leaving = SpendLedger.inMemory(time.withZone(ZoneOffset.UTC))) {
      meters.addGauges(client, leaving.guard());
      assertThat(gauge("freight.charges.unknown")).isZero();
      isAway[0] = true;
      for (int i = 0; i < 3; i++) {
        clock.add(BackgroundValue.REFRESH_AFTER);
        assertThat(gauge("freight.charges.unknown")).isNaN();
      }
      assertThat(log.warnings())
          .containsExactly("the ledger cannot be read; meters are NaN until the database responds");
      isAway[0] = false;
      clock.add(BackgroundValue.REFRESH_AFTER);
      assertThat(gauge("freight.charges.unknown")).isZero();
      assertThat(log.warnings()).hasSize(1);
      isAway[0] = true;
      clock.add(BackgroundValue.REFRESH_AFTER);
      assertThat(gauge("freight.charges.unknown")).isNaN();
      assertThat(log.warnings()).as("the second time").hasSize(2);
    }
  }

  /** The ledger and the orders of one application share a log of outages. */
  @Test
  void outageOfTwoValuesIsOneWarning() {
    DatabaseOutageLog outages = new DatabaseOutageLog();
    IllegalStateException failure = new IllegalStateException("the database is away");
    try (LogLines log = new LogLines()) {
      outages.logChange("the ledger", failure);
      outages.logChange("the orders", failure);
      outages.logChange("the ledger", null);
      outages.logChange("the ledger", failure);
      assertThat(log.warnings())
          .containsExactly("the ledger cannot be read; meters are NaN until the database responds");
      outages.logChange("the ledger", null);
      outages.logChange("the orders", null);
      outages.logChange("the orders", failure);
      assertThat(log.warnings()).as("the second outage").hasSize(2);
    }
  }

  /** For example, on a machine that cannot start another thread. */
  @Test
  void readThatCannotStartIsNaNAndIsRetried() {
    boolean[] fails = {true};
    try (FreightMetrics own =
        new FreightMetrics(
            registry,
            List.of(),
            task -> {
              if (fails[0]) throw new IllegalStateException("no threads");
              task.run();
            })) {
      own.addGauges(client, guard);
      assertThat(gauge("freight.charges.unknown")).isNaN();
      fails[0] = false;
      clock.add(BackgroundValue.REFRESH_AFTER);
      assertThat(gauge("freight.charges.unknown")).isZero();
    }
  }

  @Test
  void closedMetersLeaveTheRegistry() {
    bind();
    assertThat(registry.getMeters()).isNotEmpty();
    meters.close();
    meters.close();
    assertThat(registry.getMeters()).isEmpty();
    clock.add(BackgroundValue.REFRESH_AFTER);
    client.createLoad(MeteredLoads.load());
    assertThat(registry.getMeters()).as("a call of a running client").isEmpty();
    assertThatThrownBy(this::bind).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void metersOfAClosedClientLeaveTheRegistry() {
    bind();
    assertThat(gauge("freight.balance")).isPositive();
    Gauge scraped = registry.get("freight.balance").gauge();
    client.close();
    clock.add(BackgroundValue.REFRESH_AFTER);
    assertThat(scraped.value()).isNaN();
    assertThat(registry.getMeters()).isEmpty();
  }

  @Test
  void nextClientWithTheSameTagsHasItsOwnMeters() {
    bind();
    client.createLoad(MeteredLoads.load());
    assertThat(gauge("freight.balance")).isEqualTo(0.02, within(1e-9));
    meters.close();
    Broker other = server.createBroker("7.00");
    FreightMetrics again =
        new FreightMetrics(registry, List.of(Tag.of("client", "test")), Runnable::run);
    try (FreightClient next =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(other.agentKey())
            .listener(again)
            .build()) {
      again.addGauges(next);
      assertThat(gauge("freight.balance")).isEqualTo(7.00, within(1e-9));
      assertThat(charged("createLoad")).isZero();
    }
  }

  @Test
  void tagsDistinguishTheClientsOfOneRegistry() {
    bind();
    Broker other = server.createBroker("7.00");
    try (FreightClient second =
            FreightClient.builder().baseUrl(server.baseUrl()).agentKey(other.agentKey()).build();
        FreightMetrics own =
            new FreightMetrics(registry, List.of(Tag.of("client", "second")), Runnable::run)) {
      own.addGauges(second);
      assertThat(registry.get("freight.balance").tag("client", "second").gauge().value())
          .isEqualTo(7.00, within(1e-9));
      assertThat(registry.get("freight.balance").tag("client", "test").gauge().value())
          .isEqualTo(0.67, within(1e-9));
    }
    assertThat(registry.get("freight.balance").gauges()).as("the second has left").hasSize(1);
  }

  /** A registry would give the second client the gauges of the first. */
  @Test
  void clientsWithTheSameTagsAreRefused() {
    assertThatThrownBy(() -> new FreightMetrics(registry, List.of(Tag.of("client", "test"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give each client its own tags");
    bind();
    assertThatThrownBy(this::bind).isInstanceOf(IllegalArgumentException.class);
    assertThat(gauge("freight.balance")).isPositive();
  }

  @Test
  void registryCanBeClosedBeforeTheMeters() {
    bind();
    registry.close();
    client.createLoad(MeteredLoads.load());
    clock.add(BackgroundValue.REFRESH_AFTER);
    meters.close();
    assertThat(broker.debits()).hasSize(1);
  }

  @Test
  void refusedCallsAreCountedByReason() {
    broker.credit("10");
    for (int i = 0; i < 2; i++) client.createLoad(MeteredLoads.load());
    assertThatThrownBy(() -> client.createLoad(MeteredLoads.load()))
        .isInstanceOf(SpendLimitExceededException.class);
    assertThat(refused("limit")).isOne();
    CallOptions cheap = CallOptions.builder().maxPrice("0.01").build();
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> client.createLoad(MeteredLoads.load(), cheap))
          .isInstanceOf(PriceLimitExceededException.class);
    }
    assertThat(refused("max_price")).isEqualTo(2);
    assertThat(refused("no_price")).isZero();
  }

  @Test
  void callRefusedWithoutAPriceIsCounted() {
    server.faults().always(Operation.GET_PRICING, Fault.status(500));
    CallOptions once = CallOptions.builder().retryPolicy(RetryPolicy.none()).build();
    assertThatThrownBy(() -> client.createLoad(MeteredLoads.load(), once))
        .isInstanceOf(PriceUnavailableException.class);
    assertThat(refused("no_price")).isOne();
  }

  private void bind() {
    meters.addGauges(client, guard);
  }

  @Test
  void tagsHaveNoSecretAndNoLoadNumber() {
    bind();
    String loadNumber = createReadAndBeRefused();
    String link = server.sms().to(MeteredLoads.DRIVER_PHONE).get(0).link();
    List<String> tagTexts = new ArrayList<>();
    for (Meter meter : registry.getMeters()) tagTexts.add(meter.getId().toString());

    assertThat(String.join("\n", tagTexts))
        .contains("createLoad", "client")
        .doesNotContain(broker.agentKey())
        .doesNotContain(link.substring(link.lastIndexOf('/') + 1))
        .doesNotContain(MeteredLoads.DRIVER_PHONE.substring(1))
        .doesNotContain(loadNumber);
    assertThat(registry.getMeters())
        .allMatch(meter -> "test".equals(meter.getId().getTag("client")));
  }

  private String createReadAndBeRefused() {
    String loadNumber = client.createLoad(MeteredLoads.load()).loadNumber();
    client.getLoadPosition(loadNumber);
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber))
        .isInstanceOf(InsufficientFundsException.class);
    return loadNumber;
  }

  private double charged(String operation) {
    return registry.get("freight.charges").tag("operation", operation).counter().count();
  }

  private double refused(String reason) {
    return registry.get("freight.calls.refused").tag("reason", reason).counter().count();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private double share(String scope, String limit) {
    return registry.get("freight.limit.usage").tags("scope", scope, "limit", limit).gauge().value();
  }

  private FreightClient.Builder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .listener(meters)
        .spendGuard(guard);
  }
}

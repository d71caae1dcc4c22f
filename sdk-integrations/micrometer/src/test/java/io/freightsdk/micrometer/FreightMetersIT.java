package io.freightsdk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.error.FreightDecodingException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.client.ClientSettings;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FreightMetersIT {
  private static final SpendLimits LIMITS =
      SpendLimits.perHour("2.00").andPerDay("1.50", ZoneOffset.UTC).andTotal("50");

  private final MockClock clock = new MockClock();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
  private final FreightMeters meters =
      new FreightMeters(registry, List.of(Tag.of("client", "test")));
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.67");
  private final CountDownLatch balanceRead = new CountDownLatch(1);
  private final SpendLedger ledger =
      // Noon, so that no day of a limit ends in the middle of a test.
      SpendLedger.inMemory(Clock.fixed(Instant.parse("2026-11-20T12:00:00Z"), ZoneOffset.UTC));
  private final FreightClient client = builder().build();

  @AfterEach
  void close() {
    client.close();
    ledger.close();
    server.close();
  }

  @Test
  void callsAttemptsAndChargesAreTold() {
    server.faults().next(Operation.CREATE_LOAD, Fault.status(503));
    createReadAndBeRefused();

    assertThat(attempts("createLoad", "503", "unknown")).isOne();
    assertThat(attempts("createLoad", "201", "charged")).isOne();
    assertThat(attempts("getLoadPosition", "200", "charged")).isOne();
    assertThat(attempts("getLoadPosition", "402", "none")).isOne();
    assertThat(calls("createLoad", "success", "none")).isOne();
    assertThat(calls("getLoadPosition", "failure", "InsufficientFundsException")).isOne();
    assertThat(counter("freight.client.retries", "operation", "createLoad")).isOne();
    assertThat(counter("freight.client.charges", "operation", "createLoad"))
        .isEqualTo(0.65, within(1e-9));
    assertThat(counter("freight.client.charges", "operation", "getLoadPosition"))
        .isEqualTo(0.02, within(1e-9));
  }

  /** The service answers each attempt with the load that the first one has bought. */
  @Test
  void aDebitWhoseAnswerWasNotReadIsCountedOnce() {
    FreightClientBuilder deaf =
        builder()
            .spendGuard(ledger.guard(LIMITS))
            .retryPolicy(
                RetryPolicy.builder()
                    .initialBackoff(Duration.ofMillis(1))
                    .maxBackoff(Duration.ofMillis(1))
                    .build())
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          Response answer = chain.proceed(chain.request());
                          return isCreation(chain.request()) ? withoutItsEnd(answer) : answer;
                        })
                    .build());
    try (FreightClient one = deaf.build()) {
      assertThatThrownBy(() -> one.createLoad(Loads.load()))
          .isInstanceOf(FreightDecodingException.class);
    }
    assertThat(attempts("createLoad", "201", "charged")).isOne();
    assertThat(attempts("createLoad", "201", "none")).isEqualTo(3);
    assertThat(counter("freight.client.charges", "operation", "createLoad"))
        .isEqualTo(0.65, within(1e-9));
  }

  /** Which of them has paid is known only when both have ended. */
  @Test
  void aDebitOfTwoCallsUnderOneKeyIsCountedOnce() {
    CountDownLatch out = new CountDownLatch(2);
    FreightClientBuilder meeting =
        builder()
            .spendGuard(ledger.guard(LIMITS))
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
      CompletableFuture<?> one = both.async().createLoad(Loads.load(), key);
      CompletableFuture<?> other = both.async().createLoad(Loads.load(), key);
      CompletableFuture.allOf(one, other).join();
    }
    assertThat(broker.debits()).hasSize(1);
    assertThat(attempts("createLoad", "201", "charged")).isEqualTo(2);
    assertThat(counter("freight.client.charges", "operation", "createLoad"))
        .isEqualTo(0.65, within(1e-9));
  }

  private static boolean isCreation(Request request) {
    return request.method().equals("POST");
  }

  /** It still names its load. */
  private static Response withoutItsEnd(Response answer) throws IOException {
    String text = answer.body().string().strip();
    ResponseBody cut =
        ResponseBody.create(text.substring(0, text.length() - 1), answer.body().contentType());
    return answer.newBuilder().body(cut).build();
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      if (!latch.await(60, TimeUnit.SECONDS)) throw new IOException("held for ever");
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Test
  void unknownMoneyIsInTheLedgersGaugeOnly() {
    bind();
    String loadNumber = client.createLoad(Loads.load()).loadNumber();
    server.faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber)).isNotNull();

    assertThat(attempts("getLoadPosition", "none", "unknown")).isOne();
    assertThat(registry.find("freight.client.charges").tag("operation", "getLoadPosition").meter())
        .isNull();
    assertThat(gauge("freight.ledger.charged")).isEqualTo(0.65, within(1e-9));
    assertThat(gauge("freight.ledger.unknown")).isEqualTo(0.02, within(1e-9));
  }

  @Test
  void howMuchOfEachLimitIsUsedIsReadAgainAfterFiveSeconds() {
    bind();
    client.createLoad(Loads.load());
    assertThat(gauge("freight.ledger.charged")).as("the first look").isEqualTo(0.65, within(1e-9));
    assertThat(share("client", "2.00 USD per 1 hour")).isEqualTo(0.65 / 2, within(1e-9));
    assertThat(share("client", "1.50 USD per day (Z)")).isEqualTo(0.65 / 1.5, within(1e-9));
    assertThat(share("client", "50 USD in total")).isEqualTo(0.65 / 50, within(1e-9));
    broker.credit("10");
    client.createLoad(Loads.load());
    assertThat(share("client", "50 USD in total"))
        .as("within five seconds")
        .isEqualTo(0.65 / 50, within(1e-9));
    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("freight.ledger.charged")).isEqualTo(1.30, within(1e-9));
    assertThat(share("client", "50 USD in total")).isEqualTo(1.30 / 50, within(1e-9));
  }

  @Test
  void aLimitThatACallBringsHasAGaugeFromItsFirstCallOn() {
    bind();
    SpendScope acme = SpendScope.of("acme", SpendLimits.total("6.50"));
    assertThat(gauge("freight.ledger.charged")).isZero();
    assertThat(registry.find("freight.limit.share").tag("scope", "client/acme").gauge()).isNull();
    client.createLoad(Loads.load(), CallOptions.builder().scope(acme).build());
    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("freight.ledger.charged")).isEqualTo(0.65, within(1e-9));
    assertThat(share("client/acme", "6.50 USD in total")).isEqualTo(0.1, within(1e-9));
  }

  @Test
  void aClientWithoutALedgerHasNoGaugesOfOne() {
    try (FreightClient without =
        FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey()).build()) {
      FreightReadings readings = new FreightReadings(without);
      meters.bindTo(without, readings);
      assertThat(registry.find("freight.balance").gauge()).isNotNull();
      assertThat(registry.find("freight.ledger.charged").gauge()).isNull();
      assertThat(readings.hasLedger()).isFalse();
      assertThat(readings.ledger()).isNull();
      assertThat(readings.ledgerFailure()).isNull();
    }
  }

  @Test
  void moneyOfACallThatHasNotEndedIsHeld() {
    bind();
    double[] held = new double[1];
    FreightClient asking =
        builder()
            .spendGuard(ClientSettings.guard(client))
            .httpClient(
                new OkHttpClient.Builder()
                    .addInterceptor(
                        chain -> {
                          clock.add(Duration.ofSeconds(5));
                          held[0] = gauge("freight.ledger.reserved");
                          return chain.proceed(chain.request());
                        })
                    .build())
            .build();
    try (asking) {
      asking.createLoad(Loads.load());
    }
    assertThat(held[0]).isEqualTo(0.65, within(1e-9));
    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("freight.ledger.reserved")).isZero();
  }

  /** A reading that hangs is a task that is not run. */
  @Test
  void aScrapeShowsTheLastReadingAndNaNWhileOneHangs() {
    Queue<Runnable> readings = new ArrayDeque<>();
    FreightReadings read = read(readings::add);
    meters.bindTo(client, read);
    assertThat(gauge("freight.ledger.charged")).as("not read yet").isNaN();
    readings.remove().run();
    assertThat(gauge("freight.ledger.charged")).isZero();

    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("freight.ledger.charged")).as("the last reading").isZero();
    clock.add(Duration.ofSeconds(10));
    for (Meter meter : registry.getMeters()) meter.measure().forEach(one -> one.getValue());
    assertThat(gauge("freight.ledger.charged")).isNaN();
    assertThat(read.ledgerFailure()).hasMessageContaining("10 seconds");
    assertThat(readings).as("one of the ledger and one of the balance, however often").hasSize(2);
    readings.remove().run();
    assertThat(gauge("freight.ledger.charged")).isZero();
    assertThat(read.ledgerFailure()).isNull();
  }

  /** The first call of a client loads a hundred classes. */
  @Test
  void noCallBeginsOnTheThreadThatScrapes() {
    Queue<Runnable> readings = new ArrayDeque<>();
    FreightReadings read = read(readings::add);
    assertThat(read.balanceUsd()).isNull();
    assertThat(broker.requests()).isEmpty();
    assertThat(readings).hasSize(1);
  }

  @Test
  void theBalanceIsReadAtMostOnceAMinute() {
    Queue<Runnable> readings = new ArrayDeque<>();
    FreightReadings read = read(readings::add);
    assertThat(read.balanceUsd()).isNull();
    readings.remove().run();
    long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
    while (read.balanceUsd() == null) {
      assertThat(System.nanoTime() - end).as("not read in a minute").isNegative();
      Thread.onSpinWait();
    }
    clock.add(Duration.ofSeconds(59));
    assertThat(read.balanceUsd()).isNotNull();
    assertThat(readings).isEmpty();
    clock.add(Duration.ofSeconds(1));
    assertThat(read.balanceUsd()).isNotNull();
    assertThat(readings).hasSize(1);
  }

  @Test
  void aReadingKeepsNoApplicationAlive() throws Exception {
    CompletableFuture<Thread> reader = new CompletableFuture<>();
    Clock seen =
        new Clock() {
          @Override
          public Instant instant() {
            Thread asks = Thread.currentThread();
            if (asks.getName().equals("freight-readings")) reader.complete(asks);
            return Instant.now();
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    try (SpendLedger seeing = SpendLedger.inMemory(seen);
        FreightClient read = builder().spendGuard(seeing.guard()).build()) {
      new FreightReadings(read).ledger(); // null, unless the reader was already through
      assertThat(reader.get(60, TimeUnit.SECONDS).isDaemon()).isTrue();
    }
  }

  @Test
  void aReadingThatFailedIsNaNAndTriedAgain() {
    boolean[] fails = {true};
    FreightReadings read =
        read(
            task -> {
              if (fails[0]) throw new IllegalStateException("no threads");
              task.run();
            });
    meters.bindTo(client, read);
    assertThat(gauge("freight.ledger.charged")).isNaN();
    assertThat(read.ledgerFailure()).hasMessage("no threads");
    fails[0] = false;
    assertThat(gauge("freight.ledger.charged")).as("within five seconds").isNaN();
    clock.add(Duration.ofSeconds(5));
    assertThat(gauge("freight.ledger.charged")).isZero();
  }

  private FreightReadings read(Executor background) {
    return new FreightReadings(client, clock::monotonicTime, background);
  }

  /** Gauges whose ledger is read at once. */
  private void bind() {
    meters.bindTo(client, read(Runnable::run));
  }

  @Test
  void aRefusalByALimitIsCountedByTheLimit() {
    broker.credit("10");
    for (int i = 0; i < 2; i++) client.createLoad(Loads.load());
    assertThatThrownBy(() -> client.createLoad(Loads.load()))
        .isInstanceOf(SpendLimitExceededException.class);
    assertThat(counter("freight.client.refusals", "limit", "1.50 USD per day (Z)")).isOne();
    assertThat(calls("createLoad", "failure", "SpendLimitExceededException")).isOne();
  }

  @Test
  void refusalsByManyLimitsAreFewSeries() {
    for (int cap = 1; cap <= 150; cap++) {
      SpendScope run = SpendScope.of("run:" + cap, SpendLimits.total("0." + (1000 + cap)));
      CallOptions tooLittle = CallOptions.builder().scope(run).build();
      assertThatThrownBy(() -> client.createLoad(Loads.load(), tooLittle))
          .isInstanceOf(SpendLimitExceededException.class);
    }
    assertThat(counter("freight.client.refusals", "limit", "0.1001 USD in total")).isOne();
    assertThat(counter("freight.client.refusals", "limit", "0.1100 USD in total")).isOne();
    assertThat(counter("freight.client.refusals", "limit", "other")).isEqualTo(50);
  }

  @Test
  void theBalanceIsAskedForInTheBackgroundOnceAMinute() throws InterruptedException {
    FreightClient counting =
        FreightClient.builder()
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .listener(event -> balanceRead.countDown())
            .build();
    try (counting) {
      new FreightMeters(registry).bindTo(counting);
      double first = registry.get("freight.balance").tags().gauge().value();
      assertThat(first).satisfiesAnyOf(v -> assertThat(v).isNaN(), v -> assertThat(v).isPositive());
      assertThat(balanceRead.await(60, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < 20; i++) registry.get("freight.balance").gauge().value();
    }
    assertThat(broker.requests()).hasSize(1);
  }

  @Test
  void noTagHoldsASecretOrALoad() {
    bind();
    String loadNumber = createReadAndBeRefused();
    String link = server.sms().to(Loads.DRIVER_PHONE).get(0).link();
    List<String> told = new ArrayList<>();
    for (Meter meter : registry.getMeters()) told.add(meter.getId().toString());

    assertThat(String.join("\n", told))
        .contains("createLoad", "client")
        .doesNotContain(broker.agentKey())
        .doesNotContain(link.substring(link.lastIndexOf('/') + 1))
        .doesNotContain(Loads.DRIVER_PHONE.substring(1))
        .doesNotContain(loadNumber);
    assertThat(registry.getMeters())
        .allMatch(meter -> "test".equals(meter.getId().getTag("client")));
  }

  private String createReadAndBeRefused() {
    String loadNumber = client.createLoad(Loads.load()).loadNumber();
    client.getLoadPosition(loadNumber);
    assertThatThrownBy(() -> client.getLoadPosition(loadNumber))
        .isInstanceOf(InsufficientFundsException.class);
    return loadNumber;
  }

  private long attempts(String operation, String status, String charge) {
    return registry
        .get("freight.client.attempts")
        .tags("operation", operation, "status", status, "charge", charge)
        .timer()
        .count();
  }

  private long calls(String operation, String outcome, String exception) {
    return registry
        .get("freight.client.calls")
        .tags("operation", operation, "outcome", outcome, "exception", exception)
        .timer()
        .count();
  }

  private double counter(String name, String tag, String value) {
    return registry.get(name).tag(tag, value).counter().count();
  }

  private double gauge(String name) {
    return registry.get(name).gauge().value();
  }

  private double share(String scope, String limit) {
    return registry.get("freight.limit.share").tags("scope", scope, "limit", limit).gauge().value();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .listener(meters)
        .spendGuard(ledger.guard(LIMITS));
  }
}

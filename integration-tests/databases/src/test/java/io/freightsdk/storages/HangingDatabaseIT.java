package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.BreakableDatabase.Hang;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Concurrent;
import io.freightsdk.testing.DatabaseRelay;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ReadsLog;
import io.freightsdk.testing.ResponseHook;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.ShortTimeouts;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.h2.tools.Server;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A database that is slow or does not respond blocks no call forever and keeps no budget. */
class HangingDatabaseIT extends ServerFixture {
  private static final CallOptions SHORT_DEADLINE =
      CallOptions.builder().deadline(Duration.ofMillis(200)).build();

  private final BreakableDatabase database = new BreakableDatabase();
  private final SpendLedger ledger = SpendLedger.open(database.dataSource(), "broker-1");
  private final ResponseHook responses = new ResponseHook();
  private final AtomicInteger keyRequests = new AtomicInteger();
  private final CountDownLatch allGaveUp = new CountDownLatch(1);

  HangingDatabaseIT() {
    super(InMemoryFreightServer.start());
  }

  @AfterEach
  void closeDatabase() throws SQLException {
    allGaveUp.countDown();
    database.letGo();
    closeAll();
    responses.close();
    ledger.close();
    database.close();
  }

  /** A client whose limit covers one load. */
  private FreightClient clientWithoutPrice(SpendLedger ledger) {
    return client(
        builder()
            .httpClient(responses.http())
            .agentKey(
                () -> {
                  keyRequests.incrementAndGet();
                  return broker.agentKey();
                })
            .spendGuard(ledger.guard(SpendLimit.total("0.65"))));
  }

  /** A client that has read the price. */
  private FreightClient clientWithPrice(SpendLedger ledger) {
    FreightClient client = clientWithoutPrice(ledger);
    client.price(Operation.CREATE_LOAD);
    return client;
  }

  static Stream<Arguments> everywhere() {
    return Stream.of(Hang.values())
        .flatMap(hang -> Stream.of(CallStyle.values()).map(style -> Arguments.of(hang, style)));
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  @Concurrent
  void hangingDatabaseEndsTheCallAtItsDeadlineUnsent(Hang hang, CallStyle style) {
    FreightClient client = clientWithPrice(ledger);
    database.hold(hang);
    assertEndsAtItsDeadline(client, style);
    assertThat(database.waiting()).as("the database still hangs").isPositive();

    database.letGo();
    assertOneLoadFits(client, ledger);
  }

  @ParameterizedTest
  @EnumSource
  @Concurrent
  void silentSocketEndsTheCallAtItsDeadline(CallStyle style) throws Exception {
    Server h2 = Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start();
    JdbcDataSource source = new JdbcDataSource();
    String direct =
        String.format(
            Locale.ROOT,
            "jdbc:h2:tcp://127.0.0.1:%d/mem:%s;DB_CLOSE_DELAY=-1",
            h2.getPort(),
            UUID.randomUUID());
    try (DatabaseRelay relay = new DatabaseRelay(direct)) {
      source.setUrl(relay.url());
      try (SpendLedger remote = SpendLedger.open(source, "broker-1");
          FreightClient client = clientWithPrice(remote)) {
        relay.hold();
        assertEndsAtItsDeadline(client, style);

        relay.letGo();
        assertOneLoadFits(client, remote);
      }
    } finally {
      h2.stop();
    }
  }

  private void assertEndsAtItsDeadline(FreightClient client, CallStyle style) {
    ShortTimeouts.check(deadline -> assertEndsAtItsDeadline(client, style, deadline));
  }

  private void assertEndsAtItsDeadline(FreightClient client, CallStyle style, Duration deadline) {
    CallOptions soon = CallOptions.builder().deadline(deadline).build();
    long since = System.nanoTime();
    FreightException timeout =
        catchThrowableOfType(
            FreightException.class, () -> style.createLoad(client, SampleLoads.twoStops(), soon));
    assertThat(Duration.ofNanos(System.nanoTime() - since).minus(deadline))
        .as("at most five seconds after its deadline, plus the delay of a busy machine")
        .isLessThan(Duration.ofSeconds(20));
    assertThat(timeout)
        .isInstanceOf(FreightTimeoutException.class)
        .hasMessageContaining("the spend guard did not respond");
    assertThat(timeout.charge()).isEqualTo(Charge.NONE);
    assertThat(timeout.attempts()).isZero();
    assertThat(timeout.nextStep()).isEqualTo(NextStep.RETRY_LATER);
    assertThat(requestCount(Operation.CREATE_LOAD)).isZero();
  }

  /** A late reservation is released and does not count as spent, so one load fits. */
  private void assertOneLoadFits(FreightClient client, SpendLedger ledger) {
    List<FreightException> refused = new ArrayList<>();
    Eventually.until(
        () -> {
          try {
            client.createLoad(SampleLoads.twoStops());
            return true;
          } catch (FreightException stillHeld) {
            assertThat(stillHeld.charge()).isEqualTo(Charge.NONE);
            refused.add(stillHeld);
            return false;
          }
        },
        () -> refused.size() + " times refused, the last: " + refused.get(refused.size() - 1));
    assertThat(debited()).isEqualByComparingTo(CREATE);
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(CREATE);
  }

  /**
   * The call was paid: it returns its result, and the charge is recorded once the database
   * responds.
   */
  @ParameterizedTest
  @EnumSource
  // Waits for a deadline; hangingDatabaseEndsTheCallAtItsDeadlineUnsent waits for shorter ones.
  @Tag("slow")
  @ReadsLog
  void hangingCommitDoesNotDelayAPaidResult(CallStyle style) {
    try (LogLines log = new LogLines()) {
      FreightClient client = clientWithPrice(ledger);
      responses.next(Operation.CREATE_LOAD, () -> database.hold(Hang.COMMIT));
      CallOptions soon = CallOptions.builder().deadline(Duration.ofSeconds(5)).build();
      CreateLoadOutcome load = style.createLoad(client, SampleLoads.twoStops(), soon);
      assertThat(load.charge())
          .as("not certain until it is stored: another call may have been charged for its key")
          .isEqualTo(Charge.UNKNOWN);
      assertThat(database.waiting()).as("the database still hangs").isPositive();

      database.letGo();
      client.close();
      Eventually.until(
          () -> ledger.totals().chargedUsd().compareTo(debited()) == 0,
          () -> "totals: " + ledger.totals());
      assertThat(log.warnings()).isEmpty();
    }
  }

  /** At most two threads wait for the database: one for all changes, and one for all reads. */
  @Test
  @Concurrent
  void waitingCallsDoNotPileUp() {
    FreightClient client = clientWithPrice(ledger);
    database.hold();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int i = 0; i < 256; i++)
      calls.add(client.async().createLoad(SampleLoads.twoStops(), SHORT_DEADLINE));
    calls.forEach(call -> call.exceptionally(refused -> null).join());
    assertThat(database.waiting()).isBetween(1, 2);
    database.letGo();
    assertOneLoadFits(client, ledger);
  }

  // --- cancelled calls release the whole limit ---

  @ParameterizedTest
  @EnumSource
  @Concurrent
  void callersThatGiveUpDuringThePriceReadReleaseTheLimit(CallStyle style) {
    FreightClient client = clientWithoutPrice(ledger);
    responses.hold(Operation.GET_PRICING, 1, allGaveUp);
    List<Future<?>> calls = startCalls(client, style);
    // Reading the price list needs the key.
    Eventually.until(() -> keyRequests.get() >= 1, () -> "the price list was not requested");

    cancelAll(calls);
    allGaveUp.countDown();

    client.price(Operation.CREATE_LOAD);
    assertOneLoadFits(client, ledger);
  }

  @ParameterizedTest
  @EnumSource
  @Concurrent
  void callersThatGiveUpOnASlowDatabaseReleaseTheLimit(CallStyle style) {
    cancelWhileTheDatabaseIsSlow(clientWithPrice(ledger), style);
  }

  @ParameterizedTest
  @EnumSource
  @Concurrent
  void callersThatGiveUpAfterThePriceReadReleaseTheLimit(CallStyle style) {
    cancelWhileTheDatabaseIsSlow(clientWithoutPrice(ledger), style);
  }

  private void cancelWhileTheDatabaseIsSlow(FreightClient client, CallStyle style) {
    database.hold();
    List<Future<?>> calls = startCalls(client, style);
    Eventually.until(() -> database.waiting() >= 1, () -> "no thread waits for the database");

    cancelAll(calls);
    database.letGo();

    assertOneLoadFits(client, ledger);
  }

  private List<Future<?>> startCalls(FreightClient client, CallStyle style) {
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      if (style == CallStyle.FUTURE) {
        calls.add(client.async().createLoad(SampleLoads.twoStops()));
      } else {
        FutureTask<?> call = new FutureTask<>(() -> client.createLoad(SampleLoads.twoStops()));
        Thread thread = new Thread(call, "caller-" + i);
        thread.setDaemon(true);
        thread.start();
        calls.add(call);
      }
    }
    return calls;
  }

  /** Interrupts blocking callers, and cancels futures. */
  private static void cancelAll(List<Future<?>> calls) {
    calls.forEach(call -> call.cancel(true));
  }

  // --- a client is closed while its calls end ---

  @ParameterizedTest
  @EnumSource
  @Tag("slow") // a storm; ClosingTest and LedgerGuardTest close in one thread
  @Concurrent
  void closingAmidCallsKeepsChargesAndReleasesReservations(CallStyle style) throws Exception {
    for (int round = 0; round < 15; round++) {
      try (BreakableDatabase slow = new BreakableDatabase();
          SpendLedger ledger = SpendLedger.open(slow.dataSource(), "broker-1")) {
        closeAmid(style, round, slow, ledger);
      }
    }
  }

  private void closeAmid(CallStyle style, int round, BreakableDatabase slow, SpendLedger ledger) {
    // A separate broker, because a request of the previous round may reach the service late.
    Broker mine = server.createBroker("25.00");
    SpendLimit limit = SpendLimit.total("7.80");
    FreightClient client = clientBuilder(mine, ledger, limit).build();
    ExecutorService threads = Executors.newFixedThreadPool(12);
    List<CompletableFuture<Charge>> calls = new ArrayList<>();
    try {
      client.price(Operation.CREATE_LOAD);
      slow.delayConnections(2);
      server.faults().always(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMillis(8)));
      for (int i = 0; i < 12; i++) {
        calls.add(CompletableFuture.supplyAsync(() -> charge(style, client), threads));
      }
      int early = 1 + round % 10;
      Eventually.until(
          () -> calls.stream().filter(CompletableFuture::isDone).count() >= early,
          () -> "less than " + early + " calls ended");
    } finally {
      client.close();
      threads.shutdown();
    }
    slow.delayConnections(0);
    server.faults().clear();

    BigDecimal reportedUsd = BigDecimal.ZERO;
    for (CompletableFuture<Charge> call : calls) {
      Charge charge = CallStyle.join(call);
      if (charge.kind() == Charge.Kind.CHARGED) reportedUsd = reportedUsd.add(CREATE);
    }
    SpendTotals totals = ledger.totals();
    assertThat(totals.chargedUsd()).as("reported as charged").isGreaterThanOrEqualTo(reportedUsd);
    assertThat(totals.spentUsd())
        .as("the service's own ledger")
        .isGreaterThanOrEqualTo(debited(mine));

    // The amount that does not count as spent can be spent.
    long left =
        new BigDecimal("7.80")
            .subtract(totals.spentUsd())
            .divideToIntegralValue(CREATE)
            .longValue();
    try (FreightClient next = clientBuilder(mine, ledger, limit).build()) {
      for (long i = 0; i < left; i++) {
        try {
          next.createLoad(SampleLoads.twoStops());
        } catch (SpendLimitExceededException held) {
          throw new AssertionError("after " + i + " of " + left + " loads that fit", held);
        }
      }
    }
  }

  private FreightClient.Builder clientBuilder(Broker mine, SpendLedger ledger, SpendLimit limit) {
    return builder().agentKey(mine.agentKey()).spendGuard(ledger.guard(limit));
  }

  private static BigDecimal debited(Broker mine) {
    return mine.debits().stream()
        .map(LedgerEntry::amountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Charge charge(CallStyle style, FreightClient client) {
    try {
      return style.createLoad(client, SampleLoads.twoStops()).charge();
    } catch (FreightException ended) {
      return ended.charge();
    }
  }
}

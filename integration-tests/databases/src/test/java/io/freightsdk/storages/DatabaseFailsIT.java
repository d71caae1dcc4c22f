package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.ShortTimeoutLedger;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Concurrent;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ReadsLog;
import io.freightsdk.testing.ResponseHook;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The database of a ledger fails before a call is sent or after it was paid. */
class DatabaseFailsIT extends ServerFixture {
  private static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);

  private final BreakableDatabase database = new BreakableDatabase();

  private final SpendLedger ledger =
      ShortTimeoutLedger.jdbc(database.dataSource(), "broker-1", Duration.ofMillis(200));
  private final ResponseHook responses = new ResponseHook();
  private final LogLines log = new LogLines();

  private final FreightClient client =
      client(
          builder()
              .httpClient(responses.http())
              .spendGuard(ledger.guard(SpendLimit.total("1.30"))));

  DatabaseFailsIT() {
    super(InMemoryFreightServer.start());
  }

  @AfterEach
  void closeHookAndLog() throws SQLException {
    client.close();
    responses.close();
    ledger.close();
    database.close();
    log.close();
  }

  /** Each failure with one of the call styles in turn. */
  static Stream<Arguments> failures() {
    CallStyle[] styles = CallStyle.values();
    return Stream.of(Failure.values())
        .flatMap(
            failure -> Stream.of(Arguments.of(failure, styles[failure.ordinal() % styles.length])));
  }

  /**
   * The number of the JDBC call that fails. Call 1 of a creation borrows a connection. The failures
   * occur in turn, twelve calls apart: the first at call 1, the second at call 13, and so on.
   * {@code DriverFailuresTest} tests all failures at all calls, without a client.
   */
  private static int callThatFails(Failure failure, int turn) {
    return 1 + 12 * (turn * Failure.values().length + failure.ordinal());
  }

  /** Repeats turns until a creation makes fewer JDBC calls than the number that would fail. */
  @ParameterizedTest
  @MethodSource("failures")
  @Concurrent
  void failedReservationReportsRetryLaterAndChargesNothing(Failure failure, CallStyle style)
      throws SQLException {
    broker.credit("75.00");
    try (FailingDriver driver = new FailingDriver();
        SpendLedger ledger =
            ShortTimeoutLedger.jdbc(driver.dataSource(), "broker-1", LONG_TIMEOUT)) {
      FreightClient limited =
          client(builder().spendGuard(ledger.guard(SpendLimit.total("100.00"))));
      limited.price(Operation.CREATE_LOAD);
      boolean failed = true;
      for (int turn = 0; failed; turn++) {
        String key = "order-" + turn;
        int call = callThatFails(failure, turn);
        driver.failAt(call, failure, How.FOR_GOOD);
        FreightException reported =
            thrownBy(
                () -> style.createLoad(limited, SampleLoads.twoStops(), options(key, failure)));
        String method = driver.heal();
        failed = reported != null;
        if (reported == null) continue;
        assertThat(reported.nextStep())
            .as("%s at call %d, %s: %s", failure, call, method, reported)
            .isEqualTo(NextStep.RETRY_LATER);
        assertThat(reported.charge()).isEqualTo(Charge.NONE);
        assertThat(reported.attempts()).isZero();
        assertThat(reported.getCause() == null ? reported.getSuppressed()[0] : reported.getCause())
            .isInstanceOf(SpendLedgerException.class);
        assertThat(broker.debits()).hasSize(turn);
        style.createLoad(limited, SampleLoads.twoStops(), key(key));
        assertThat(broker.debits()).hasSize(turn + 1);
      }
      limited.close();
      SpendTotals totals = ledger.totals();
      // If the last call failed at its end, its outcome is not stored and its price stays reserved.
      assertThat(totals.reservedUsd()).isLessThanOrEqualTo(CREATE);
      assertThat(totals.chargedUsd().add(totals.reservedUsd())).isEqualByComparingTo(debited());
      assertThat(totals.unknownUsd()).isZero();
    }
  }

  /** A serialization conflict may end at any time, so the call retries until its deadline. */
  private static CallOptions options(String key, Failure failure) {
    return failure == Failure.SERIALIZATION
        ? key(key).toBuilder().deadline(Duration.ofMillis(500)).build()
        : key(key);
  }

  private static FreightException thrownBy(Runnable call) {
    try {
      call.run();
      return null;
    } catch (FreightException reported) {
      return reported;
    }
  }

  /** Makes the database unavailable after the debit and before the response. */
  private CreateLoadOutcome createWhileTheDatabaseFails(CallStyle style, String key) {
    return createWhileTheDatabaseFails(client, style, key);
  }

  private CreateLoadOutcome createWhileTheDatabaseFails(
      FreightClient client, CallStyle style, String key) {
    responses.next(Operation.CREATE_LOAD, database::makeUnavailable);
    return style.createLoad(client, SampleLoads.twoStops(), key(key));
  }

  private static boolean namesAll(String line, String load) {
    return line.contains("createLoad")
        && line.contains(load)
        && line.contains("order-1")
        && line.contains("0.65");
  }

  @ParameterizedTest
  @EnumSource
  @ReadsLog
  void lostOutcomeIsLoggedWithOperationLoadKeyAndAmount(CallStyle style) {
    CreateLoadOutcome load = createWhileTheDatabaseFails(style, "order-1");

    assertThat(load.charge()).isEqualTo(Charge.UNKNOWN);
    Eventually.until(
        () -> log.warnings().stream().anyMatch(line -> namesAll(line, load.loadNumber())),
        () -> "warnings: " + log.warnings());
    database.makeAvailable();
    assertThat(log.errors()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  @ReadsLog
  void callWithALostOutcomeStaysReserved(CallStyle style) {
    createWhileTheDatabaseFails(style, "order-1");
    Eventually.until(() -> !log.warnings().isEmpty(), () -> "the end was not given up");
    database.makeAvailable();
    assertThat(totals().reservedUsd()).isEqualByComparingTo(debited());
    assertThat(totals().chargedUsd()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  @ReadsLog
  void outcomeIsStoredWhenTheDatabaseReturns(CallStyle style) throws SQLException {
    try (SpendLedger patient =
            ShortTimeoutLedger.jdbc(database.dataSource(), "broker-2", LONG_TIMEOUT);
        FreightClient client =
            builder().httpClient(responses.http()).spendGuard(patient.guard()).build()) {
      createWhileTheDatabaseFails(client, style, "order-1");
      database.makeAvailable();
      Eventually.until(
          () -> patient.totals().chargedUsd().compareTo(CREATE) == 0,
          () -> "totals: " + patient.totals());
      assertThat(log.warnings()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  @Concurrent
  void tooLongRequestIdIsTruncated(CallStyle style) {
    String longId = "req-" + "0123456789".repeat(200);
    responses.next(
        Operation.CREATE_LOAD,
        response -> response.newBuilder().header("X-Request-Id", longId).build());

    style.createLoad(client, SampleLoads.twoStops());

    List<SpendEntry> entries =
        Eventually.until(
            () -> ledger.entries(SpendFilter.all()).toList(),
            stored -> stored.get(0).requestId() != null);
    assertThat(entries.get(0).requestId()).startsWith("req-0123456789");
  }

  private SpendTotals totals() {
    return ledger.totals();
  }
}

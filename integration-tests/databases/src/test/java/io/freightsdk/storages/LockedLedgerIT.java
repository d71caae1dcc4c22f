package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Concurrent;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.LogLines;
import io.freightsdk.testing.ResponseHook;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Another connection locks the ledger while sent calls get their responses. The tests wait
 * concurrently, and a warning in one fails the others, too.
 */
class LockedLedgerIT extends ServerFixture {
  private static final int ORDERS = 36;

  /** The first order whose response arrives while the ledger is locked. */
  private static final int FIRST_LOCKED = 10;

  private static final int PAST_LOCKED = 26;

  private final ResponseHook responses = new ResponseHook();
  private final LogLines log = new LogLines();

  @TempDir Path folder;

  LockedLedgerIT() {
    super(InMemoryFreightServer.start());
  }

  @AfterEach
  void closeHookAndLog() {
    closeAll();
    responses.close();
    log.close();
  }

  private interface Work {
    void on(SpendLedger ledger, LedgerLock holder) throws Exception;
  }

  private interface LedgerLock {
    /** Locks the ledger until the connection is closed. */
    Connection lock() throws SQLException;
  }

  private void withLedger(LedgerPlace kind, Work work) throws Exception {
    if (kind == LedgerPlace.SQLITE) {
      Path file = folder.resolve("ledger");
      String url = "jdbc:sqlite:" + file + "?busy_timeout=60000";
      try (SpendLedger ledger = SpendLedger.open(file)) {
        work.on(ledger, () -> executeOn(DriverManager.getConnection(url), "BEGIN IMMEDIATE"));
      }
      return;
    }
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SpendLedger.createTables(database.source());
      try (SpendLedger ledger = SpendLedger.open(database.source(), "acme")) {
        work.on(
            ledger,
            () -> {
              Connection connection = database.source().getConnection();
              connection.setAutoCommit(false);
              return executeOn(connection, "UPDATE freight_ledger SET changes = changes + 0");
            });
      }
    }
  }

  private static Connection executeOn(Connection connection, String how) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(how);
    }
    return connection;
  }

  private static void unlock(Connection holder) throws SQLException {
    try (holder) {
      if (holder.getAutoCommit()) {
        executeOn(holder, "ROLLBACK");
      } else {
        holder.rollback();
        holder.setAutoCommit(true);
      }
    }
  }

  static Stream<LedgerPlace> everywhere() {
    return LedgerPlace.here().stream();
  }

  /**
   * The first delivery charges each order. The ledger knows this at the second delivery, so no call
   * reports a second charge, even if the outcome of the first could not be stored in time.
   */
  @ParameterizedTest
  @MethodSource("everywhere")
  @Concurrent
  void orderDeliveredTwiceIsReportedAsChargedOnce(LedgerPlace kind) throws Exception {
    withLedger(
        kind,
        (ledger, holder) -> {
          FreightClient client =
              clientWithPrices(
                  builder()
                      .httpClient(responses.http())
                      .spendGuard(ledger.guard(SpendLimit.total("24.00"))));
          assertThat(deliver(client, holder))
              .as("of those whose ends are not stored it is not certain yet")
              .hasSize(ORDERS)
              .containsOnly(Charge.Kind.CHARGED, Charge.Kind.UNKNOWN);
          assertThat(broker.debits()).hasSize(ORDERS);
          assertThat(deliver(client, holder))
              .doesNotContain(Charge.Kind.CHARGED)
              .contains(Charge.Kind.NONE);
          assertThat(broker.debits()).hasSize(ORDERS);
          BigDecimal all = CREATE.multiply(BigDecimal.valueOf(ORDERS));
          Eventually.until(
              () -> {
                SpendTotals totals = ledger.totals();
                return totals.chargedUsd().compareTo(all) == 0
                    && totals.reservedUsd().signum() == 0
                    && totals.unknownUsd().signum() == 0;
              },
              () -> "" + ledger.totals());
          assertThat(log.warnings()).isEmpty();
        });
  }

  /** Two consumers of a queue with at-least-once delivery. */
  @ParameterizedTest
  @MethodSource("everywhere")
  @Concurrent
  void orderDeliveredTwiceConcurrentlyIsNotReportedAsChargedTwice(LedgerPlace kind)
      throws Exception {
    withLedger(
        kind,
        (ledger, holder) -> {
          FreightClient client =
              clientWithPrices(builder().httpClient(responses.http()).spendGuard(ledger.guard()));
          int orders = 8;
          CountDownLatch mayRespond = new CountDownLatch(1);
          responses.hold(Operation.CREATE_LOAD, 2 * orders, mayRespond);
          List<CompletableFuture<CreateLoadOutcome>> calls = startOrders(client, 0, orders);
          calls.addAll(startOrders(client, 0, orders));
          Eventually.until(
              () -> requestCount(Operation.CREATE_LOAD) == 2 * orders,
              () -> requestCount(Operation.CREATE_LOAD) + " arrived");
          Connection held = holder.lock();
          mayRespond.countDown();
          List<Charge.Kind> reported = join(calls);
          unlock(held);
          assertThat(broker.debits()).hasSize(orders);
          assertThat(reported)
              .filteredOn(one -> one == Charge.Kind.CHARGED)
              .as("of %s", reported)
              .hasSizeLessThanOrEqualTo(orders);
          Eventually.until(
              () -> ledger.totals().spentUsd().compareTo(debited()) == 0,
              () -> "" + ledger.totals());
          assertThat(log.warnings()).isEmpty();
        });
  }

  /**
   * Sends all orders, and locks the ledger while some responses arrive. Returns the reported
   * charges.
   */
  private List<Charge.Kind> deliver(FreightClient client, LedgerLock holder) throws Exception {
    List<Charge.Kind> reported = new ArrayList<>(join(startOrders(client, 0, FIRST_LOCKED)));
    CountDownLatch mayRespond = new CountDownLatch(1);
    int inFlight = PAST_LOCKED - FIRST_LOCKED;
    long before = requestCount(Operation.CREATE_LOAD);
    responses.hold(Operation.CREATE_LOAD, inFlight, mayRespond);
    List<CompletableFuture<CreateLoadOutcome>> lateResponses =
        startOrders(client, FIRST_LOCKED, PAST_LOCKED);
    Eventually.until(
        () -> requestCount(Operation.CREATE_LOAD) == before + inFlight,
        () -> requestCount(Operation.CREATE_LOAD) - before + " arrived");
    Connection held = holder.lock();
    mayRespond.countDown();
    List<CompletableFuture<CreateLoadOutcome>> waiting = startOrders(client, PAST_LOCKED, ORDERS);
    reported.addAll(join(lateResponses));
    assertThat(waiting).as("no other call has ended").noneMatch(CompletableFuture::isDone);
    unlock(held);
    reported.addAll(join(waiting));
    return reported;
  }

  private static List<CompletableFuture<CreateLoadOutcome>> startOrders(
      FreightClient client, int first, int past) {
    List<CompletableFuture<CreateLoadOutcome>> calls = new ArrayList<>();
    for (int i = first; i < past; i++) {
      CreateLoadInput order = SampleLoads.twoStops().toBuilder().customerRef("PO-" + i).build();
      CallOptions options = key("order-" + i);
      calls.add(client.async().createLoad(order, options));
    }
    return calls;
  }

  private static List<Charge.Kind> join(List<CompletableFuture<CreateLoadOutcome>> calls) {
    return calls.stream().map(call -> CallStyle.join(call).charge().kind()).toList();
  }
}

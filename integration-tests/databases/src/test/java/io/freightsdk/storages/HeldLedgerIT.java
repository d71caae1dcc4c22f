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
 * Somebody keeps the ledger to himself, while calls that have been sent come back. The tests wait
 * next to each other; a warning of one fails the others, too.
 */
class HeldLedgerIT extends ServerFixture {
  private static final int ORDERS = 36;

  /** Those whose answers come while the ledger is held. */
  private static final int FIRST_HELD = 10;

  private static final int PAST_HELD = 26;

  private final ResponseHook responses = new ResponseHook();
  private final LogLines log = new LogLines();

  @TempDir Path folder;

  HeldLedgerIT() {
    super(InMemoryFreightServer.start());
  }

  @AfterEach
  void closeHookAndLog() {
    closeAll();
    responses.close();
    log.close();
  }

  private interface Work {
    void on(SpendLedger ledger, Holder holder) throws Exception;
  }

  private interface Holder {
    /** Holds the ledger until it is closed. */
    Connection hold() throws SQLException;
  }

  private void in(LedgerPlace kind, Work work) throws Exception {
    if (kind == LedgerPlace.SQLITE) {
      Path file = folder.resolve("ledger");
      String url = "jdbc:sqlite:" + file + "?busy_timeout=60000";
      try (SpendLedger ledger = SpendLedger.open(file)) {
        work.on(ledger, () -> held(DriverManager.getConnection(url), "BEGIN IMMEDIATE"));
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
              return held(connection, "UPDATE freight_ledger SET changes = changes + 0");
            });
      }
    }
  }

  private static Connection held(Connection connection, String how) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(how);
    }
    return connection;
  }

  private static void letGo(Connection holder) throws SQLException {
    try (holder) {
      if (holder.getAutoCommit()) {
        held(holder, "ROLLBACK");
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
   * The first time each is charged. The second time the ledger knows that it was, and nobody is
   * told that it was charged again, also where the end of the call could not be stored in time.
   */
  @ParameterizedTest
  @MethodSource("everywhere")
  @Concurrent
  void orderDeliveredTwiceIsReportedAsChargedOnce(LedgerPlace kind) throws Exception {
    in(
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

  /** Two processes of a queue that delivers at least once. */
  @ParameterizedTest
  @MethodSource("everywhere")
  @Concurrent
  void orderDeliveredTwiceConcurrentlyIsNotReportedAsChargedTwice(LedgerPlace kind)
      throws Exception {
    in(
        kind,
        (ledger, holder) -> {
          FreightClient client =
              clientWithPrices(builder().httpClient(responses.http()).spendGuard(ledger.guard()));
          int orders = 8;
          CountDownLatch isHeld = new CountDownLatch(1);
          responses.hold(Operation.CREATE_LOAD, 2 * orders, isHeld);
          List<CompletableFuture<CreateLoadOutcome>> calls = begin(client, 0, orders);
          calls.addAll(begin(client, 0, orders));
          Eventually.until(
              () -> requestCount(Operation.CREATE_LOAD) == 2 * orders,
              () -> requestCount(Operation.CREATE_LOAD) + " arrived");
          Connection held = holder.hold();
          isHeld.countDown();
          List<Charge.Kind> told = join(calls);
          letGo(held);
          assertThat(broker.debits()).hasSize(orders);
          assertThat(told)
              .filteredOn(one -> one == Charge.Kind.CHARGED)
              .as("of %s", told)
              .hasSizeLessThanOrEqualTo(orders);
          Eventually.until(
              () -> ledger.totals().spentUsd().compareTo(debited()) == 0,
              () -> "" + ledger.totals());
          assertThat(log.warnings()).isEmpty();
        });
  }

  /** What the orders were told, the ledger being held when the answers of some come. */
  private List<Charge.Kind> deliver(FreightClient client, Holder holder) throws Exception {
    List<Charge.Kind> told = new ArrayList<>(join(begin(client, 0, FIRST_HELD)));
    CountDownLatch isHeld = new CountDownLatch(1);
    int inFlight = PAST_HELD - FIRST_HELD;
    long before = requestCount(Operation.CREATE_LOAD);
    responses.hold(Operation.CREATE_LOAD, inFlight, isHeld);
    List<CompletableFuture<CreateLoadOutcome>> answered = begin(client, FIRST_HELD, PAST_HELD);
    Eventually.until(
        () -> requestCount(Operation.CREATE_LOAD) == before + inFlight,
        () -> requestCount(Operation.CREATE_LOAD) - before + " arrived");
    Connection held = holder.hold();
    isHeld.countDown();
    List<CompletableFuture<CreateLoadOutcome>> waiting = begin(client, PAST_HELD, ORDERS);
    told.addAll(join(answered));
    assertThat(waiting).as("nobody else has passed").noneMatch(CompletableFuture::isDone);
    letGo(held);
    told.addAll(join(waiting));
    return told;
  }

  private static List<CompletableFuture<CreateLoadOutcome>> begin(
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

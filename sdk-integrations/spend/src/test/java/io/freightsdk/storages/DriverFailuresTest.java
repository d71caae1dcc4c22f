package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.LimitExceeded;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.DatabaseThread;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import java.lang.reflect.UndeclaredThrowableException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Any failure of a driver or a pool at any JDBC call: the ledger reports a transient failure, and
 * every cent is recorded correctly after the database works and the operation was repeated.
 */
@Tag("slow") // breaks every statement of every driver
class DriverFailuresTest {
  private static final String PRICE = "0.65";

  private final FailingDriver driver = new FailingDriver();
  private final SqlStorage ledger = open("broker");
  private int calls;

  /** The same ledger with a timeout of 100 ms. */
  private final LedgerStorage impatient =
      new LedgerStorage() {
        @Override
        public <T> T change(Function<LedgerRows, T> work, Duration atMost) {
          return ledger.change(work, Duration.ofMillis(100));
        }

        @Override
        public <T> T storeOutcome(
            Function<LedgerRows, T> work, Duration atMost, Consumer<Throwable> lost) {
          throw new UnsupportedOperationException();
        }

        @Override
        public <T> T read(Function<LedgerRows, T> work) {
          return ledger.read(work);
        }

        @Override
        public void close() {}
      };

  @AfterEach
  void close() throws Exception {
    driver.close();
  }

  private SqlStorage open(String name) {
    return SqlStorage.open(
        driver.dataSource(), name, null, Duration.ZERO, DatabaseThread.EXTRA_TIME);
  }

  /** An operation that is tested with a failure at each of its JDBC calls. */
  private interface Attempt {
    /**
     * @param run a run with its own limit, which covers one call
     */
    void at(Run run, Outage outage) throws Exception;
  }

  /** A scope whose limit covers one call. */
  private record Run(Buyer buyer, String scope) {
    Purchase request() {
      return buyer.request(scope, PRICE, scope);
    }

    Purchase hold() {
      Purchase request = request();
      assertThat(buyer.reserve(request)).isInstanceOf(Reservation.class);
      return request;
    }

    void assertPaidOnce() {
      SpendFilter filter = SpendFilter.all().scope(Buyer.scope(scope));
      assertThat(buyer.storage().<List<SpendEntry>>read(rows -> rows.entries(filter, 0, 10)))
          .extracting(SpendEntry::outcome)
          .filteredOn(outcome -> outcome != Charge.Kind.NONE)
          .containsExactly(Charge.Kind.CHARGED);
      assertThat(buyer.storage().<SpendTotals>read(rows -> rows.totals(filter)))
          .isEqualTo(new SpendTotals(new BigDecimal(PRICE), Usd.ZERO, Usd.ZERO));
    }
  }

  /** The failure at one chosen call of JDBC. */
  private final class Outage {
    private final int call;
    private final Failure failure;
    private final How how;
    private boolean wasReached;

    Outage(int call, Failure failure, How how) {
      this.call = call;
      this.failure = failure;
      this.how = how;
    }

    void begin() {
      driver.failAt(call, failure, how);
    }

    /** A caller with a short timeout if the failure is repeated until the timeout. */
    Buyer buyer(Run run) {
      boolean isEndless = failure == Failure.SERIALIZATION && how == How.FOR_GOOD;
      return isEndless ? new Buyer(impatient, run.buyer.limits()) : run.buyer;
    }

    void end() throws SQLException {
      wasReached = driver.heal() != null;
    }
  }

  /**
   * Repeats an operation with a failure at its first call, its second call and so on, until it
   * makes fewer calls.
   */
  private void atEveryCall(Failure failure, Attempt attempt) throws Exception {
    for (How how : How.values()) {
      Outage outage;
      int call = 0;
      do {
        outage = new Outage(++call, failure, how);
        attempt.at(newRun(), outage);
      } while (outage.wasReached);
    }
  }

  private Run newRun() {
    String scope = "client/run-" + ++calls;
    return new Run(new Buyer(ledger, List.of(Buyer.total(scope, PRICE))), scope);
  }

  /** Returns null if the storage failed with the exception that callers expect. */
  private static <T> @Nullable T unlessFailed(Supplier<T> operation) {
    try {
      return operation.get();
    } catch (SpendLedgerException failed) {
      assertThat(failed.isTransient()).as("%s", failed).isTrue();
      return null;
    } catch (IllegalStateException | UndeclaredThrowableException own) {
      // Failures of RUNTIME and FROM_A_PROXY reach the caller unchanged.
      assertThat(own.getStackTrace()[0].getClassName()).startsWith(FailingDriver.class.getName());
      return null;
    }
  }

  @ParameterizedTest
  @EnumSource
  void failedReservationLeavesTheWholeLimit(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (run, outage) -> {
          Purchase request = run.request();
          outage.begin();
          Decision decision = unlessFailed(() -> outage.buyer(run).reserve(request));
          outage.end();
          // Nobody knows whether it was made: it is given back.
          if (decision == null) run.buyer.complete(request, Charge.Kind.NONE);
          Purchase next = decision == null ? run.hold() : request;
          run.buyer.complete(next, Charge.Kind.CHARGED);
          run.assertPaidOnce();
          assertThat(run.buyer.reserve(run.buyer.request(run.scope, "0.01", null)))
              .isInstanceOf(LimitExceeded.class);
        });
  }

  @ParameterizedTest
  @EnumSource
  void failedOutcomeIsStoredOnce(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (run, outage) -> {
          Purchase held = run.hold();
          outage.begin();
          Charge.Kind charge =
              unlessFailed(() -> outage.buyer(run).complete(held, Charge.Kind.CHARGED));
          outage.end();
          if (charge == null) charge = run.buyer.complete(held, Charge.Kind.CHARGED);
          assertThat(charge).isEqualTo(Charge.Kind.CHARGED);
          run.assertPaidOnce();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void refusalIsReturnedOrTheLedgerFails(Failure failure) throws Exception {
    Run full = newRun();
    full.buyer.complete(full.hold(), Charge.Kind.CHARGED);
    atEveryCall(
        failure,
        (run, outage) -> {
          Purchase request = full.buyer.request(full.scope, PRICE, null);
          outage.begin();
          Decision decision = unlessFailed(() -> full.buyer.reserve(request));
          outage.end();
          if (decision != null) assertThat(decision).isInstanceOf(LimitExceeded.class);
          full.assertPaidOnce();
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void readReturnsStoredRowsOrFails(Failure failure) throws Exception {
    Run paid = newRun();
    paid.buyer.complete(paid.hold(), Charge.Kind.CHARGED);
    atEveryCall(
        failure,
        (run, outage) -> {
          outage.begin();
          BigDecimal charged = unlessFailed(paid.buyer::chargedUsd);
          outage.end();
          if (charged != null) assertThat(charged).isEqualByComparingTo(PRICE);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void ledgerCanBeOpenedAfterAFailure(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (run, outage) -> {
          String name = "broker-" + ++calls;
          outage.begin();
          SqlStorage opened = unlessFailed(() -> open(name));
          outage.end();
          SqlStorage later = opened != null ? opened : open(name);
          assertThat(new Buyer(later, List.of()).totals())
              .isEqualTo(new SpendTotals(Usd.ZERO, Usd.ZERO, Usd.ZERO));
        });
  }
}

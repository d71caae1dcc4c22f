package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import io.freightsdk.testing.MovableClock;
import io.freightsdk.testsupport.Thorough;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a driver or a pool throws, at whichever call of JDBC: the store says that it failed and
 * may be asked again, and every cent is where it belongs once the database works.
 */
@Thorough("breaks every statement of every driver")
class DriverFailuresTest {
  private static final Duration BOUND = Duration.ofMinutes(1);
  private static final String PRICE = "0.65";

  private final FailingDriver driver = new FailingDriver();
  private final MovableClock clock = new MovableClock();
  private final SpendStore store = JdbcTestStores.open(driver.dataSource(), "broker", clock);

  /** What is kept is logged, which is what these tests make happen a thousand times. */
  private final Logger log = Logger.getLogger("io.freightsdk.internal.spend.SpendBooks");

  private int calls;

  @BeforeEach
  void quietLog() {
    log.setLevel(Level.OFF);
  }

  @AfterEach
  void close() throws Exception {
    log.setLevel(null);
    driver.close();
  }

  /** Something that meets the failure at one call of JDBC after another. */
  private interface Attempt {
    /**
     * @param scope a limit of its own, in which one call fits
     */
    void at(TestBooks books, SpendScope scope, Outage outage) throws Exception;
  }

  /** The failure at one chosen call of JDBC. */
  private final class Outage {
    private final int call;
    private final Failure failure;
    private final How how;
    private boolean met;

    Outage(int call, Failure failure, How how) {
      this.call = call;
      this.failure = failure;
      this.how = how;
    }

    void begin() {
      driver.failAt(call, failure, how);
    }

    void end() throws SQLException {
      met = driver.heal() != null;
    }

    /** What could not be stored meanwhile is stored now. */
    void end(TestBooks books) throws SQLException {
      end();
      books.books.close(BOUND);
    }
  }

  private void atEveryCall(Failure failure, Attempt attempt) throws Exception {
    atEveryCall(failure, this::books, attempt);
  }

  /** Until an operation makes fewer calls than the one at which it would fail. */
  private void atEveryCall(Failure failure, Supplier<TestBooks> books, Attempt attempt)
      throws Exception {
    for (How how : How.values()) {
      Outage outage;
      int call = 0;
      do {
        outage = new Outage(++call, failure, how);
        attempt.at(books.get(), newScope(), outage);
      } while (outage.met);
    }
  }

  private TestBooks books() {
    return new TestBooks(store, clock);
  }

  private SpendScope newScope() {
    return SpendScope.of("run-" + ++calls, SpendLimits.builder().total(PRICE).build());
  }

  private SpendTotals totals(SpendScope scope) {
    return store.totals(SpendFilter.all().scope(scope));
  }

  /** Null if the store failed, which it must say in the one way that callers understand. */
  private static <T> T unlessFailed(Supplier<T> operation) {
    try {
      return operation.get();
    } catch (SpendStoreException failed) {
      assertThat(failed.isPassing()).as("%s", failed).isTrue();
      return null;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReservationThatFailsLeavesTheWholeLimit(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (books, scope, outage) -> {
          String key = scope.path();
          outage.begin();
          SpendDecision decision = unlessFailed(() -> books.reserve(scope, PRICE, key));
          outage.end(books);
          SpendHold hold =
              decision == null ? books.hold(scope, PRICE, key) : TestBooks.held(decision);
          books.settle(hold, PRICE, Charge.Kind.CHARGED);
          assertPaidOnce(scope);
          books.refused(scope, "0.01", null);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementThatFailsIsBookedOnce(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (books, scope, outage) -> {
          SpendHold hold = books.hold(scope, PRICE, scope.path());
          outage.begin();
          books.settle(hold, PRICE, Charge.Kind.CHARGED);
          outage.end(books);
          assertPaidOnce(scope);
          assertThat(books.heard).hasSize(1);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void anotherAttemptThatCannotBeReservedIsNotCounted(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (books, scope, outage) -> {
          SpendHold first = books.hold(scope, PRICE, null);
          outage.begin();
          SpendDecision decision =
              unlessFailed(
                  () ->
                      books.books.renew(
                          first,
                          TestBooks.attempts(first, PRICE, Charge.Kind.NONE),
                          TestBooks.purchase(scope, null),
                          new BigDecimal(PRICE)));
          outage.end(books);
          SpendHold second =
              decision == null ? books.hold(scope, PRICE, null) : TestBooks.held(decision);
          books.settle(second, PRICE, Charge.Kind.CHARGED);
          assertPaidOnce(scope);
          assertThat(totals(scope).notCharged()).isEqualTo(1);
        });
  }

  private void assertPaidOnce(SpendScope scope) {
    SpendTotals totals = totals(scope);
    assertThat(totals.charged()).isEqualTo(1);
    assertThat(totals.chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(totals.unknown()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aRefusalIsARefusalOrTheStoreSaysThatItFailed(Failure failure) throws Exception {
    SpendScope full = newScope();
    books().pay(full, PRICE, null, Charge.Kind.CHARGED);
    books().refused(full, PRICE, null);
    atEveryCall(
        failure,
        (books, scope, outage) -> {
          outage.begin();
          SpendDecision decision = unlessFailed(() -> books.reserve(full, PRICE, null));
          outage.end();
          if (decision != null) assertThat(decision).isInstanceOf(SpendDecision.Refused.class);
          assertPaidOnce(full);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aReconciliationReportsWhatItFoundOrFails(Failure failure) throws Exception {
    TestBooks opened = books();
    assertThat(opened.books.ledger().reconcile().verdict()).isEqualTo(Verdict.OPENED);
    atEveryCall(
        failure,
        () -> opened,
        (books, scope, outage) -> {
          books.pay(scope, PRICE, null, Charge.Kind.UNKNOWN);
          books.balance = books.balance.subtract(new BigDecimal(PRICE));
          clock.advance(Duration.ofMinutes(1));
          outage.begin();
          Reconciliation found = unlessFailed(() -> books.books.ledger().reconcile());
          outage.end();
          if (found != null) {
            assertThat(found.verdict()).isEqualTo(Verdict.ALL);
          }
          Reconciliation again = books.books.ledger().reconcile();
          assertThat(again.isSettled()).as(again.explanation()).isTrue();
          assertPaidOnce(scope);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aStoreThatCouldNotBeOpenedCanBeOpenedLater(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (books, scope, outage) -> {
          String book = "broker-" + ++calls;
          outage.begin();
          SpendStore opened = unlessFailed(() -> JdbcSpendStore.open(driver.dataSource(), book));
          outage.end();
          SpendStore later =
              opened != null ? opened : JdbcSpendStore.open(driver.dataSource(), book);
          assertThat(later.totals(SpendFilter.all()).charged()).isZero();
        });
  }
}

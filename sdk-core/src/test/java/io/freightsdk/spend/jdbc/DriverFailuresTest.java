package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.Reconciliation.Verdict;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendOutcome;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import java.math.BigDecimal;
import java.time.Clock;
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
class DriverFailuresTest {
  private static final Duration BOUND = Duration.ofMinutes(1);
  private static final String PRICE = "0.65";

  private final FailingDriver driver = new FailingDriver();
  private final SpendStore store = JdbcSpendStore.open(driver.dataSource(), "broker");

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
    void at(Runnable fail, Healing heal) throws Exception;
  }

  private interface Healing {
    void now() throws Exception;
  }

  private static void atEveryCall(FailingDriver driver, Failure failure, Attempt attempt)
      throws Exception {
    for (How how : How.values()) {
      boolean[] met = {true};
      for (int call = 1; met[0]; call++) {
        int chosen = call;
        attempt.at(() -> driver.failAt(chosen, failure, how), () -> met[0] = driver.heal() != null);
      }
    }
  }

  private TestBooks books() {
    return new TestBooks(store, Clock.systemUTC());
  }

  /** A limit of its own, in which one call fits. */
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
        driver,
        failure,
        (fail, heal) -> {
          TestBooks books = books();
          SpendScope scope = newScope();
          String key = scope.path();
          fail.run();
          SpendDecision decision = unlessFailed(() -> books.reserve(scope, PRICE, key));
          heal.now();
          books.books.close(BOUND);
          SpendHold hold =
              decision == null ? books.hold(scope, PRICE, key) : TestBooks.held(decision);
          books.settle(hold, PRICE, SpendOutcome.CHARGED);
          assertPaidOnce(scope);
          books.refused(scope, "0.01", null);
        });
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementThatFailsIsBookedOnce(Failure failure) throws Exception {
    atEveryCall(
        driver,
        failure,
        (fail, heal) -> {
          TestBooks books = books();
          SpendScope scope = newScope();
          SpendHold hold = books.hold(scope, PRICE, scope.path());
          fail.run();
          books.settle(hold, PRICE, SpendOutcome.CHARGED);
          heal.now();
          books.books.close(BOUND);
          assertPaidOnce(scope);
          assertThat(books.heard).hasSize(1);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void anotherAttemptThatCannotBeReservedIsNotCounted(Failure failure) throws Exception {
    atEveryCall(
        driver,
        failure,
        (fail, heal) -> {
          TestBooks books = books();
          SpendScope scope = newScope();
          SpendHold first = books.hold(scope, PRICE, null);
          fail.run();
          SpendDecision decision =
              unlessFailed(
                  () ->
                      books.books.renew(
                          first,
                          TestBooks.attempts(first, PRICE, SpendOutcome.NOT_CHARGED),
                          TestBooks.purchase(scope, null),
                          new BigDecimal(PRICE)));
          heal.now();
          books.books.close(BOUND);
          SpendHold second =
              decision == null ? books.hold(scope, PRICE, null) : TestBooks.held(decision);
          books.settle(second, PRICE, SpendOutcome.CHARGED);
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
    SpendScope scope = newScope();
    TestBooks books = books();
    books.pay(scope, PRICE, null, SpendOutcome.CHARGED);
    books.refused(scope, PRICE, null);
    atEveryCall(
        driver,
        failure,
        (fail, heal) -> {
          fail.run();
          SpendDecision decision = unlessFailed(() -> books.reserve(scope, PRICE, null));
          heal.now();
          if (decision != null) assertThat(decision).isInstanceOf(SpendDecision.Refused.class);
          assertPaidOnce(scope);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aReconciliationReportsWhatItFoundOrFails(Failure failure) throws Exception {
    TestBooks books = books();
    assertThat(books.books.ledger().reconcile(Duration.ZERO).verdict()).isEqualTo(Verdict.OPENED);
    atEveryCall(
        driver,
        failure,
        (fail, heal) -> {
          SpendScope scope = newScope();
          books.pay(scope, PRICE, null, SpendOutcome.UNKNOWN);
          books.balance = books.balance.subtract(new BigDecimal(PRICE));
          fail.run();
          Reconciliation found = unlessFailed(() -> books.books.ledger().reconcile(Duration.ZERO));
          heal.now();
          if (found != null) {
            assertThat(found.verdict()).isEqualTo(Verdict.BALANCED);
            assertThat(found.foundChargedUsd()).isEqualByComparingTo(PRICE);
          }
          Reconciliation again = books.books.ledger().reconcile(Duration.ZERO);
          assertThat(again.verdict()).isEqualTo(Verdict.BALANCED);
          assertPaidOnce(scope);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aStoreThatCouldNotBeOpenedCanBeOpenedLater(Failure failure) throws Exception {
    atEveryCall(
        driver,
        failure,
        (fail, heal) -> {
          String book = "broker-" + ++calls;
          fail.run();
          SpendStore opened = unlessFailed(() -> JdbcSpendStore.open(driver.dataSource(), book));
          heal.now();
          SpendStore later =
              opened != null ? opened : JdbcSpendStore.open(driver.dataSource(), book);
          assertThat(later.totals(SpendFilter.all()).charged()).isZero();
        });
  }
}

package io.freightsdk.internal.spend.jdbc;

import static io.freightsdk.internal.spend.jdbc.Spender.PRICE;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Answer;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever a driver or a pool throws, at whichever call of JDBC: the ledger says that it failed and
 * may be asked again, and every cent is where it belongs once the database works and the same was
 * asked once more.
 */
@Tag("slow") // breaks every statement of every driver
class DriverFailuresTest {
  private final FailingDriver driver = new FailingDriver();
  private final Storage storage =
      JdbcStorage.open(driver.dataSource(), "broker", SchemaMode.CREATE, null);
  private final Spender spender = new Spender(storage);
  private int calls;

  @AfterEach
  void close() throws Exception {
    driver.close();
  }

  /** Something that meets the failure at one call of JDBC after another. */
  private interface Attempt {
    /**
     * @param scope a limit of its own, in which one call fits
     */
    void at(SpendScope scope, Outage outage) throws Exception;
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
  }

  /** Until an operation makes fewer calls than the one at which it would fail. */
  private void atEveryCall(Failure failure, Attempt attempt) throws Exception {
    for (How how : How.values()) {
      Outage outage;
      int call = 0;
      do {
        outage = new Outage(++call, failure, how);
        attempt.at(newScope(), outage);
      } while (outage.met);
    }
  }

  private SpendScope newScope() {
    return SpendScope.of("run-" + ++calls, SpendLimits.total(PRICE));
  }

  /** Null if the storage failed, which it must say in the one way that callers understand. */
  private static <T> @Nullable T unlessFailed(Supplier<T> operation) {
    try {
      return operation.get();
    } catch (SpendLedgerException failed) {
      assertThat(failed.isPassing()).as("%s", failed).isTrue();
      return null;
    }
  }

  @ParameterizedTest
  @EnumSource
  void aReservationThatFailsLeavesTheWholeLimit(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (scope, outage) -> {
          Wish wish = spender.wish(scope, PRICE, scope.path());
          outage.begin();
          Answer answer = unlessFailed(() -> spender.reserve(wish));
          outage.end();
          // Nobody knows whether it was made: it is given back.
          if (answer == null) spender.complete(wish, Charge.Kind.NONE);
          Wish next = answer == null ? spender.hold(scope, PRICE, scope.path()) : wish;
          spender.complete(next, Charge.Kind.CHARGED);
          assertPaidOnce(scope);
          spender.refused(scope, "0.01");
        });
  }

  @ParameterizedTest
  @EnumSource
  void anOutcomeThatFailsIsBookedOnce(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (scope, outage) -> {
          Wish wish = spender.hold(scope, PRICE, scope.path());
          outage.begin();
          Charge.Kind told = unlessFailed(() -> spender.complete(wish, Charge.Kind.CHARGED));
          outage.end();
          if (told == null) told = spender.complete(wish, Charge.Kind.CHARGED);
          assertThat(told).isEqualTo(Charge.Kind.CHARGED);
          assertPaidOnce(scope);
        });
  }

  private void assertPaidOnce(SpendScope scope) {
    Filter filter = new Filter(null, null, null, scope.path(), null, null, false, false);
    Rows.Totals totals = storage.look(rows -> rows.totals(filter));
    assertThat(totals.chargedCount()).isEqualTo(1);
    assertThat(NanoUsd.toUsd(totals.charged())).isEqualByComparingTo(PRICE);
    assertThat(totals.unknownCount()).isZero();
    assertThat(totals.reserved()).isZero();
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aRefusalIsARefusalOrTheLedgerSaysThatItFailed(Failure failure) throws Exception {
    SpendScope full = newScope();
    spender.pay(full, PRICE, null, Charge.Kind.CHARGED);
    atEveryCall(
        failure,
        (scope, outage) -> {
          Wish wish = spender.wish(full, PRICE, null);
          outage.begin();
          Answer answer = unlessFailed(() -> spender.reserve(wish));
          outage.end();
          if (answer != null) assertThat(answer).isInstanceOf(Answer.Full.class);
          assertPaidOnce(full);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aLookSaysWhatIsStoredOrFails(Failure failure) throws Exception {
    SpendScope paid = newScope();
    spender.pay(paid, PRICE, null, Charge.Kind.CHARGED);
    atEveryCall(
        failure,
        (scope, outage) -> {
          outage.begin();
          BigDecimal charged = unlessFailed(spender::chargedUsd);
          outage.end();
          if (charged != null) assertThat(charged).isEqualByComparingTo(PRICE);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"NO_STATE", "CONNECTION_LOST", "DUPLICATE", "RUNTIME", "ERROR"})
  void aLedgerThatCouldNotBeOpenedCanBeOpenedLater(Failure failure) throws Exception {
    atEveryCall(
        failure,
        (scope, outage) -> {
          String name = "broker-" + ++calls;
          outage.begin();
          Storage opened = unlessFailed(() -> open(name));
          outage.end();
          Storage later = opened != null ? opened : open(name);
          assertThat(new Spender(later).totals().chargedCount()).isZero();
        });
  }

  private Storage open(String name) {
    return JdbcStorage.open(driver.dataSource(), name, SchemaMode.CREATE, null);
  }
}

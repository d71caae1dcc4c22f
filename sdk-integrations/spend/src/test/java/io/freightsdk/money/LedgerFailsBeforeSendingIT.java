package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.FailingDriver;
import io.freightsdk.testing.FailingDriver.Failure;
import io.freightsdk.testing.FailingDriver.How;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.LogLines;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever the database of the ledger fails with before a call is sent, its caller is told that
 * nothing was charged and to try again later, and that works.
 */
class LedgerFailsBeforeSendingIT extends MoneyOverSocketsTest {
  private final FailingDriver driver = new FailingDriver();
  private final SpendLedger books = SpendLedger.jdbc(driver.dataSource(), "broker-1");
  private final LogLines log = new LogLines();
  private final FreightClient client =
      client(builder().spendGuard(books.guard(SpendLimits.builder().total("100.00").build())));

  @AfterEach
  void closeDatabase() throws SQLException {
    client.close();
    books.close();
    driver.close();
    log.close();
  }

  /** Each failure in one of the styles, which take turns. */
  static Stream<Arguments> failures() {
    CallStyle[] styles = CallStyle.values();
    return Stream.of(Failure.values())
        .flatMap(
            failure -> Stream.of(Arguments.of(failure, styles[failure.ordinal() % styles.length])));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void theCallerIsToldToRetryLaterAndNothingWasCharged(Failure failure, CallStyle style)
      throws SQLException {
    client.price(Operation.CREATE_LOAD);
    broker.credit("75.00");
    boolean failed = true;
    for (int call = 1; failed; call++) {
      String key = "order-" + call;
      driver.failAt(call, failure, How.FOR_GOOD);
      FreightException told = thrownBy(() -> style.createLoad(client, Loads.twoStops(), key(key)));
      driver.heal();
      failed = told != null;
      if (told == null) continue;
      assertThat(told.nextStep()).as("%s", told).isEqualTo(NextStep.RETRY_LATER);
      assertThat(told.charge()).isEqualTo(Charge.NONE);
      assertThat(told.retryable()).isTrue();
      assertThat(told).hasCauseInstanceOf(SpendLedgerException.class);
      assertThat(broker.debits()).hasSize(call - 1);
      style.createLoad(client, Loads.twoStops(), key(key));
      assertThat(broker.debits()).hasSize(call);
    }
    client.close();
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(debited());
    assertThat(books.totals().unknownUsd()).isZero();
  }

  private static FreightException thrownBy(Runnable call) {
    try {
      call.run();
      return null;
    } catch (FreightException told) {
      return told;
    }
  }
}

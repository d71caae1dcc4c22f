package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** The contract of a ledger, in memory. */
class MemoryLedgerTest extends LedgerContract {
  @Override
  protected TestStorage storage() {
    return TestStorage.inMemory();
  }

  /** More calls than are read at once. */
  @Test
  void statementHasAllCallsOfABusyMonth() {
    for (int i = 0; i <= 10_000; i++) ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    LocalDate today = time.instant().atZone(ZoneOffset.UTC).toLocalDate();
    assertThat(
            ledger.ledger.statement(SpendScope.client(), today, today.plusDays(1), ZoneOffset.UTC))
        .singleElement()
        .returns(10_001, StatementLine::count)
        .returns(usd("200.02"), StatementLine::chargedUsd);
  }
}

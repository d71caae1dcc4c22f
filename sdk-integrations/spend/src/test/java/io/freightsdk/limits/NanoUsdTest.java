package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.rules.NanoUsd;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is finer than a billionth of a dollar is rounded so that no limit is passed by it. */
class NanoUsdTest {
  @ParameterizedTest(name = "{0} is spent as {1} and allowed as {2}")
  @CsvSource({
    "0.02, 20000000, 20000000",
    "0.0000000001, 1, 0",
    "0.0000000009, 1, 0",
    "0.0299999999999, 30000000, 29999999",
    "0.0300000000001, 30000001, 30000000"
  })
  void spendingIsRoundedUpAndACapDown(BigDecimal usd, long spent, long allowed) {
    assertThat(NanoUsd.spent(usd)).isEqualTo(spent);
    assertThat(NanoUsd.cap(usd)).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({"0.0000000004, 0", "0.0000000005, 1", "-0.0000000004, 0", "-0.0000000006, -1"})
  void aBalanceIsRoundedToTheNearest(BigDecimal usd, long nano) {
    assertThat(NanoUsd.of(usd)).isEqualTo(nano);
  }

  @Test
  void amountsForPeopleHaveWholeCents() {
    assertThat(NanoUsd.toUsd(20_000_000)).hasToString("0.02");
    assertThat(NanoUsd.toUsd(500_000_000)).hasToString("0.50");
    assertThat(NanoUsd.toUsd(1)).hasToString("1E-9").isEqualByComparingTo("0.000000001");
  }
}

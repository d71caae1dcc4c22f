package io.freightsdk.internal.ledger.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Amounts finer than a billionth of a dollar are rounded so that they exceed no limit. */
class UsdTest {
  @ParameterizedTest(name = "{0} is a price of {1} and a cap of {2}")
  @CsvSource({
    "0.02, 0.02, 0.02",
    "0.0000000001, 0.000000001, 0.00",
    "0.0000000009, 0.000000001, 0.00",
    "0.0299999999999, 0.03, 0.029999999",
    "0.0300000000001, 0.030000001, 0.03"
  })
  void pricesAreRoundedUpAndCapsDown(BigDecimal usd, BigDecimal price, BigDecimal cap) {
    assertThat(Usd.roundUp(usd)).isEqualTo(price);
    assertThat(Usd.roundDown(usd)).isEqualTo(cap);
  }

  @ParameterizedTest
  @CsvSource({
    "0.0000000004, 0.00",
    "0.0000000005, 0.000000001",
    "-0.0000000004, 0.00",
    "-0.0000000006, -0.000000001"
  })
  void balancesAreRoundedToTheNearest(BigDecimal usd, BigDecimal rounded) {
    assertThat(Usd.round(usd)).isEqualTo(rounded);
  }

  @ParameterizedTest
  @CsvSource({"0.020000000, 0.02", "0.5, 0.50", "0.000000001, 1E-9", "25, 25.00", "0E+3, 0.00"})
  void amountsHaveWholeCentsOrMoreDecimals(BigDecimal usd, String text) {
    assertThat(Usd.normalize(usd)).hasToString(text);
  }
}

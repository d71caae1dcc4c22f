package io.freightsdk.internal.json;

import static org.assertj.core.api.Assertions.assertThat;

import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken from an error body that the service may have written badly. */
class RefusalTest {
  private static Refusal read(String json) {
    return Refusal.read(new Buffer().writeUtf8(json));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e999999999", "1e-999999999", "1e101", "\"1e2000000\"", "[1]", "true"})
  void anAmountThatNobodyCouldPrintIsNone(String amount) {
    Refusal refusal =
        read("{\"error\":\"no\",\"priceUsd\":%s,\"balanceUsd\":%s}".formatted(amount, amount));
    assertThat(refusal.error()).isEqualTo("no");
    assertThat(refusal.priceUsd()).isNull();
    assertThat(refusal.balanceUsd()).isNull();
  }

  @Test
  void aPriceBelowZeroIsNoneButABalanceMayBe() {
    Refusal refusal = read("{\"error\":\"no\",\"priceUsd\":-0.65,\"balanceUsd\":-0.10}");
    assertThat(refusal.priceUsd()).isNull();
    assertThat(refusal.balanceUsd()).isEqualByComparingTo("-0.10");
  }
}

package io.freightsdk.internal.error;

import static org.assertj.core.api.Assertions.assertThat;

import okio.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading error bodies that may be malformed. */
class ErrorBodyTest {
  private static ErrorBody read(String json) {
    return ErrorBody.read(new Buffer().writeUtf8(json));
  }

  @ParameterizedTest
  @ValueSource(strings = {"[1]", "true", "\"lots\""})
  void invalidAmountIsIgnored(String amount) {
    ErrorBody body =
        read("{\"error\":\"no\",\"priceUsd\":" + amount + ",\"balanceUsd\":" + amount + "}");
    assertThat(body.error()).isEqualTo("no");
    assertThat(body.priceUsd()).isNull();
    assertThat(body.balanceUsd()).isNull();
  }

  @Test
  void negativePriceIsIgnoredAndNegativeBalanceIsRead() {
    ErrorBody body = read("{\"error\":\"no\",\"priceUsd\":-0.65,\"balanceUsd\":-0.10}");
    assertThat(body.priceUsd()).isNull();
    assertThat(body.balanceUsd()).isEqualByComparingTo("-0.10");
  }
}

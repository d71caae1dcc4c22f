package io.freightsdk.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailuresTest {
  /** A repeat of a lost call that cost more needs room for that, although its own price fits. */
  @ParameterizedTest
  @CsvSource({
    "0.64, 'the call costs 0.65 USD and 0.64 USD of your limit are left.'",
    "0.70, 'the call costs 0.65 USD, an earlier one for the same order may have cost more,"
        + " and 0.70 USD of your limit are left.'"
  })
  void aModelIsToldWhyALimitHasNoRoom(BigDecimal left, String why) {
    SpendLimitExceededException refused =
        new SpendLimitExceededException(
            FailureFacts.builder(Operation.CREATE_LOAD).build(),
            new SpendGuard.LimitReached(
                "1.00 USD per hour", new BigDecimal("0.65"), left, Instant.EPOCH));

    assertThat(Failures.spendLimit(refused, null, false)).hasMessageContaining(why);
  }
}

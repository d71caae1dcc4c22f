package io.freightsdk.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.SpendGuard;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages of an exceeded limit. */
class SpendLimitExceededExceptionTest {
  private static final FailedCall UNSENT = FailedCall.of(Operation.CREATE_LOAD);

  /** A retry of a lost call with a higher price needs that price, although its own price fits. */
  @ParameterizedTest
  @CsvSource({
    "0.64, 'the call costs 0.65 USD and the limit of 1.00 USD per hour has 0.64 USD left;'",
    "0.70, 'the call costs 0.65 USD, an earlier one under its key may have cost more,"
        + " and the limit of 1.00 USD per hour has 0.70 USD left;'"
  })
  void messageHasCostAndRemainingBudget(BigDecimal left, String why) {
    assertThat(
            new SpendLimitExceededException(
                UNSENT,
                new SpendGuard.LimitExceeded(
                    "1.00 USD per hour", new BigDecimal("0.65"), left, Instant.EPOCH)))
        .hasMessageContaining(why);
  }

  @Test
  void messageHasTheNextMonthInItsTimeZone() {
    assertThat(
            new SpendLimitExceededException(
                UNSENT,
                new SpendGuard.LimitExceeded(
                    "200.00 USD per month (America/Chicago)",
                    new BigDecimal("0.65"),
                    new BigDecimal("0.20"),
                    Instant.parse("2026-12-01T06:00:00Z"),
                    ZoneId.of("America/Chicago"))))
        .hasMessageEndingWith("wait until 1 December 2026, 00:00 (America/Chicago)");
  }
}

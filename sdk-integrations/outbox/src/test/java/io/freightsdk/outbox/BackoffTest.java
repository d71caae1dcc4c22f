package io.freightsdk.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.SpendGuard;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BackoffTest {
  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  private static FailureFacts facts(NextStep step) {
    return FailureFacts.builder(Operation.CREATE_LOAD).nextStep(step).build();
  }

  private static FreightException failed(NextStep step) {
    return new UnexpectedStatusException(facts(step), 500, null, null, Map.of(), "");
  }

  @ParameterizedTest
  @EnumSource
  void everyStepHasItsTime(NextStep step) {
    Duration wait =
        switch (step) {
          case FIX_REQUEST -> null;
          case TOP_UP, RAISE_LIMIT, FIX_KEY, FIX_SETUP -> Duration.ofMinutes(1);
          case RETRY_LATER, RETRY_WITH_SAME_KEY, WAIT_FOR_DRIVER, NONE -> Duration.ofSeconds(5);
        };
    assertThat(Backoff.next(failed(step), 1, NOW)).isEqualTo(wait == null ? null : NOW.plus(wait));
  }

  @ParameterizedTest
  @CsvSource({"1, 5", "2, 10", "3, 20", "7, 320", "8, 600", "1000000, 600"})
  void itWaitsTwiceAsLongEachTimeUntilTenMinutes(int attempts, int seconds) {
    assertThat(Backoff.next(failed(NextStep.RETRY_LATER), attempts, NOW))
        .isEqualTo(NOW.plusSeconds(seconds));
  }

  @ParameterizedTest
  @EnumSource
  void whatIsWrongWithTheAccountStopsTheRound(NextStep step) {
    boolean ofAll =
        switch (step) {
          case FIX_KEY, FIX_SETUP, TOP_UP -> true;
          case FIX_REQUEST, RAISE_LIMIT, RETRY_LATER, RETRY_WITH_SAME_KEY, WAIT_FOR_DRIVER, NONE ->
              false;
        };
    assertThat(Backoff.isOfAll(failed(step))).isEqualTo(ofAll);
  }

  /** A limit that a person raises allows it earlier than it said. */
  @ParameterizedTest
  @CsvSource({"5, 10", "300, 300", "600, 600", "7200, 600"})
  void aLimitIsTriedWhenItAllowsTheCallAndWithinTenMinutes(long freesAfter, long triedAfter) {
    FreightException limit =
        new SpendLimitExceededException(
            facts(NextStep.RETRY_LATER),
            new SpendGuard.LimitReached(
                "1.00 USD per 24 hours for scope client",
                BigDecimal.ONE,
                BigDecimal.ZERO,
                NOW.plusSeconds(freesAfter)));
    assertThat(Backoff.next(limit, 2, NOW)).isEqualTo(NOW.plusSeconds(triedAfter));
  }

  @Test
  void aClosedClientLeavesItToTheNextProcess() {
    FreightException closed = new FreightCancelledException(facts(NextStep.NONE), "closed");
    assertThat(Backoff.next(closed, 9, NOW)).isEqualTo(NOW);
    assertThat(Backoff.isOfAll(closed)).isTrue();
  }
}

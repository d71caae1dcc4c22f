package io.freightsdk.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.retry.RetryPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RetriesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  @Property
  void jitterStaysBelowTheDoublingCeiling(
      @ForAll @IntRange(min = 1, max = 1000) int failures,
      @ForAll @LongRange(min = 0, max = 5000) long initialMillis,
      @ForAll @LongRange(min = 0, max = 60000) long maxMillis,
      @ForAll long seed) {
    RetryPolicy policy =
        RetryPolicy.builder()
            .initialBackoff(Duration.ofMillis(initialMillis))
            .maxBackoff(Duration.ofMillis(maxMillis))
            .build();
    double ceilingMillis = Math.min(maxMillis, initialMillis * Math.pow(2, failures - 1));
    Duration delay = Retries.delay(policy, failures, null, new Random(seed));
    assertThat(delay).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(delay.toNanos() / 1e6).isLessThanOrEqualTo(ceilingMillis);
  }

  @Property
  void askedWaitIsObeyedUpToItsCap(@ForAll @LongRange(min = 0, max = 100000) long seconds) {
    Duration delay =
        Retries.delay(RetryPolicy.standard(), 1, Duration.ofSeconds(seconds), new Random(1));
    assertThat(delay).isEqualTo(Duration.ofSeconds(Math.min(60, seconds)));
  }

  @Property
  void everyNumberOfSecondsIsRead(@ForAll @LongRange(min = 0, max = 999999999) long seconds) {
    assertThat(RetryAfter.parse(Long.toString(seconds), NOW))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Property
  void noHeaderMakesTheReaderThrow(@ForAll String header) {
    Duration asked = RetryAfter.parse(header, NOW);
    assertThat(asked == null || !asked.isNegative()).isTrue();
  }

  @Example
  void hugeNumberIsLongerThanAnyCap() {
    assertThat(RetryAfter.parse("99999999999999999999999", NOW)).isGreaterThan(Duration.ofHours(1));
    assertThat(RetryAfter.parse("-5", NOW)).isNull();
  }

  @Example
  void budgetIsTakenOnceEach() {
    Retries.Budget budget = new Retries.Budget(2);
    assertThat(budget.tryTake()).isTrue();
    assertThat(budget.tryTake()).isTrue();
    assertThat(budget.tryTake()).isFalse();
    for (int i = 0; i < 9; i++) {
      budget.succeeded();
    }
    assertThat(budget.tryTake()).isFalse();
    budget.succeeded();
    assertThat(budget.tryTake()).isTrue();
  }

  @Example
  void everyCellOfTheTableIsFilled() {
    for (FailureClass failure : FailureClass.values()) {
      for (RepeatClass repeat : RepeatClass.values()) {
        assertThat(RetryTable.verdict(failure, repeat)).isNotNull();
      }
    }
  }
}

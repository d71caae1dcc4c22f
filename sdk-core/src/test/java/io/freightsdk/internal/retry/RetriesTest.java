package io.freightsdk.internal.retry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.internal.text.RetryAfter;
import io.freightsdk.retry.RetryPolicy;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class RetriesTest {
  private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

  @Property(seed = "976036844")
  void jitterStaysBelowTheDoublingCeiling(
      @ForAll @IntRange(min = 1, max = 1000) int failures,
      @ForAll @LongRange(min = 0, max = 5000) long initialMillis,
      @ForAll long seed) {
    RetryPolicy policy =
        RetryPolicy.builder().initialBackoff(Duration.ofMillis(initialMillis)).build();
    double ceilingMillis = initialMillis * Math.pow(2, Math.min(failures - 1, 5));
    Duration delay = Retries.delay(policy, failures, null, new Random(seed));
    assertThat(delay).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(delay.toNanos() / 1e6).isLessThanOrEqualTo(ceilingMillis);
  }

  @Example
  void decimalSecondsAreRoundedUp() {
    assertThat(RetryAfter.parse("2.5", NOW)).isEqualTo(Duration.ofSeconds(3));
    assertThat(RetryAfter.parse("2.0", NOW)).isEqualTo(Duration.ofSeconds(2));
    assertThat(RetryAfter.parse("0.001", NOW)).isEqualTo(Duration.ofSeconds(1));
    assertThat(RetryAfter.parse("2.", NOW)).isNull();
    assertThat(RetryAfter.parse("1e3", NOW)).isNull();
  }

  @Example
  void httpDateIsParsedInAnyLocale() {
    Locale before = Locale.getDefault();
    try {
      for (Locale locale :
          List.of(Locale.US, Locale.GERMANY, Locale.forLanguageTag("th-TH-u-ca-buddhist"))) {
        Locale.setDefault(locale);
        assertThat(RetryAfter.parse("Fri, 20 Nov 2026 10:00:05 GMT", NOW)).hasSeconds(5);
      }
    } finally {
      Locale.setDefault(before);
    }
  }

  @Property(seed = "-1753636273")
  void everyNumberOfSecondsIsRead(@ForAll @LongRange(min = 0, max = 999999999) long seconds) {
    assertThat(RetryAfter.parse(Long.toString(seconds), NOW))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Property(seed = "-365705058")
  void noHeaderMakesTheReaderThrow(@ForAll String header) {
    Duration retryAfter = RetryAfter.parse(header, NOW);
    assertThat(retryAfter == null || !retryAfter.isNegative()).isTrue();
  }

  @Example
  void hugeNumberExceedsEveryMaximum() {
    assertThat(RetryAfter.parse("99999999999999999999999", NOW)).isGreaterThan(Duration.ofHours(1));
    assertThat(RetryAfter.parse("-5", NOW)).isNull();
  }

  @Example
  void jitterReachesItsMaximumAndZero() {
    RetryPolicy policy = RetryPolicy.builder().initialBackoff(Duration.ofNanos(3)).build();
    Set<Long> drawn = new HashSet<>();
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) drawn.add(Retries.delay(policy, 1, null, random).toNanos());
    assertThat(drawn).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
  }

  @Example
  void maxBackoffDoublesWithEachFailureUpToItsMaximum() {
    RetryPolicy policy = RetryPolicy.standard();
    assertThat(Retries.maxBackoff(policy, 1)).isEqualTo(Duration.ofMillis(250));
    assertThat(Retries.maxBackoff(policy, 2)).isEqualTo(Duration.ofMillis(500));
    assertThat(Retries.maxBackoff(policy, 5)).isEqualTo(Duration.ofSeconds(4));
    assertThat(Retries.maxBackoff(policy, 6)).isEqualTo(Duration.ofSeconds(8));
    assertThat(Retries.maxBackoff(policy, 60)).isEqualTo(Duration.ofSeconds(8));
  }

  @Example
  void emptyHeaderMeansNoWait() {
    assertThat(RetryAfter.parse("  ", NOW)).isNull();
    assertThat(RetryAfter.parse(null, NOW)).isNull();
  }

  @Example
  void dateMeansAWaitFromNow() {
    assertThat(RetryAfter.parse("Fri, 20 Nov 2026 10:00:30 GMT", NOW))
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(RetryAfter.parse("Fri, 20 Nov 2026 09:59:30 GMT", NOW)).isEqualTo(Duration.ZERO);
  }

  private final RetryRegistry registry = RetryRegistry.ofDefaults();

  @Example
  void retryOfAClientRefusesOtherCalls() {
    boolean unused = retries().newAttempts(RetryPolicy.none()) != null;
    Retry retry = registry.find("freight-1").orElseThrow();
    assertThatThrownBy(
            () ->
                retry.executeRunnable(
                    () -> {
                      throw new IllegalArgumentException("of the application");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("FreightClient");
  }

  private Retries retries() {
    return new Retries(registry, RetryPolicy.standard(), () -> NOW, new Random(1));
  }
}

package io.freightsdk.internal.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/**
 * Formats durations for messages: {@code 24 hours}, {@code 5 minutes}, {@code 1.7 s}, {@code 250
 * ms}.
 */
public final class DurationFormat {
  private static final long MINUTE_MILLIS = 60_000;
  private static final long HOUR_MILLIS = 60 * MINUTE_MILLIS;
  private static final long DAY_MILLIS = 24 * HOUR_MILLIS;

  private DurationFormat() {}

  /**
   * Formats the duration in the largest unit that divides it, otherwise in seconds with one
   * decimal. One day is {@code 24 hours}, because a calendar day can be shorter or longer.
   */
  public static String format(Duration time) {
    long millis = time.toMillis();
    if (millis < 1000) return millis + " ms";
    if (millis > DAY_MILLIS && millis % DAY_MILLIS == 0) return millis / DAY_MILLIS + " days";
    if (millis % HOUR_MILLIS == 0) return count(millis / HOUR_MILLIS, "hour");
    if (millis % MINUTE_MILLIS == 0) return count(millis / MINUTE_MILLIS, "minute");
    BigDecimal seconds = BigDecimal.valueOf(millis, 3).setScale(1, RoundingMode.HALF_UP);
    return seconds.stripTrailingZeros().toPlainString() + " s";
  }

  private static String count(long number, String unit) {
    return number + " " + unit + (number == 1 ? "" : "s");
  }
}

package io.freightsdk.internal.text;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code Retry-After} header (RFC 9110, section 10.2.3): seconds or an HTTP date. Decimals,
 * which some gateways send, are rounded up to whole seconds.
 */
public final class RetryAfter {
  /** Longer than any maximum, and short enough to prevent an overflow. */
  private static final int MAX_DIGITS = 9;

  private static final Duration MAX_WAIT = Duration.ofDays(36_500);

  private static final Pattern SECONDS = Pattern.compile("([0-9]+)(\\.[0-9]+)?");

  private RetryAfter() {}

  /** The wait from {@code now}: zero for a past date, null for a missing or unreadable header. */
  public static @Nullable Duration parse(@Nullable String header, Instant now) {
    String text = header == null ? "" : header.trim();
    if (text.isEmpty()) {
      return null;
    }
    Matcher seconds = SECONDS.matcher(text);
    if (seconds.matches()) {
      String whole = seconds.group(1);
      if (whole.length() > MAX_DIGITS) return MAX_WAIT;
      boolean hasFraction = seconds.group(2) != null && !seconds.group(2).matches("\\.0+");
      return Duration.ofSeconds(Long.parseLong(whole) + (hasFraction ? 1 : 0));
    }
    Instant date = date(text);
    if (date == null) return null;
    return date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO;
  }

  /**
   * An HTTP date (RFC 9110, section 5.6.7); null if it is none. The two obsolete forms are not
   * read.
   */
  private static @Nullable Instant date(String text) {
    try {
      return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException none) {
      return null;
    }
  }
}

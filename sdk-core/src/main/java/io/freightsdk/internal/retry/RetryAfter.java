package io.freightsdk.internal.retry;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** Reads a {@code Retry-After} header (RFC 9110, section 10.2.3): seconds or an HTTP date. */
public final class RetryAfter {
  /** Longer than any cap; keeps the arithmetic away from overflow. */
  private static final int MAX_DIGITS = 9;

  private RetryAfter() {}

  /** How long to wait from {@code now}: zero for a past date, null for no or no readable header. */
  public static @Nullable Duration parse(@Nullable String header, Instant now) {
    String text = header == null ? "" : header.trim();
    if (text.isEmpty()) {
      return null;
    }
    if (text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return text.length() > MAX_DIGITS
          ? Duration.ofDays(1)
          : Duration.ofSeconds(Long.parseLong(text));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return date.isAfter(now) ? Duration.between(now, date) : Duration.ZERO;
    } catch (DateTimeParseException notADate) {
      return null;
    }
  }
}

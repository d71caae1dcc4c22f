package io.freightsdk.internal.text;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code Retry-After} header (RFC 9110, section 10.2.3): seconds or an HTTP date. Decimals,
 * which some gateways send, are rounded up to whole seconds.
 */
public final class RetryAfter {
  /** Longer than any maximum. */
  private static final Duration MAX_WAIT = Duration.ofDays(36_500);

  private static final Pattern SECONDS = Pattern.compile("[0-9]+(\\.[0-9]+)?");

  private RetryAfter() {}

  /** The wait from {@code now}: zero for a past date, null for a missing or unreadable header. */
  public static @Nullable Duration parse(@Nullable String header, Instant now) {
    String text = header == null ? "" : header.trim();
    if (SECONDS.matcher(text).matches()) {
      BigDecimal seconds = new BigDecimal(text).setScale(0, RoundingMode.CEILING);
      return Duration.ofSeconds(
          seconds.min(BigDecimal.valueOf(MAX_WAIT.toSeconds())).longValueExact());
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

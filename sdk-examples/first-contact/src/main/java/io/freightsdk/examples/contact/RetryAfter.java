package io.freightsdk.examples.contact;

import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After}: seconds, or a date. */
final class RetryAfter {
  private static final Duration WITHOUT = Duration.ofSeconds(30);

  private RetryAfter() {}

  /** How long an answer asks to wait; half a minute if it does not say. */
  static Duration of(Answer answer, Instant now) {
    Duration said = said(answer, now);
    return said == null ? WITHOUT : said;
  }

  /** How long an answer asks to wait; null if it does not say it in one of the two forms. */
  static @Nullable Duration said(Answer answer, Instant now) {
    String value = answer.header("Retry-After");
    if (value == null) return null;
    if (value.strip().matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(value.strip()));
    }
    Instant date = date(value);
    if (date == null) return null;
    Instant theirs = date(String.valueOf(answer.header("Date")));
    Duration wait = Duration.between(theirs == null ? now : theirs, date);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  /** The time of a header in the form of HTTP; null if it has another form. */
  static @Nullable Instant date(String value) {
    try {
      return ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
    } catch (DateTimeParseException otherForm) {
      return null;
    }
  }
}

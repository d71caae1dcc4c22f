package io.freightsdk.model.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Parses the instants of the API: ISO 8601 with an offset. */
public final class Instants {
  private static final String SECONDS = "2026-11-20T16:20:00Z";
  private static final String MILLISECONDS = "2026-11-20T16:20:00.123Z";

  private static final Instant MIN = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private static final DateTimeFormatter ISO = DateTimeFormatter.ISO_OFFSET_DATE_TIME;

  /** With an offset such as -0500 or -05, which the formatter of the JDK rejects. */
  private static final DateTimeFormatter EXTENDED =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
          .appendOffset("+HHmm", "Z")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  /** Such as 20261120T162000Z. */
  private static final DateTimeFormatter BASIC =
      new DateTimeFormatterBuilder()
          .parseCaseInsensitive()
          .appendValue(ChronoField.YEAR, 4)
          .appendValue(ChronoField.MONTH_OF_YEAR, 2)
          .appendValue(ChronoField.DAY_OF_MONTH, 2)
          .appendLiteral('T')
          .appendValue(ChronoField.HOUR_OF_DAY, 2)
          .appendValue(ChronoField.MINUTE_OF_HOUR, 2)
          .optionalStart()
          .appendValue(ChronoField.SECOND_OF_MINUTE, 2)
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
          .optionalEnd()
          .optionalEnd()
          .appendOffset("+HHmm", "Z")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private Instants() {}

  /**
   * Parses a date, a time and an offset, in the extended or the basic format of ISO 8601. Seconds
   * are optional. Null for any other text, and outside the years 1 to 9999 (UTC), where later
   * arithmetic could overflow.
   */
  public static @Nullable Instant parse(String text) {
    Instant instant = parseUsual(text);
    if (instant == null) instant = parseGeneral(text);
    boolean usable = instant != null && !instant.isBefore(MIN) && !instant.isAfter(MAX);
    return usable ? instant : null;
  }

  /**
   * Parses the form in which the service writes each fix of a track, with or without milliseconds.
   * The formatters of the JDK take ten times as long. Null for any other text.
   */
  static @Nullable Instant parseUsual(String text) {
    boolean hasMillis = text.length() == MILLISECONDS.length();
    boolean isUsual =
        (hasMillis ? text.charAt(19) == '.' : text.length() == SECONDS.length())
            && text.charAt(4) == '-'
            && text.charAt(7) == '-'
            && text.charAt(10) == 'T'
            && text.charAt(13) == ':'
            && text.charAt(16) == ':'
            && text.charAt(text.length() - 1) == 'Z';
    if (!isUsual) return null;

    int year = digits(text, 0, 4);
    int month = digits(text, 5, 7);
    int day = digits(text, 8, 10);
    int hour = digits(text, 11, 13);
    int minute = digits(text, 14, 16);
    int second = digits(text, 17, 19);
    int millis = hasMillis ? digits(text, 20, 23) : 0;
    boolean numbers = (year | month | day | hour | minute | second | millis) >= 0;
    if (!numbers) return null;

    try {
      return LocalDateTime.of(year, month, day, hour, minute, second, millis * 1_000_000)
          .toInstant(ZoneOffset.UTC);
    } catch (DateTimeException noSuchTime) {
      return null;
    }
  }

  /** The number of these digits; negative if a character is not a digit. */
  private static int digits(String text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) return -1;
      number = 10 * number + digit;
    }
    return number;
  }

  private static @Nullable Instant parseGeneral(String text) {
    Instant instant = parseOrNull(text, Instant::parse);
    if (instant == null)
      instant = parseOrNull(text, withoutSeconds -> parseWith(withoutSeconds, ISO));
    if (instant == null)
      instant = parseOrNull(text, shortOffset -> parseWith(shortOffset, EXTENDED));
    if (instant == null) instant = parseOrNull(text, basic -> parseWith(basic, BASIC));
    return instant;
  }

  private static Instant parseWith(String text, DateTimeFormatter format) {
    return OffsetDateTime.parse(text.replace(',', '.'), format).toInstant();
  }

  private static @Nullable Instant parseOrNull(String text, Function<String, Instant> form) {
    try {
      return form.apply(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}

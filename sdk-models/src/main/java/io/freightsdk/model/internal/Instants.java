package io.freightsdk.model.internal;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Instants as the API writes them: ISO 8601 with an offset. The usual form is parsed here; any
 * other form is parsed by the JDK.
 */
public final class Instants {
  private static final int SECONDS_PER_DAY = 86_400;

  /** {@code 2026-11-20T16:20:00.123456789Z}. */
  static final int LONGEST = 30;

  private static final long FIRST_SECOND = Instant.parse("0001-01-01T00:00:00Z").getEpochSecond();
  private static final long LAST_SECOND = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

  private Instants() {}

  /**
   * Reads a date, a time and an offset; seconds may be left out. Null for anything else, and for an
   * instant outside the years 1 to 9999 (UTC), with which later arithmetic could overflow.
   */
  public static @Nullable Instant parse(String text) {
    Instant instant = plain(text);
    if (instant == null) instant = general(text);
    return instant == null || outOfBounds(instant) ? null : instant;
  }

  private static @Nullable Instant general(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      return withoutSeconds(text);
    }
  }

  private static @Nullable Instant withoutSeconds(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static boolean outOfBounds(Instant instant) {
    long second = instant.getEpochSecond();
    return second < FIRST_SECOND || second > LAST_SECOND;
  }

  /**
   * Reads {@code 2026-11-20T16:20:00[.123456789](Z|+05:00)} from year 1 to 9999; null for anything
   * else, also for what may be an instant in another form.
   */
  static @Nullable Instant plain(String text) {
    if (text.length() < 20 || !punctuated(text)) return null;
    int year = two(text, 0) * 100 + two(text, 2);
    int month = two(text, 5);
    int day = two(text, 8);
    int hour = two(text, 11);
    int minute = two(text, 14);
    int second = two(text, 17);
    // A pair that is not a number is very negative, and so is every sum with it.
    boolean inRange = year > 0 && month > 0 && day > 0 && hour >= 0 && minute >= 0 && second >= 0;
    boolean exists = month <= 12 && day <= daysOf(month, year);
    boolean onTheClock = hour < 24 && minute < 60 && second < 60;
    if (!inRange || !exists || !onTheClock) return null;

    int at = 19;
    int nanos = 0;
    if (text.charAt(at) == '.') {
      int scale = 100_000_000;
      for (at++; at < text.length() && isDigit(text.charAt(at)); at++, scale /= 10)
        nanos += scale * (text.charAt(at) - '0');
      int decimals = at - 20;
      if (decimals < 1 || decimals > 9) return null;
    }
    int offset = offsetSeconds(text, at);
    if (offset == Integer.MIN_VALUE) return null;
    int secondOfDay = hour * 3600 + minute * 60 + second;
    long midnight = daysSinceEpoch(year, month, day) * SECONDS_PER_DAY;
    return Instant.ofEpochSecond(midnight + secondOfDay - offset, nanos);
  }

  private static boolean punctuated(String text) {
    return text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':';
  }

  /** The offset that fills the rest of the text; MIN_VALUE for none, or one in another form. */
  private static int offsetSeconds(String text, int at) {
    if (text.length() - at == 1 && text.charAt(at) == 'Z') return 0;
    boolean signed =
        text.length() - at == 6
            && (text.charAt(at) == '+' || text.charAt(at) == '-')
            && text.charAt(at + 3) == ':';
    if (!signed) return Integer.MIN_VALUE;
    int hours = two(text, at + 1);
    int minutes = two(text, at + 4);
    boolean inRange = hours >= 0 && hours < 18 && minutes >= 0 && minutes < 60;
    if (!inRange) return Integer.MIN_VALUE;
    int seconds = hours * 3600 + minutes * 60;
    return text.charAt(at) == '-' ? -seconds : seconds;
  }

  /** Two digits as a number; below -100000 when one is not a digit. */
  private static int two(String text, int at) {
    boolean digits = isDigit(text.charAt(at)) && isDigit(text.charAt(at + 1));
    return digits ? (text.charAt(at) - '0') * 10 + (text.charAt(at + 1) - '0') : -1_000_000;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int daysOf(int month, int year) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /** Days from 1970-01-01, counted in years that begin in March so that the leap day comes last. */
  private static long daysSinceEpoch(int year, int month, int day) {
    int y = month > 2 ? year : year - 1;
    int era = y / 400;
    int yearOfEra = y - era * 400;
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097L + dayOfEra - 719_468;
  }

  /**
   * The same as {@link Instant#toString}, in a third of the time for the years 1 to 9999.
   *
   * @param text overwritten; has room for {@link #LONGEST} characters
   */
  static String format(Instant instant, byte[] text) {
    if (outOfBounds(instant)) return instant.toString();
    return new String(text, 0, write(instant, text), StandardCharsets.ISO_8859_1);
  }

  /** Returns where the text ends. */
  private static int write(Instant instant, byte[] to) {
    long second = instant.getEpochSecond();
    int secondOfDay = (int) Math.floorMod(second, (long) SECONDS_PER_DAY);
    writeDate((int) Math.floorDiv(second, (long) SECONDS_PER_DAY), to);
    to[10] = 'T';
    writeTwo(secondOfDay / 3600, to, 11);
    to[13] = ':';
    writeTwo(secondOfDay / 60 % 60, to, 14);
    to[16] = ':';
    writeTwo(secondOfDay % 60, to, 17);
    int end = writeNanos(instant.getNano(), to, 19);
    to[end] = 'Z';
    return end + 1;
  }

  /** The reverse of {@link #daysSinceEpoch}. */
  private static void writeDate(int days, byte[] to) {
    int sinceMarch0000 = days + 719_468;
    int era = sinceMarch0000 / 146_097;
    int dayOfEra = sinceMarch0000 - era * 146_097;
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    int year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    writeTwo(year / 100, to, 0);
    writeTwo(year % 100, to, 2);
    to[4] = '-';
    writeTwo(month, to, 5);
    to[7] = '-';
    writeTwo(day, to, 8);
  }

  /** Writes none, three, six or nine decimals, whichever is exact. */
  private static int writeNanos(int nanos, byte[] to, int at) {
    if (nanos == 0) return at;
    int decimals = nanos % 1_000_000 == 0 ? 3 : nanos % 1_000 == 0 ? 6 : 9;
    to[at] = '.';
    int rest = nanos;
    int power = 100_000_000;
    for (int i = 1; i <= decimals; i++, power /= 10) {
      to[at + i] = (byte) ('0' + rest / power);
      rest %= power;
    }
    return at + 1 + decimals;
  }

  private static void writeTwo(int number, byte[] to, int at) {
    to[at] = (byte) ('0' + number / 10);
    to[at + 1] = (byte) ('0' + number % 10);
  }
}

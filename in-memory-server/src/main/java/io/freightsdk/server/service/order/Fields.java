package io.freightsdk.server.service.order;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one JSON object and collects the dotted paths of those that are missing or
 * invalid. JSON null counts as absent.
 */
public final class Fields {
  /** A digit for each zero. */
  private static final String USUAL = "0000-00-00T00:00:00Z";

  private final Map<?, ?> object;
  private final String list;
  private final int index;
  private final List<String> invalid;

  /** Of the body. */
  Fields(Map<?, ?> object, List<String> invalid) {
    this(object, "", 0, invalid);
  }

  /** Of an element of a list of the body. */
  Fields(Map<?, ?> object, String list, int index, List<String> invalid) {
    this.object = object;
    this.list = list;
    this.index = index;
    this.invalid = invalid;
  }

  /** The text of a required member, trimmed; empty, and recorded as invalid, when there is none. */
  String requiredText(String name, Predicate<String> valid) {
    if (object.get(name) instanceof String text && valid.test(text.trim())) return text.trim();
    note(name);
    return "";
  }

  /** The text of an optional member, trimmed; null when absent or blank. */
  @Nullable String text(String name) {
    Object value = object.get(name);
    if (value == null) return null;
    if (value instanceof String text) return text.isBlank() ? null : text.trim();
    note(name);
    return null;
  }

  /** An optional number of at least zero. */
  @Nullable BigDecimal amount(String name) {
    Object value = object.get(name);
    if (value == null) return null;
    if (value instanceof BigDecimal number && number.signum() >= 0 && isOrdinary(number)) {
      return number;
    }
    note(name);
    return null;
  }

  /** As {@link #amount}, for what is not money. */
  @Nullable Double quantity(String name) {
    BigDecimal number = amount(name);
    return number == null ? null : Double.valueOf(number.doubleValue());
  }

  /** An optional coordinate in degrees, from {@code -limit} to {@code limit}. */
  @Nullable Double degrees(String name, double limit) {
    Object value = object.get(name);
    if (value == null) return null;
    if (value instanceof BigDecimal number && Math.abs(number.doubleValue()) <= limit) {
      return number.doubleValue();
    }
    note(name);
    return null;
  }

  /** An optional ISO 8601 instant with its offset. */
  @Nullable Instant instant(String name) {
    Object value = object.get(name);
    if (value == null) return null;
    Instant instant = value instanceof String text ? parseInstant(text) : null;
    if (instant == null) note(name);
    return instant;
  }

  @Nullable Object raw(String name) {
    return object.get(name);
  }

  void note(String name) {
    invalid.add(list.isEmpty() ? name : list + "." + index + "." + name);
  }

  /** ISO 8601 with an offset, in the years 0 to 9999 of UTC; null otherwise. */
  public static @Nullable Instant parseInstant(String text) {
    String trimmed = text.trim();
    try {
      if (isUsual(trimmed)) return usual(trimmed);
      // In UTC, as the answers will give it: at the edge its year is another one than here.
      OffsetDateTime parsed = OffsetDateTime.parse(trimmed).withOffsetSameInstant(ZoneOffset.UTC);
      boolean onTheWire = parsed.getYear() >= 0 && parsed.getYear() <= 9999;
      return onTheWire ? parsed.toInstant() : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** {@code 2026-01-05T16:00:00Z}: the JDK's formatters need 3 KB and 2 us for each. */
  private static boolean isUsual(String text) {
    if (text.length() != USUAL.length()) return false;
    for (int i = 0; i < USUAL.length(); i++) {
      char c = text.charAt(i);
      boolean fits = USUAL.charAt(i) == '0' ? c >= '0' && c <= '9' : c == USUAL.charAt(i);
      if (!fits) return false;
    }
    return true;
  }

  private static Instant usual(String text) {
    LocalDate day = LocalDate.of(digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10));
    LocalTime time = LocalTime.of(digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19));
    return Instant.ofEpochSecond(day.toEpochSecond(time, ZoneOffset.UTC));
  }

  private static int digits(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  /** Refuses numbers whose plain form would need too much memory. */
  private static boolean isOrdinary(BigDecimal number) {
    return Math.abs((long) number.scale()) <= 30;
  }
}

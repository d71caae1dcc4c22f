package io.freightsdk.server.service.order;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one JSON object and collects the dotted paths of those that are missing or
 * invalid. JSON null counts as absent.
 */
public final class Fields {
  private static final String PLAIN = "0000-00-00T00:00:00Z";

  private final Map<?, ?> object;
  private final String prefix;
  private final List<String> invalid;

  private final Repeated repeated;

  Fields(Map<?, ?> object, String prefix, List<String> invalid, Repeated repeated) {
    this.repeated = repeated;
    this.object = object;
    this.prefix = prefix;
    this.invalid = invalid;
  }

  /** The text of a required member, trimmed; empty, and recorded as invalid, when there is none. */
  String requiredText(String name, Predicate<String> valid) {
    if (object.get(name) instanceof String text && valid.test(text.trim())) {
      return repeated.once(text.trim());
    }
    note(name);
    return "";
  }

  /** The text of an optional member, trimmed; null when absent or blank. */
  @Nullable String text(String name) {
    Object value = object.get(name);
    if (value == null) return null;
    if (value instanceof String text) return text.isBlank() ? null : repeated.once(text.trim());
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

  Fields within(Map<?, ?> inner, String path) {
    return new Fields(inner, path, invalid, repeated);
  }

  @Nullable Object raw(String name) {
    return object.get(name);
  }

  void note(String name) {
    invalid.add(prefix + name);
  }

  /** ISO 8601 with an offset, in the years 0 to 9999 of UTC; null otherwise. */
  public static @Nullable Instant parseInstant(String text) {
    String trimmed = text.trim();
    Instant plain = plainInstant(trimmed);
    if (plain != null) return plain;
    try {
      // In UTC, as the answers will give it: at the edge its year is another one than here.
      OffsetDateTime parsed = OffsetDateTime.parse(trimmed).withOffsetSameInstant(ZoneOffset.UTC);
      boolean onTheWire = parsed.getYear() >= 0 && parsed.getYear() <= 9999;
      return onTheWire ? parsed.toInstant() : null;
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** The instant of {@code 2026-11-20T16:20:00Z}, the usual form; null for any other. */
  private static @Nullable Instant plainInstant(String text) {
    if (text.length() != PLAIN.length()) return null;
    for (int i = 0; i < PLAIN.length(); i++) {
      char c = text.charAt(i);
      boolean fits = PLAIN.charAt(i) == '0' ? c >= '0' && c <= '9' : c == PLAIN.charAt(i);
      if (!fits) return null;
    }
    int year = two(text, 0) * 100 + two(text, 2);
    int month = two(text, 5);
    int day = two(text, 8);
    int second = two(text, 17);
    boolean exists = month >= 1 && month <= 12 && day >= 1 && day <= 28;
    boolean onTheClock = two(text, 11) < 24 && two(text, 14) < 60 && second < 60;
    if (!exists || !onTheClock) return null;
    long minutes = LocalDate.of(year, month, day).toEpochDay() * 1440L;
    return Instant.ofEpochSecond((minutes + two(text, 11) * 60L + two(text, 14)) * 60 + second);
  }

  private static int two(String text, int at) {
    return (text.charAt(at) - '0') * 10 + (text.charAt(at + 1) - '0');
  }

  /** Refuses numbers whose plain form would need too much memory. */
  private static boolean isOrdinary(BigDecimal number) {
    return Math.abs((long) number.scale()) <= 30;
  }

  /**
   * Shares equal values such as cities and docks between loads, because there may be hundreds of
   * thousands of loads and most of their values are the same. Bounded; safe for several threads.
   */
  static final class Repeated {
    private static final int SLOTS = 4096;
    private static final int LONGEST = 64;

    private final AtomicReferenceArray<Object> values = new AtomicReferenceArray<>(SLOTS);

    /** An equal value that was seen before, if it is still known; otherwise this one. */
    @SuppressWarnings("unchecked") // An equal record or text is of the same class.
    <T> T once(T value) {
      if (value instanceof String text && text.length() > LONGEST) return value;
      int hash = value.hashCode();
      int slot = (hash ^ (hash >>> 16)) & (SLOTS - 1);
      Object known = values.get(slot);
      if (value.equals(known)) return (T) known;
      values.set(slot, value);
      return value;
    }
  }
}

package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time over which a limit adds up, cut into slots: a spend counts in the slot of its time, and
 * the window holds the slots that it overlaps. The oldest one, partly covered, counts whole: money
 * is freed late by at most 1/256 of a sliding window, never early. Pure; times are microseconds
 * since 1970.
 *
 * @param spanMicros length of a sliding window; 0 for calendar days
 * @param zone whose calendar days; null for a sliding window
 */
public record Window(long spanMicros, @Nullable ZoneId zone) {
  /** A sliding window overlaps at most this many slots at once. */
  public static final int MAX_SLOTS = 257;

  private static final int PARTS = MAX_SLOTS - 1;
  private static final String DAYS = "days ";

  /** The window of a limit; null if it has none. */
  static @Nullable Window of(SpendLimit limit) {
    Duration span = limit.window();
    return switch (limit.kind()) {
      case PER_CALL, TOTAL -> null;
      case CALENDAR_DAY -> new Window(0, limit.zone());
      case WINDOW -> span == null ? null : new Window(span.toNanos() / 1000, null);
    };
  }

  /** How storages name it: {@code PT1H}, {@code days Europe/Berlin}. */
  public String name() {
    return zone == null ? length().toString() : DAYS + zone;
  }

  public static Window named(String name) {
    return name.startsWith(DAYS)
        ? new Window(0, ZoneId.of(name.substring(DAYS.length())))
        : new Window(Duration.parse(name).toNanos() / 1000, null);
  }

  /** A limit of this window. */
  SpendLimit limit(String path, BigDecimal usd) {
    return zone == null
        ? new SpendLimit(path, SpendLimit.Kind.WINDOW, length(), null, usd)
        : new SpendLimit(path, SpendLimit.Kind.CALENDAR_DAY, null, zone, usd);
  }

  private Duration length() {
    return Duration.of(spanMicros, ChronoUnit.MICROS);
  }

  long slotOf(long micros) {
    if (zone == null) return Math.floorDiv(micros, width());
    return Times.instant(micros).atZone(zone).toLocalDate().toEpochDay();
  }

  /** The oldest slot that counts now. */
  long oldestSlot(long nowMicros) {
    return zone == null ? Math.floorDiv(nowMicros - spanMicros, width()) : slotOf(nowMicros);
  }

  /** When a slot begins. */
  long startOf(long slot) {
    if (zone == null) return slot * width();
    return Times.micros(LocalDate.ofEpochDay(slot).atStartOfDay(zone).toInstant());
  }

  /** The first moment at which a slot no longer counts. */
  Instant freesAt(long slot) {
    if (zone == null) return Times.instant((slot + 1) * width() + spanMicros);
    return LocalDate.ofEpochDay(slot + 1).atStartOfDay(zone).toInstant();
  }

  private long width() {
    return (spanMicros + PARTS - 1) / PARTS;
  }
}

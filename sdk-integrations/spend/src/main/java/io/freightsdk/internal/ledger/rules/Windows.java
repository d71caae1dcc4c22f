package io.freightsdk.internal.ledger.rules;

import io.freightsdk.spend.SpendLimit;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Objects;

/** When the window of a limit begins, and when an amount leaves it. */
public final class Windows {
  private Windows() {}

  /** What counts at this time or later is in the window. */
  public static long begin(SpendLimit limit, long now) {
    return switch (limit.kind()) {
      case ROLLING -> now - length(limit) + 1;
      case CALENDAR_DAY -> midnight(limit, day(limit, now));
      case CALENDAR_MONTH -> midnight(limit, firstOfMonth(limit, now));
      case TOTAL -> LedgerRows.EVER;
    };
  }

  /** When the window has passed what counts at a time. */
  public static long leavesAt(SpendLimit limit, long windowTime) {
    return switch (limit.kind()) {
      case ROLLING -> windowTime + length(limit);
      case CALENDAR_DAY -> midnight(limit, day(limit, windowTime).plusDays(1));
      case CALENDAR_MONTH -> midnight(limit, firstOfMonth(limit, windowTime).plusMonths(1));
      case TOTAL -> Long.MAX_VALUE;
    };
  }

  private static long length(SpendLimit limit) {
    return Micros.of(Objects.requireNonNull(limit.rollingPeriod()));
  }

  private static LocalDate firstOfMonth(SpendLimit limit, long at) {
    return day(limit, at).withDayOfMonth(1);
  }

  private static LocalDate day(SpendLimit limit, long at) {
    return Micros.instant(at).atZone(zone(limit)).toLocalDate();
  }

  private static long midnight(SpendLimit limit, LocalDate day) {
    return Micros.of(day.atStartOfDay(zone(limit)).toInstant());
  }

  private static ZoneId zone(SpendLimit limit) {
    return Objects.requireNonNull(limit.zone());
  }
}

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
      case WINDOW -> now - length(limit) + 1;
      case CALENDAR_DAY -> midnight(limit, now, 0);
      case TOTAL -> LedgerRows.EVER;
    };
  }

  /** When the window has passed what counts at a time. */
  public static long leavesAt(SpendLimit limit, long windowTime) {
    return switch (limit.kind()) {
      case WINDOW -> windowTime + length(limit);
      case CALENDAR_DAY -> midnight(limit, windowTime, 1);
      case TOTAL -> Long.MAX_VALUE;
    };
  }

  private static long length(SpendLimit limit) {
    return Micros.of(Objects.requireNonNull(limit.window()));
  }

  private static long midnight(SpendLimit limit, long at, int days) {
    ZoneId zone = Objects.requireNonNull(limit.zone());
    LocalDate day = Micros.instant(at).atZone(zone).toLocalDate();
    return Micros.of(day.plusDays(days).atStartOfDay(zone).toInstant());
  }
}

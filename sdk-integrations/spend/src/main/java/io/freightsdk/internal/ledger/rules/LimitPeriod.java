package io.freightsdk.internal.ledger.rules;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The current period of a limit, and the amounts that count in it.
 *
 * @param scope path; includes the scopes inside it
 * @param operation null for all operations
 * @param since adds up entries that count at this time or later; {@link #EVER} includes purged ones
 */
public record LimitPeriod(String scope, @Nullable Operation operation, Instant since) {
  public static final Instant EVER = Instant.MIN;

  /** Whether it has no beginning, so that purged entries count, too. */
  public boolean isEver() {
    return since.equals(EVER);
  }

  static LimitPeriod of(SpendLimit limit, Instant now) {
    return new LimitPeriod(limit.scope(), limit.operation(), start(limit, now));
  }

  /** Returns the first time in the current period. */
  public static Instant start(SpendLimit limit, Instant now) {
    return switch (limit.kind()) {
      case ROLLING -> now.minus(length(limit)).plus(1, ChronoUnit.MICROS);
      case CALENDAR_DAY -> day(limit, now).atStartOfDay(zone(limit)).toInstant();
      case CALENDAR_MONTH -> firstOfMonth(limit, now).atStartOfDay(zone(limit)).toInstant();
      case TOTAL -> EVER;
    };
  }

  /** Returns when an amount that counts at a time is no longer in the period. */
  static Instant leavesAt(SpendLimit limit, Instant chargeableUntil) {
    return switch (limit.kind()) {
      case ROLLING -> chargeableUntil.plus(length(limit));
      case CALENDAR_DAY ->
          day(limit, chargeableUntil).plusDays(1).atStartOfDay(zone(limit)).toInstant();
      case CALENDAR_MONTH ->
          firstOfMonth(limit, chargeableUntil).plusMonths(1).atStartOfDay(zone(limit)).toInstant();
      case TOTAL -> Instant.MAX;
    };
  }

  private static Duration length(SpendLimit limit) {
    return Objects.requireNonNull(limit.rollingPeriod());
  }

  private static LocalDate firstOfMonth(SpendLimit limit, Instant at) {
    return day(limit, at).withDayOfMonth(1);
  }

  private static LocalDate day(SpendLimit limit, Instant at) {
    return at.atZone(zone(limit)).toLocalDate();
  }

  private static ZoneId zone(SpendLimit limit) {
    return Objects.requireNonNull(limit.zone());
  }
}

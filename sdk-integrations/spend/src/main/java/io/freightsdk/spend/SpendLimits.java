package io.freightsdk.spend;

import io.freightsdk.internal.text.Require;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * Caps on what a client or a {@link SpendScope} may spend, checked before a request is sent.
 *
 * <p>The live price of a call is reserved before the call is sent. When the outcome is known, a
 * charge stays counted and anything else is released. An unknown charge counts as spent until a
 * repeated call with the same key, or a person, settles it. However many threads and processes
 * share the limits, none is exceeded by a cent at the prices that were read; a price that rises
 * counts from the next reading. A call that would exceed a limit fails with {@code
 * SpendLimitExceededException} and is not sent.
 *
 * <p>A charge counts from its answer until its window has passed, an unknown one from a minute
 * after the deadline of its call. Under a total, an unknown charge counts until a person settles
 * it. A limit counts everything that the ledger knows of its scope, also what other callers spent,
 * and what was spent before the limit was set; to start over, use another scope. A limit applies
 * only to the calls that bring it.
 *
 * <p>Caps are in USD, as decimal text or BigDecimal; a cap of 0 allows only free calls. Each window
 * has one cap: {@code SpendLimits.perHour("10.00").andPerDay("50.00")}. Immutable.
 */
public final class SpendLimits {
  private static final SpendLimits NONE = new SpendLimits(List.of());

  /** As limits of the client. */
  private final List<SpendLimit> limits;

  private SpendLimits(List<SpendLimit> limits) {
    this.limits = limits;
  }

  /** No limit; those of the client and of other scopes on the path still apply. */
  public static SpendLimits none() {
    return NONE;
  }

  /** The most that may be spent in any 60 minutes. */
  public static SpendLimits perHour(String capUsd) {
    return NONE.andPerHour(capUsd);
  }

  /** The same as a number. */
  public static SpendLimits perHour(BigDecimal capUsd) {
    return NONE.andPerHour(capUsd);
  }

  /** The most that may be spent in any 24 hours; the period does not start at midnight. */
  public static SpendLimits perDay(String capUsd) {
    return NONE.andPerDay(capUsd);
  }

  /** The same as a number. */
  public static SpendLimits perDay(BigDecimal capUsd) {
    return NONE.andPerDay(capUsd);
  }

  /**
   * The most that may be spent on a calendar day, from midnight to midnight in the time zone: 23 or
   * 25 hours when its clocks change.
   */
  public static SpendLimits perDay(String capUsd, ZoneId zone) {
    return NONE.andPerDay(capUsd, zone);
  }

  /** The same as a number. */
  public static SpendLimits perDay(BigDecimal capUsd, ZoneId zone) {
    return NONE.andPerDay(capUsd, zone);
  }

  /** The most that may ever be spent in the scope. */
  public static SpendLimits total(String capUsd) {
    return NONE.andTotal(capUsd);
  }

  /** The same as a number. */
  public static SpendLimits total(BigDecimal capUsd) {
    return NONE.andTotal(capUsd);
  }

  /** These limits and {@link #perHour(String)}. */
  public SpendLimits andPerHour(String capUsd) {
    return andPerHour(Require.usd(capUsd, "perHour"));
  }

  /** These limits and {@link #perHour(BigDecimal)}. */
  public SpendLimits andPerHour(BigDecimal capUsd) {
    return andWindow(Duration.ofHours(1), cap(capUsd, "perHour"));
  }

  /** These limits and {@link #perDay(String)}. */
  public SpendLimits andPerDay(String capUsd) {
    return andPerDay(Require.usd(capUsd, "perDay"));
  }

  /** These limits and {@link #perDay(BigDecimal)}. */
  public SpendLimits andPerDay(BigDecimal capUsd) {
    return andWindow(Duration.ofDays(1), cap(capUsd, "perDay"));
  }

  private SpendLimits andWindow(Duration window, BigDecimal capUsd) {
    return and(new SpendLimit(SpendScope.CLIENT, SpendLimit.Kind.WINDOW, window, null, capUsd));
  }

  /** These limits and {@link #perDay(String, ZoneId)}. */
  public SpendLimits andPerDay(String capUsd, ZoneId zone) {
    return andPerDay(Require.usd(capUsd, "perDay"), zone);
  }

  /** These limits and {@link #perDay(BigDecimal, ZoneId)}. */
  public SpendLimits andPerDay(BigDecimal capUsd, ZoneId zone) {
    return and(
        new SpendLimit(
            SpendScope.CLIENT,
            SpendLimit.Kind.CALENDAR_DAY,
            null,
            Require.nonNull(zone, "perDay: zone"),
            cap(capUsd, "perDay")));
  }

  /** These limits and {@link #total(String)}. */
  public SpendLimits andTotal(String capUsd) {
    return andTotal(Require.usd(capUsd, "total"));
  }

  /** These limits and {@link #total(BigDecimal)}. */
  public SpendLimits andTotal(BigDecimal capUsd) {
    return and(
        new SpendLimit(SpendScope.CLIENT, SpendLimit.Kind.TOTAL, null, null, cap(capUsd, "total")));
  }

  private static BigDecimal cap(BigDecimal capUsd, String name) {
    return Require.notNegative(capUsd, name);
  }

  private SpendLimits and(SpendLimit limit) {
    for (SpendLimit other : limits) {
      if (other.spansAs(limit)) {
        throw new IllegalArgumentException("the same window has a cap already");
      }
    }
    List<SpendLimit> all = new ArrayList<>(limits);
    all.add(limit);
    return new SpendLimits(List.copyOf(all));
  }

  /** These limits, applied to the scope with this path. */
  List<SpendLimit> in(String scope) {
    return limits.stream().map(limit -> limit.in(scope)).toList();
  }

  @Override
  public String toString() {
    return "SpendLimits" + limits.stream().map(SpendLimit::description).toList();
  }
}

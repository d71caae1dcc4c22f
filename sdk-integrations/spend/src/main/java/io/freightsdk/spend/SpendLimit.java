package io.freightsdk.spend;

import io.freightsdk.internal.text.Require;
import io.freightsdk.internal.text.TimeText;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One cap on spending: for which scope, over which time, and how much.
 *
 * @param scope path of the {@link SpendScope} that it applies to; {@link SpendScope#CLIENT} for
 *     every call
 * @param kind whether it caps a sliding window, a calendar day or everything ever spent
 * @param window length of the sliding window; null unless the kind is {@link Kind#WINDOW}
 * @param zone time zone of the calendar days; null unless the kind is {@link Kind#CALENDAR_DAY}
 * @param capUsd the most that may be spent, in USD
 */
public record SpendLimit(
    String scope, Kind kind, @Nullable Duration window, @Nullable ZoneId zone, BigDecimal capUsd)
    implements Serializable {

  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final Duration LONGEST = Duration.ofDays(366);

  /**
   * Made by {@link SpendLimits}; public for tests of an application.
   *
   * @throws NullPointerException if the window or the zone of the kind is missing
   * @throws IllegalArgumentException if the kind has no such window or zone, if the window is
   *     shorter than a minute or longer than 366 days, or if the cap is negative
   */
  public SpendLimit {
    Require.nonNull(scope, "scope");
    Require.notNegative(capUsd, "capUsd");
    if (Require.nonNull(kind, "kind") == Kind.WINDOW) {
      requireWindow(window);
    } else if (window != null) {
      throw new IllegalArgumentException(kind + " has no window, got " + window);
    }
    if (kind == Kind.CALENDAR_DAY) {
      Objects.requireNonNull(zone, "zone");
    } else if (zone != null) {
      throw new IllegalArgumentException(kind + " has no zone, got " + zone);
    }
  }

  private static void requireWindow(@Nullable Duration window) {
    Objects.requireNonNull(window, "window");
    if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "expected a window of a minute to 366 days, got " + window);
    }
  }

  /** The time over which a limit sums up spending. */
  public enum Kind {
    /** Any period as long as the window. */
    WINDOW,
    /** From midnight to midnight in the limit's time zone. */
    CALENDAR_DAY,
    /** Without end. */
    TOTAL
  }

  /** The same limit, of another scope. */
  SpendLimit in(String path) {
    return new SpendLimit(path, kind, window, zone, capUsd);
  }

  /** Whether the other limit sums up over the same time. */
  boolean spansAs(SpendLimit other) {
    return kind == other.kind
        && Objects.equals(window, other.window)
        && Objects.equals(zone, other.zone);
  }

  /**
   * The limit in words, with a {@link SpendScope#readable} scope: {@code 10.00 USD per 24 hours for
   * scope client/customer/ACME 7}.
   */
  public String description() {
    String span =
        switch (kind) {
          case WINDOW -> " USD per " + (window == null ? "window" : TimeText.of(window));
          case CALENDAR_DAY -> " USD per day (" + zone + ")";
          case TOTAL -> " USD in total";
        };
    return capUsd.toPlainString() + span + " for scope " + SpendScope.readable(scope);
  }

  /** Its description. */
  @Override
  public String toString() {
    return description();
  }
}

package io.freightsdk.spend;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * One cap on what may be spent: who it binds, over which time, and how much.
 *
 * @param scope path of the {@link SpendScope} it binds; {@link SpendScope#CLIENT} for every call
 * @param kind whether it caps one call, a sliding window, a calendar day or everything ever spent
 * @param window length of the sliding window; null unless the kind is {@link Kind#WINDOW}
 * @param zone whose midnights part the days; null unless the kind is {@link Kind#CALENDAR_DAY}
 * @param capUsd the most that may be spent, in USD
 */
public record SpendLimit(
    String scope, Kind kind, @Nullable Duration window, @Nullable ZoneId zone, BigDecimal capUsd)
    implements Serializable {

  /** A limit of any kind but {@link Kind#CALENDAR_DAY}. */
  public SpendLimit(String scope, Kind kind, @Nullable Duration window, BigDecimal capUsd) {
    this(scope, kind, window, null, capUsd);
  }

  /** The time over which a limit adds up. */
  public enum Kind {
    /** Nothing is added up: no single call may cost more. */
    PER_CALL,
    /** Any stretch of time as long as the window. */
    WINDOW,
    /** From midnight to midnight in the limit's zone. */
    CALENDAR_DAY,
    /** From the first call on, without end. */
    TOTAL
  }

  /** Names the limit for people: {@code "10.00 USD per PT1H of tenant:acme"}. */
  public String description() {
    String span =
        switch (kind) {
          case PER_CALL -> " USD per call";
          case WINDOW -> " USD per " + window;
          case CALENDAR_DAY -> " USD per day in " + zone;
          case TOTAL -> " USD in total";
        };
    return capUsd.toPlainString() + span + " of " + scope;
  }
}

package io.freightsdk.spend;

import io.freightsdk.internal.text.TimeText;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * One cap on spending: for which scope, over which time, and how much.
 *
 * @param scope path of the {@link SpendScope} that it applies to; {@link SpendScope#CLIENT} for
 *     every call
 * @param kind whether it caps one call, a sliding window, a calendar day or everything ever spent
 * @param window length of the sliding window; null unless the kind is {@link Kind#WINDOW}
 * @param zone time zone of the calendar days; null unless the kind is {@link Kind#CALENDAR_DAY}
 * @param capUsd the most that may be spent, in USD
 */
public record SpendLimit(
    String scope, Kind kind, @Nullable Duration window, @Nullable ZoneId zone, BigDecimal capUsd)
    implements Serializable {

  /** A limit of any kind except {@link Kind#CALENDAR_DAY}. */
  public SpendLimit(String scope, Kind kind, @Nullable Duration window, BigDecimal capUsd) {
    this(scope, kind, window, null, capUsd);
  }

  /** The time over which a limit adds up. */
  public enum Kind {
    /** No single call may cost more; nothing is added up. */
    PER_CALL,
    /** Any period as long as the window. */
    WINDOW,
    /** From midnight to midnight in the limit's time zone. */
    CALENDAR_DAY,
    /** Everything since the first call. */
    TOTAL
  }

  /** The limit in words: {@code 10.00 USD per 24 hours for scope client/acme}. */
  public String description() {
    String span =
        switch (kind) {
          case PER_CALL -> " USD per call";
          case WINDOW -> " USD per " + (window == null ? "window" : TimeText.of(window));
          case CALENDAR_DAY -> " USD per day (" + zone + ")";
          case TOTAL -> " USD in total";
        };
    return capUsd.toPlainString() + span + " for scope " + scope;
  }
}

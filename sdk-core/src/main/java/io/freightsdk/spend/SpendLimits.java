package io.freightsdk.spend;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Caps on what a client or a {@link SpendScope} may spend, checked before a request is built.
 *
 * <p>A call is counted with its live price from before it is sent until its outcome is known. What
 * was charged stays counted; what was not is given back; an unknown outcome counts as spent until a
 * repetition under the same key or {@link SpendLedger#reconcile()} settles it. However many threads
 * and processes call, no limit is passed by a cent. A call that does not fit fails with {@code
 * SpendLimitExceededException}: nothing was sent.
 *
 * <p>A sliding window frees money up to 1/256 of its length late (14 seconds of an hour), never
 * early. A limit that is added or changed counts at once what its scope has spent before.
 *
 * <p>Immutable. Limits without any cap allow everything.
 */
public final class SpendLimits {
  private static final SpendLimits NONE = builder().build();

  private final @Nullable BigDecimal perCallUsd;
  private final List<Window> windows;
  private final @Nullable BigDecimal totalUsd;

  private SpendLimits(Builder builder) {
    this.perCallUsd = builder.perCallUsd;
    this.windows = List.copyOf(builder.windows);
    this.totalUsd = builder.totalUsd;
  }

  /** Allows everything. */
  public static SpendLimits none() {
    return NONE;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** These limits as they bind the scope with this path. */
  List<SpendLimit> in(String scope) {
    List<SpendLimit> limits = new ArrayList<>();
    if (perCallUsd != null) {
      limits.add(new SpendLimit(scope, SpendLimit.Kind.PER_CALL, null, perCallUsd));
    }
    for (Window window : windows) {
      SpendLimit.Kind kind =
          window.zone == null ? SpendLimit.Kind.WINDOW : SpendLimit.Kind.CALENDAR_DAY;
      limits.add(new SpendLimit(scope, kind, window.length, window.zone, window.capUsd));
    }
    if (totalUsd != null) {
      limits.add(new SpendLimit(scope, SpendLimit.Kind.TOTAL, null, totalUsd));
    }
    return List.copyOf(limits);
  }

  @Override
  public String toString() {
    return "SpendLimits" + in(SpendScope.CLIENT).stream().map(SpendLimit::description).toList();
  }

  private record Window(@Nullable Duration length, @Nullable ZoneId zone, BigDecimal capUsd) {}

  /** Collects caps in USD, as decimal text or BigDecimal; a cap of 0 allows only free calls. */
  public static final class Builder {
    private final List<Window> windows = new ArrayList<>();
    private @Nullable BigDecimal perCallUsd;
    private @Nullable BigDecimal totalUsd;

    private Builder() {}

    /** No single call may cost more. */
    public Builder perCall(String capUsd) {
      return perCall(Usd.of("perCall", capUsd));
    }

    public Builder perCall(BigDecimal capUsd) {
      this.perCallUsd = Usd.notNegative("perCall", capUsd);
      return this;
    }

    /** No stretch of time of this length may cost more; several windows may be given. */
    public Builder per(Duration window, String capUsd) {
      return per(window, Usd.of("per " + window, capUsd));
    }

    /**
     * No stretch of time of this length may cost more; several windows may be given.
     *
     * @throws IllegalArgumentException if the window is shorter than a millisecond or longer than
     *     366 days, or has a cap already
     */
    public Builder per(Duration window, BigDecimal capUsd) {
      if (window.toMillis() < 1 || window.compareTo(Duration.ofDays(366)) > 0) {
        throw new IllegalArgumentException(
            "per: expected a window of 1 ms to 366 days, got " + window);
      }
      return add(new Window(window, null, Usd.notNegative("per " + window, capUsd)));
    }

    private Builder add(Window window) {
      for (Window other : windows) {
        boolean same =
            Objects.equals(other.length, window.length) && Objects.equals(other.zone, window.zone);
        if (same) throw new IllegalArgumentException("per: the same window has a cap already");
      }
      windows.add(window);
      return this;
    }

    /** No stretch of 60 seconds may cost more. */
    public Builder perMinute(String capUsd) {
      return per(Duration.ofMinutes(1), capUsd);
    }

    public Builder perMinute(BigDecimal capUsd) {
      return per(Duration.ofMinutes(1), capUsd);
    }

    /** No stretch of 60 minutes may cost more. */
    public Builder perHour(String capUsd) {
      return per(Duration.ofHours(1), capUsd);
    }

    public Builder perHour(BigDecimal capUsd) {
      return per(Duration.ofHours(1), capUsd);
    }

    /** No stretch of 24 hours may cost more; it does not start at midnight. */
    public Builder perDay(String capUsd) {
      return per(Duration.ofDays(1), capUsd);
    }

    public Builder perDay(BigDecimal capUsd) {
      return per(Duration.ofDays(1), capUsd);
    }

    /**
     * No day of the calendar may cost more, from midnight to midnight in the zone: 23 or 25 hours
     * when its clocks change.
     */
    public Builder perDay(String capUsd, ZoneId zone) {
      return perDay(Usd.of("perDay", capUsd), zone);
    }

    public Builder perDay(BigDecimal capUsd, ZoneId zone) {
      return add(new Window(null, zone, Usd.notNegative("perDay", capUsd)));
    }

    /** Everything ever spent may not cost more. */
    public Builder total(String capUsd) {
      return total(Usd.of("total", capUsd));
    }

    public Builder total(BigDecimal capUsd) {
      this.totalUsd = Usd.notNegative("total", capUsd);
      return this;
    }

    public SpendLimits build() {
      return new SpendLimits(this);
    }
  }
}

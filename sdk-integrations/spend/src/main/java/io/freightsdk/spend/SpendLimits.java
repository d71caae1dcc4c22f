package io.freightsdk.spend;

import io.freightsdk.internal.text.Require;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Caps on what a client or a {@link SpendScope} may spend, checked before a request is sent.
 *
 * <p>The live price of a call is reserved before the call is sent. When the outcome is known, a
 * charge stays counted and anything else is released; an unknown charge counts as spent until a
 * repeated call with the same key, {@link SpendLedger#reconcile} or a person says what it was.
 * However many threads and processes share the limits, none is exceeded by a cent at the prices
 * that were read. A price that rises counts from the next reading. A call that would exceed a limit
 * fails with {@code SpendLimitExceededException} and is not sent.
 *
 * <p>A sliding window releases money up to a minute late, never early. What is unknown counts in it
 * from the deadline of its call. A limit counts all that the ledger knows of its scope, whoever
 * spent it and before it was set; to start over, name another scope. It binds the calls that bring
 * it: a job that brings none is under none.
 *
 * <p>Immutable. A limit that cannot be understood, such as one with a null zone, cannot be built.
 */
public final class SpendLimits {
  private static final SpendLimits NONE = builder().build();

  private final List<Window> windows;
  private final @Nullable BigDecimal totalUsd;

  private SpendLimits(Builder builder) {
    this.windows = List.copyOf(builder.windows);
    this.totalUsd = builder.totalUsd;
  }

  /** Brings no limit of its own; the limits of others hold all the same. */
  public static SpendLimits none() {
    return NONE;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** These limits, applied to the scope with this path. */
  List<SpendLimit> in(String scope) {
    List<SpendLimit> limits = new ArrayList<>();
    for (Window window : windows) {
      SpendLimit.Kind kind =
          window.zone == null ? SpendLimit.Kind.WINDOW : SpendLimit.Kind.CALENDAR_DAY;
      limits.add(new SpendLimit(scope, kind, window.length, window.zone, window.capUsd));
    }
    if (totalUsd != null) {
      limits.add(new SpendLimit(scope, SpendLimit.Kind.TOTAL, null, null, totalUsd));
    }
    return List.copyOf(limits);
  }

  @Override
  public String toString() {
    return "SpendLimits" + in(SpendScope.CLIENT).stream().map(SpendLimit::description).toList();
  }

  private record Window(@Nullable Duration length, @Nullable ZoneId zone, BigDecimal capUsd) {}

  /**
   * Builds {@link SpendLimits} from caps in USD, as decimal text or BigDecimal; a cap of 0 allows
   * only free calls. Not safe for concurrent use.
   */
  public static final class Builder {
    private final List<Window> windows = new ArrayList<>();
    private @Nullable BigDecimal totalUsd;

    private Builder() {}

    private Builder per(Duration window, BigDecimal capUsd, String name) {
      return add(new Window(window, null, Require.notNegative(capUsd, name)));
    }

    private Builder add(Window window) {
      for (Window other : windows) {
        boolean same =
            Objects.equals(other.length, window.length) && Objects.equals(other.zone, window.zone);
        if (same) throw new IllegalArgumentException("the same window has a cap already");
      }
      windows.add(window);
      return this;
    }

    /** The most that may be spent in any 60 minutes. */
    public Builder perHour(String capUsd) {
      return perHour(Require.usd(capUsd, "perHour"));
    }

    public Builder perHour(BigDecimal capUsd) {
      return per(Duration.ofHours(1), capUsd, "perHour");
    }

    /** The most that may be spent in any 24 hours; the period does not start at midnight. */
    public Builder perDay(String capUsd) {
      return perDay(Require.usd(capUsd, "perDay"));
    }

    public Builder perDay(BigDecimal capUsd) {
      return per(Duration.ofDays(1), capUsd, "perDay");
    }

    /**
     * The most that may be spent on a calendar day, from midnight to midnight in the time zone: 23
     * or 25 hours when its clocks change.
     */
    public Builder perDay(String capUsd, ZoneId zone) {
      return perDay(Require.usd(capUsd, "perDay"), zone);
    }

    public Builder perDay(BigDecimal capUsd, ZoneId zone) {
      Require.nonNull(zone, "perDay: zone");
      return add(new Window(null, zone, Require.notNegative(capUsd, "perDay")));
    }

    /** The most that may ever be spent, by all that the ledger knows of the scope. */
    public Builder total(String capUsd) {
      return total(Require.usd(capUsd, "total"));
    }

    public Builder total(BigDecimal capUsd) {
      this.totalUsd = Require.notNegative(capUsd, "total");
      return this;
    }

    public SpendLimits build() {
      return new SpendLimits(this);
    }
  }
}

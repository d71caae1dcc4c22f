package io.freightsdk.watch;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet of loads may cost, and how it is followed. Immutable.
 *
 * <pre>{@code
 * FleetOptions options = FleetOptions.builder().budget("10.00", Duration.ofDays(1)).build();
 * }</pre>
 */
public final class FleetOptions {
  private final Builder set;

  private FleetOptions(Builder set) {
    this.set = new Builder(set);
  }

  /** Starts without a budget, which has to be given. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with the options of this one. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /** Name of the fleet's {@link SpendScope}. */
  public String name() {
    return set.name;
  }

  /** What may be spent within any stretch of time as long as {@link #window()}, in USD. */
  public BigDecimal budgetUsd() {
    return set.budgetUsd;
  }

  /** The time over which the budget is counted. */
  public Duration window() {
    return set.window;
  }

  /** The part of the budget that only {@link FleetWatch#ask} may spend, in USD. */
  public BigDecimal reserveUsd() {
    BigDecimal given = set.reserveUsd;
    return given != null
        ? given
        : set.budgetUsd.multiply(Builder.RESERVE_SHARE).setScale(9, RoundingMode.DOWN);
  }

  /** A load is read again after this time at the latest, however little is expected of it. */
  public Duration longestUnread() {
    return set.longestUnread;
  }

  /** How each load is watched. */
  public WatchOptions watch() {
    return set.watch;
  }

  /** Where cursors are kept; null when the caller keeps them. */
  public @Nullable FleetCursors cursors() {
    return set.cursors;
  }

  /** The scope of everything the fleet spends, bound by its budget. */
  public SpendScope scope() {
    SpendLimits whole = SpendLimits.builder().per(window(), budgetUsd()).build();
    SpendScope around = watch().callOptions().scope();
    return around == null ? SpendScope.of(name(), whole) : around.child(name(), whole);
  }

  /** The scope of reads that the fleet decides on: what is left without the reserve. */
  public SpendScope routineScope() {
    BigDecimal most = budgetUsd().subtract(reserveUsd()).max(BigDecimal.ZERO);
    return scope().child("routine", SpendLimits.builder().per(window(), most).build());
  }

  /** Collects {@link FleetOptions}. Not safe for concurrent use. */
  public static final class Builder {
    private static final BigDecimal RESERVE_SHARE = new BigDecimal("0.10");

    private String name = "fleet";
    private BigDecimal budgetUsd = BigDecimal.ZERO;
    private Duration window = Duration.ZERO;
    private @Nullable BigDecimal reserveUsd;
    private Duration longestUnread = Duration.ofDays(1);
    private WatchOptions watch =
        WatchOptions.builder().floor(Duration.ofMinutes(2)).unlimitedReads().build();
    private @Nullable FleetCursors cursors;

    private Builder() {}

    private Builder(Builder from) {
      this.name = from.name;
      this.budgetUsd = from.budgetUsd;
      this.window = from.window;
      this.reserveUsd = from.reserveUsd;
      this.longestUnread = from.longestUnread;
      this.watch = from.watch;
      this.cursors = from.cursors;
    }

    /**
     * Name of the fleet's scope in the books: fleets of one name over one {@code SpendStore} share
     * one budget, in any number of processes. Default {@code fleet}.
     */
    public Builder name(String name) {
      this.name = name;
      return this;
    }

    /** {@link #budget(BigDecimal, Duration)} of an amount as decimal text. */
    public Builder budget(String usd, Duration window) {
      return budget(new BigDecimal(usd), window);
    }

    /**
     * What may be spent within any stretch of time of this length, in USD. Kept as a spend limit:
     * it holds over restarts and processes as far as the client's {@code SpendStore} reaches.
     *
     * @throws IllegalArgumentException unless the amount is above 0 and the window 1 minute or more
     */
    public Builder budget(BigDecimal usd, Duration window) {
      if (usd.signum() <= 0 || window.compareTo(Duration.ofMinutes(1)) < 0) {
        throw new IllegalArgumentException(
            "budget: expected more than 0 USD over 1 minute or longer, got %s USD over %s"
                .formatted(usd.toPlainString(), window));
      }
      this.budgetUsd = usd;
      this.window = window;
      return this;
    }

    /**
     * The part of the budget that is kept for questions asked by people, {@link FleetWatch#ask}, in
     * USD. Default: a tenth of the budget.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder reserve(BigDecimal usd) {
      if (usd.signum() < 0) {
        throw new IllegalArgumentException(
            "reserve: expected 0 USD or more, got " + usd.toPlainString());
      }
      this.reserveUsd = usd;
      return this;
    }

    /** {@link #reserve(BigDecimal)} of an amount as decimal text. */
    public Builder reserve(String usd) {
      return reserve(new BigDecimal(usd));
    }

    /**
     * How long a load may stay unread at most. Where more than half of the budget would go to loads
     * of which nothing is expected, all of them wait longer alike. Default 24 hours.
     */
    public Builder longestUnread(Duration longestUnread) {
      if (longestUnread.compareTo(Duration.ofMinutes(1)) < 0) {
        throw new IllegalArgumentException(
            "longestUnread: expected at least 1 minute, got " + longestUnread);
      }
      this.longestUnread = longestUnread;
      return this;
    }

    /**
     * What a fleet shares with a single watch: floor, failure policy, steps of the estimate,
     * silences, options of each read, and where subscribers are called. Its plan, budget and resume
     * point are not used. Default: as {@link WatchOptions#DEFAULT}, with a floor of 2 minutes.
     */
    public Builder watch(WatchOptions watch) {
      this.watch = watch;
      return this;
    }

    /**
     * Where cursors are kept, so that a load that is added again goes on where its events were
     * taken last. Default: nowhere; see {@link FleetWatch#cursor}.
     */
    public Builder cursors(FleetCursors cursors) {
      this.cursors = cursors;
      return this;
    }

    /**
     * The options collected so far.
     *
     * @throws IllegalStateException without a budget
     * @throws IllegalArgumentException when the reserve is as large as the budget
     */
    public FleetOptions build() {
      if (budgetUsd.signum() == 0) {
        throw new IllegalStateException("fleet: call budget(usd, window)");
      }
      FleetOptions options = new FleetOptions(this);
      if (options.reserveUsd().compareTo(budgetUsd) >= 0) {
        throw new IllegalArgumentException(
            "reserve: %s USD leave nothing of a budget of %s USD"
                .formatted(options.reserveUsd().toPlainString(), budgetUsd.toPlainString()));
      }
      return options;
    }
  }
}

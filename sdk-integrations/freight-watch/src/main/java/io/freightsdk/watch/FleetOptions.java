package io.freightsdk.watch;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a fleet of loads may cost, and how it is watched. Immutable.
 *
 * <pre>{@code
 * FleetOptions options = FleetOptions.builder().budgetPerDay("10.00").build();
 * }</pre>
 */
public final class FleetOptions {
  private final Builder set;

  private FleetOptions(Builder set) {
    this.set = new Builder(set);
  }

  /** Starts with the defaults; the budget has none and must be set. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with the options of this one. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /** Name of the fleet's {@link SpendScope}, and of the fleet in its {@link #store()}. */
  public String name() {
    return set.name;
  }

  /** What may be spent in any 24 hours, in USD. */
  public BigDecimal budgetUsd() {
    return set.budgetUsd;
  }

  /** The part of the budget that only {@link FleetWatch#ask} may spend, in USD. */
  public BigDecimal reserveUsd() {
    BigDecimal given = set.reserveUsd;
    return given != null
        ? given
        : set.budgetUsd.multiply(Builder.RESERVE_SHARE).setScale(9, RoundingMode.DOWN);
  }

  /** A load is read again after this time at the latest, even if no change is expected. */
  public Duration longestUnread() {
    return set.longestUnread;
  }

  /** How each load is watched. */
  public WatchOptions watch() {
    return set.watch;
  }

  /** Where several processes share the fleet; null if it is this process's own. */
  public @Nullable FleetStore store() {
    return set.store;
  }

  /** The spend scope of everything that the fleet spends, with the budget as its limit. */
  public SpendScope scope() {
    SpendLimits whole = SpendLimits.builder().perDay(budgetUsd()).build();
    return WatchOptions.inside(watch().callOptions().scope(), name(), whole);
  }

  /**
   * The spend scope of the reads that the fleet schedules: its limit is the budget without the
   * reserve.
   */
  public SpendScope routineScope() {
    BigDecimal most = budgetUsd().subtract(reserveUsd()).max(BigDecimal.ZERO);
    return scope().child("routine", SpendLimits.builder().perDay(most).build());
  }

  /** Builds {@link FleetOptions}. Not safe for concurrent use. */
  public static final class Builder {
    private static final BigDecimal RESERVE_SHARE = new BigDecimal("0.10");

    private String name = "fleet";
    private BigDecimal budgetUsd = BigDecimal.ZERO;
    private @Nullable BigDecimal reserveUsd;
    private Duration longestUnread = Duration.ofDays(1);
    private WatchOptions watch =
        WatchOptions.builder().floor(Duration.ofMinutes(2)).unlimitedReads().build();
    private @Nullable FleetStore store;

    private Builder() {}

    private Builder(Builder from) {
      this.name = from.name;
      this.budgetUsd = from.budgetUsd;
      this.reserveUsd = from.reserveUsd;
      this.longestUnread = from.longestUnread;
      this.watch = from.watch;
      this.store = from.store;
    }

    /**
     * Name of the fleet's {@link SpendScope}: fleets with the same name whose clients share a spend
     * ledger share one budget, in any number of processes. Default {@code fleet}.
     */
    public Builder name(String name) {
      this.name = Objects.requireNonNull(name, "name");
      return this;
    }

    /** {@link #budgetPerDay(BigDecimal)} with the amount as decimal text. */
    public Builder budgetPerDay(String usd) {
      return budgetPerDay(new BigDecimal(Objects.requireNonNull(usd, "usd")));
    }

    /**
     * What may be spent in any 24 hours, in USD. It is a spend limit, so the client
     * needs a spend ledger; it survives restarts and is shared by processes if the ledger is.
     *
     * @throws IllegalArgumentException unless the amount is above 0
     */
    public Builder budgetPerDay(BigDecimal usd) {
      Objects.requireNonNull(usd, "usd");
      if (usd.signum() <= 0) {
        throw new IllegalArgumentException(
            "budgetPerDay: expected more than 0 USD, got %s USD".formatted(usd.toPlainString()));
      }
      this.budgetUsd = usd;
      return this;
    }

    /**
     * The part of the budget in USD that is reserved for {@link FleetWatch#ask}, when a person
     * wants to know a position. Default: a tenth of the budget.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder reserve(BigDecimal usd) {
      this.reserveUsd = WatchOptions.notNegative(usd, "reserve");
      return this;
    }

    /** {@link #reserve(BigDecimal)} with the amount as decimal text. */
    public Builder reserve(String usd) {
      return reserve(new BigDecimal(Objects.requireNonNull(usd, "reserve")));
    }

    /**
     * The longest time between two reads of a load. Before the first read it counts from the
     * opening of the first window, if the load was added with its input. If such reads would need
     * more than half of the budget, this time becomes longer for all loads. Default 24 hours.
     */
    public Builder longestUnread(Duration longestUnread) {
      if (Objects.requireNonNull(longestUnread, "longestUnread").compareTo(Duration.ofMinutes(1))
          < 0) {
        throw new IllegalArgumentException(
            "longestUnread: expected at least 1 minute, got " + longestUnread);
      }
      this.longestUnread = longestUnread;
      return this;
    }

    /**
     * The options that a fleet has in common with a single watch: floor, failure policy, {@code
     * etaStep}, {@code gpsSilentAfter}, call options and executor. Plan, budget, read limit and
     * {@code resumeFrom} are not used. Default: {@link WatchOptions#DEFAULT} with a floor of 2
     * minutes.
     */
    public Builder watch(WatchOptions watch) {
      this.watch = Objects.requireNonNull(watch, "watch");
      return this;
    }

    /**
     * Where the instances of an application share the fleet: its loads are followed by one of them
     * at a time, and it survives restarts. See {@link FleetWatch}. Fleets of the same {@link #name}
     * share one; give them the same options. Default: nowhere, each process follows the loads that
     * it was told to, and pays for them itself.
     */
    public Builder store(FleetStore store) {
      this.store = Objects.requireNonNull(store, "store");
      return this;
    }

    /**
     * Builds the options.
     *
     * @throws IllegalStateException without a budget
     * @throws IllegalArgumentException when the reserve is not smaller than the budget, the window
     *     is longer than a limit can have, or the call options have a scope that is no {@link
     *     SpendScope}
     */
    public FleetOptions build() {
      if (budgetUsd.signum() == 0) {
        throw new IllegalStateException("fleet: no budget is set; call budgetPerDay(usd)");
      }
      FleetOptions options = new FleetOptions(this);
      if (options.reserveUsd().compareTo(budgetUsd) >= 0) {
        throw new IllegalArgumentException(
            "reserve: %s USD leave nothing of the budget of %s USD; choose a smaller reserve"
                .formatted(options.reserveUsd().toPlainString(), budgetUsd.toPlainString()));
      }
      SpendScope unused = options.routineScope();
      return options;
    }
  }
}

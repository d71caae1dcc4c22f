package io.freightsdk.watch;

import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
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
    SpendLimits whole = SpendLimits.perDay(budgetUsd());
    return WatchOptions.inside(watch().callOptions().scope(), name(), whole);
  }

  /** Builds {@link FleetOptions}. Not safe for concurrent use. */
  public static final class Builder {
    private String name = "fleet";
    private BigDecimal budgetUsd = BigDecimal.ZERO;
    private Duration longestUnread = Duration.ofDays(1);
    private WatchOptions watch =
        WatchOptions.builder().floor(Duration.ofMinutes(2)).unlimitedReads().build();
    private @Nullable FleetStore store;

    private Builder() {}

    private Builder(Builder from) {
      this.name = from.name;
      this.budgetUsd = from.budgetUsd;
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
     * What may be spent in any 24 hours, in USD. It is a spend limit, so the client needs a spend
     * ledger; it survives restarts and is shared by processes if the ledger is.
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
     * @throws IllegalArgumentException when the call options have a scope that is no {@link
     *     SpendScope}
     */
    public FleetOptions build() {
      if (budgetUsd.signum() == 0) {
        throw new IllegalStateException("fleet: no budget is set; call budgetPerDay(usd)");
      }
      FleetOptions options = new FleetOptions(this);
      SpendScope unused = options.scope();
      return options;
    }
  }
}

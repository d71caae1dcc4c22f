package io.freightsdk.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.SpendGuard;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * How a load is watched: when it is read, what that may cost, and what happens after a failed read.
 * Immutable and safe to share.
 *
 * <pre>{@code
 * WatchOptions options = WatchOptions.builder().budget("1.00").build();
 * }</pre>
 */
public final class WatchOptions {
  /** The adaptive plan, at most 200 paid reads, and {@link WatchFailurePolicy#patient()}. */
  public static final WatchOptions DEFAULT = builder().build();

  private final Builder set;

  private WatchOptions(Builder set) {
    this.set = new Builder(set);
  }

  static BigDecimal notNegative(BigDecimal usd, String name) {
    if (Objects.requireNonNull(usd, name).signum() < 0) {
      throw new IllegalArgumentException(
          name + ": expected 0 USD or more, got " + usd.toPlainString() + " USD");
    }
    return usd;
  }

  /** A scope with a budget, inside the one that calls are made in. */
  static SpendScope inside(SpendGuard.@Nullable Scope around, String name, SpendLimits budget) {
    if (around == null) return SpendScope.of(name, budget);
    if (around instanceof SpendScope scope) return scope.child(name, budget);
    throw new IllegalArgumentException(
        "callOptions: a budget is counted inside their scope "
            + around.path()
            + ", which is a %s; use a SpendScope".formatted(around.getClass().getName()));
  }

  /** Starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with the options of this one. */
  public Builder toBuilder() {
    return new Builder(set);
  }

  /** When to read. */
  public PollPlan plan() {
    return set.plan;
  }

  /** The shortest time between two reads, which the plan cannot undercut. */
  public Duration floor() {
    return set.floor;
  }

  /** Number of paid reads that the watch may make; {@link Integer#MAX_VALUE} for no limit. */
  public int maxReads() {
    return set.maxReads;
  }

  /** What watches of the load may spend in USD; null for no limit except {@link #maxReads()}. */
  public @Nullable BigDecimal budgetUsd() {
    return set.budgetUsd;
  }

  /**
   * The spend scope of all that watches of a load spend, with the budget as its limit; null without
   * a budget. {@code SpendLedger.totals} says what is left of it.
   */
  public @Nullable SpendScope budgetScope(String loadNumber) {
    Objects.requireNonNull(loadNumber, "loadNumber");
    if (set.budgetUsd == null) return null;
    SpendLimits budget = SpendLimits.total(set.budgetUsd);
    return inside(set.callOptions.scope(), SpendScope.nameOf("watch:" + loadNumber), budget);
  }

  /** What the watch does after a failed read. */
  public WatchFailurePolicy failurePolicy() {
    return set.failurePolicy;
  }

  /** Length of the steps of {@link LoadEvent.EtaMoved}. */
  public Duration etaStep() {
    return set.etaStep;
  }

  /** After how long without a GPS fix {@link LoadEvent.GpsSilent} is reported. */
  public Duration gpsSilentAfter() {
    return set.gpsSilentAfter;
  }

  /** The last reading of an earlier watch; null to start with the creation of the load. */
  public @Nullable PositionReading resumeFrom() {
    return set.resumeFrom;
  }

  /** Options of each read. */
  public CallOptions callOptions() {
    return set.callOptions;
  }

  /** The executor on which subscribers are called. */
  public Executor deliverOn() {
    return set.deliverOn;
  }

  /** Builds {@link WatchOptions}. Not safe for concurrent use. */
  public static final class Builder {
    private PollPlan plan = PollPlan.adaptive();
    private Duration floor = Duration.ofSeconds(30);
    private int maxReads = 200;
    private @Nullable BigDecimal budgetUsd;
    private WatchFailurePolicy failurePolicy = WatchFailurePolicy.patient();
    private Duration etaStep = Duration.ofMinutes(15);
    private Duration gpsSilentAfter = Duration.ofMinutes(30);
    private @Nullable PositionReading resumeFrom;
    private CallOptions callOptions = CallOptions.builder().maxAge(Duration.ofSeconds(30)).build();
    private Executor deliverOn = ForkJoinPool.commonPool();

    private Builder() {}

    private Builder(Builder from) {
      this.plan = from.plan;
      this.floor = from.floor;
      this.maxReads = from.maxReads;
      this.budgetUsd = from.budgetUsd;
      this.failurePolicy = from.failurePolicy;
      this.etaStep = from.etaStep;
      this.gpsSilentAfter = from.gpsSilentAfter;
      this.resumeFrom = from.resumeFrom;
      this.callOptions = from.callOptions;
      this.deliverOn = from.deliverOn;
    }

    /** When to read. Default: {@link PollPlan#adaptive()}. */
    public Builder plan(PollPlan plan) {
      this.plan = Objects.requireNonNull(plan, "plan");
      return this;
    }

    /**
     * The shortest time between two reads, which the plan cannot undercut. Default 30 seconds.
     *
     * @throws IllegalArgumentException below one second
     */
    public Builder floor(Duration floor) {
      this.floor = aSecondAtLeast("floor", ": every read is billed", floor);
      return this;
    }

    /**
     * Number of paid reads that the watch may make, including those with an unknown charge. A
     * position that another caller has paid for is free and does not count. Default 200.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder maxReads(int maxReads) {
      if (maxReads < 0) {
        throw new IllegalArgumentException("maxReads must be 0 or more, but was " + maxReads);
      }
      this.maxReads = maxReads;
      return this;
    }

    /**
     * No limit on the number of reads: the watch reads until the load reaches a terminal status.
     */
    public Builder unlimitedReads() {
      return maxReads(Integer.MAX_VALUE);
    }

    /**
     * What watches of the load may spend in USD. It is a spend limit of {@link #budgetScope}, so
     * the client needs a spend ledger: all watches of the load whose clients share the ledger share
     * the budget, now and after a restart. A higher amount lets them go on; a scope of the {@link
     * #callOptions} with another path starts over. Default: no limit except {@link #maxReads(int)}.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder budget(BigDecimal usd) {
      this.budgetUsd = notNegative(Objects.requireNonNull(usd, "usd"), "budget");
      return this;
    }

    /** {@link #budget(BigDecimal)} with the amount as decimal text. */
    public Builder budget(String usd) {
      return budget(new BigDecimal(Objects.requireNonNull(usd, "usd")));
    }

    /** What the watch does after a failed read. Default: {@link WatchFailurePolicy#patient()}. */
    public Builder failurePolicy(WatchFailurePolicy failurePolicy) {
      this.failurePolicy = Objects.requireNonNull(failurePolicy, "failurePolicy");
      return this;
    }

    /**
     * Length of the steps of {@link LoadEvent.EtaMoved}: the event is reported when the estimated
     * arrival falls into another step, counted from 1970, so that a slow drift is noticed too.
     * Default 15 minutes.
     *
     * @throws IllegalArgumentException below one second
     */
    public Builder etaStep(Duration etaStep) {
      this.etaStep = aSecondAtLeast("etaStep", "", etaStep);
      return this;
    }

    /**
     * After how long without a GPS fix {@link LoadEvent.GpsSilent} is reported. Default 30 minutes.
     *
     * @throws IllegalArgumentException below one second
     */
    public Builder gpsSilentAfter(Duration gpsSilentAfter) {
      this.gpsSilentAfter = aSecondAtLeast("gpsSilentAfter", "", gpsSilentAfter);
      return this;
    }

    /**
     * Continues an earlier watch of this or another process: events are reported since this
     * reading, and the plan decides when to read next. Default: null, events since the creation of
     * the load.
     */
    public Builder resumeFrom(@Nullable PositionReading reading) {
      this.resumeFrom = reading;
      return this;
    }

    /**
     * Options of each read. Default: a {@code maxAge} of 30 seconds, so that watches of the same
     * load share a paid read.
     */
    public Builder callOptions(CallOptions callOptions) {
      this.callOptions = Objects.requireNonNull(callOptions, "callOptions");
      return this;
    }

    /**
     * The executor on which subscribers are called. Default: {@link ForkJoinPool#commonPool()}; set
     * another one for subscribers that block.
     */
    public Builder deliverOn(Executor executor) {
      this.deliverOn = Objects.requireNonNull(executor, "executor");
      return this;
    }

    /**
     * Builds the options.
     *
     * @throws IllegalArgumentException when there is a budget, and the call options have a scope
     *     that is no {@link SpendScope}
     */
    public WatchOptions build() {
      WatchOptions options = new WatchOptions(this);
      SpendScope unused = options.budgetScope("of any load");
      return options;
    }

    private static Duration aSecondAtLeast(String name, String why, Duration value) {
      if (Objects.requireNonNull(value, name).compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException(
            name + why + "; expected at least 1 second, got " + value);
      }
      return value;
    }
  }
}

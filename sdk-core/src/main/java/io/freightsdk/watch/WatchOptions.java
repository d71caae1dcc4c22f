package io.freightsdk.watch;

import io.freightsdk.CallOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * How a load is watched: when it is read, what that may cost, and what happens when a read fails.
 * Immutable and safe to share among watches.
 *
 * <pre>{@code
 * WatchOptions options = WatchOptions.builder().budgetUsd(new BigDecimal("1.00")).build();
 * }</pre>
 */
public final class WatchOptions {
  /** Adaptive plan, at most 200 paid reads, a patient failure policy. */
  public static final WatchOptions DEFAULT = builder().build();

  private final Builder set;

  private WatchOptions(Builder set) {
    this.set = new Builder(set);
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

  /** The shortest time between two reads, whatever the plan says. */
  public Duration floor() {
    return set.floor;
  }

  /** Paid reads that the watch may make; {@link Integer#MAX_VALUE} for no limit. */
  public int maxReads() {
    return set.maxReads;
  }

  /** Money that the watch may spend; null for no limit other than {@link #maxReads()}. */
  public @Nullable BigDecimal budgetUsd() {
    return set.budgetUsd;
  }

  /** What a failed read means. */
  public WatchFailurePolicy failurePolicy() {
    return set.failurePolicy;
  }

  /** The estimated arrival is news when it falls into another step of this length. */
  public Duration etaStep() {
    return set.etaStep;
  }

  /** A gap in the GPS track that is news. */
  public Duration gpsSilentAfter() {
    return set.gpsSilentAfter;
  }

  /** The reading that an earlier watch ended with; null to start with the load's first. */
  public @Nullable PositionReading resumeFrom() {
    return set.resumeFrom;
  }

  /** Options of each read. */
  public CallOptions callOptions() {
    return set.callOptions;
  }

  /** Where subscribers are called. */
  public Executor deliverOn() {
    return set.deliverOn;
  }

  /** Collects {@link WatchOptions}. Not safe for concurrent use. */
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
      this.plan = plan;
      return this;
    }

    /**
     * The shortest time between two reads, whatever the plan says. Default 30 seconds.
     *
     * @throws IllegalArgumentException below one second
     */
    public Builder floor(Duration floor) {
      this.floor = aSecondAtLeast("floor: every read is billed", floor);
      return this;
    }

    /**
     * Paid reads that the watch may make, those with an unknown outcome included. Default 200; a
     * position shared by another caller costs nothing and does not count.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder maxReads(int maxReads) {
      if (maxReads < 0) {
        throw new IllegalArgumentException("maxReads is not negative, but was " + maxReads);
      }
      this.maxReads = maxReads;
      return this;
    }

    /** Reads until the load reaches a terminal status, however many reads that takes. */
    public Builder unlimitedReads() {
      return maxReads(Integer.MAX_VALUE);
    }

    /**
     * Money that the watch may spend in USD, counted at the live price. Default: no limit other
     * than {@link #maxReads(int)}.
     *
     * @throws IllegalArgumentException when negative
     */
    public Builder budgetUsd(BigDecimal budgetUsd) {
      if (budgetUsd.signum() < 0) {
        throw new IllegalArgumentException(
            "budgetUsd is not negative, but was " + budgetUsd.toPlainString());
      }
      this.budgetUsd = budgetUsd;
      return this;
    }

    /** What a failed read means. Default: {@link WatchFailurePolicy#patient()}. */
    public Builder failurePolicy(WatchFailurePolicy failurePolicy) {
      this.failurePolicy = failurePolicy;
      return this;
    }

    /**
     * The estimated arrival is news when it falls into another step of this length, counted from
     * the epoch; so slow drift is never lost. Default 15 minutes.
     *
     * @throws IllegalArgumentException below one second
     */
    public Builder etaStep(Duration etaStep) {
      this.etaStep = aSecondAtLeast("etaStep", etaStep);
      return this;
    }

    /**
     * A gap in the GPS track that is news. Default 30 minutes.
     *
     * @throws IllegalArgumentException below one second
     */
    public Builder gpsSilentAfter(Duration gpsSilentAfter) {
      this.gpsSilentAfter = aSecondAtLeast("gpsSilentAfter", gpsSilentAfter);
      return this;
    }

    /**
     * Goes on where a watch ended, in this process or another: events follow from this reading, and
     * the next read is when its plan says. Default: null, the load's story from its creation.
     */
    public Builder resumeFrom(@Nullable PositionReading reading) {
      this.resumeFrom = reading;
      return this;
    }

    /**
     * Options of each read. Default: a {@code maxAge} of 30 seconds, so that watches of one load
     * share what one of them paid for.
     */
    public Builder callOptions(CallOptions callOptions) {
      this.callOptions = callOptions;
      return this;
    }

    /**
     * Where subscribers are called. Default: {@link ForkJoinPool#commonPool()}; give an executor of
     * your own to subscribers that block.
     */
    public Builder deliverOn(Executor executor) {
      this.deliverOn = executor;
      return this;
    }

    /** The options collected so far. */
    public WatchOptions build() {
      return new WatchOptions(this);
    }

    private static Duration aSecondAtLeast(String name, Duration value) {
      if (value.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException(name + "; expected at least 1 second, got " + value);
      }
      return value;
    }
  }
}

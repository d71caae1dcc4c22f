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

  private final PollPlan plan;
  private final Duration floor;
  private final int maxReads;
  private final @Nullable BigDecimal budgetUsd;
  private final WatchFailurePolicy failurePolicy;
  private final EventRules eventRules;
  private final @Nullable PositionReading resumeFrom;
  private final CallOptions callOptions;
  private final Executor deliverOn;

  private WatchOptions(Builder builder) {
    this.plan = builder.plan;
    this.floor = builder.floor;
    this.maxReads = builder.maxReads;
    this.budgetUsd = builder.budgetUsd;
    this.failurePolicy = builder.failurePolicy;
    this.eventRules = builder.eventRules;
    this.resumeFrom = builder.resumeFrom;
    this.callOptions = builder.callOptions;
    this.deliverOn = builder.deliverOn;
  }

  /** Starts with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with the options of this one. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.plan = plan;
    builder.floor = floor;
    builder.maxReads = maxReads;
    builder.budgetUsd = budgetUsd;
    builder.failurePolicy = failurePolicy;
    builder.eventRules = eventRules;
    builder.resumeFrom = resumeFrom;
    builder.callOptions = callOptions;
    builder.deliverOn = deliverOn;
    return builder;
  }

  /** When to read. */
  public PollPlan plan() {
    return plan;
  }

  /** The shortest time between two reads, whatever the plan says. */
  public Duration floor() {
    return floor;
  }

  /** Paid reads that the watch may make; {@link Integer#MAX_VALUE} for no limit. */
  public int maxReads() {
    return maxReads;
  }

  /** Money that the watch may spend; null for no limit other than {@link #maxReads()}. */
  public @Nullable BigDecimal budgetUsd() {
    return budgetUsd;
  }

  /** What a failed read means. */
  public WatchFailurePolicy failurePolicy() {
    return failurePolicy;
  }

  /** What counts as news. */
  public EventRules eventRules() {
    return eventRules;
  }

  /** The reading that an earlier watch ended with; null to start with the load's first. */
  public @Nullable PositionReading resumeFrom() {
    return resumeFrom;
  }

  /** Options of each read. */
  public CallOptions callOptions() {
    return callOptions;
  }

  /** Where subscribers are called. */
  public Executor deliverOn() {
    return deliverOn;
  }

  /** Collects {@link WatchOptions}. Not safe for concurrent use. */
  public static final class Builder {
    private PollPlan plan = PollPlan.adaptive();
    private Duration floor = Duration.ofSeconds(30);
    private int maxReads = 200;
    private @Nullable BigDecimal budgetUsd;
    private WatchFailurePolicy failurePolicy = WatchFailurePolicy.patient();
    private EventRules eventRules = EventRules.DEFAULT;
    private @Nullable PositionReading resumeFrom;
    private CallOptions callOptions = CallOptions.builder().maxAge(Duration.ofSeconds(30)).build();
    private Executor deliverOn = ForkJoinPool.commonPool();

    private Builder() {}

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
      if (floor.compareTo(Duration.ofSeconds(1)) < 0) {
        throw new IllegalArgumentException(
            "floor: every read is billed; expected at least 1 second, got " + floor);
      }
      this.floor = floor;
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

    /** What counts as news. Default: {@link EventRules#DEFAULT}. */
    public Builder eventRules(EventRules eventRules) {
      this.eventRules = eventRules;
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
  }
}

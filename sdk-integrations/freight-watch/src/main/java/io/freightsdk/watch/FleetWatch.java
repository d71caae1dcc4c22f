package io.freightsdk.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Iterator;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches many loads on one budget: each read goes to the load where it is expected to save the
 * most delay. How that is decided: {@code docs/benchmarks/fleet.md}.
 *
 * <p>The events of all loads are in one stream, the events of one load in the order they happened.
 * They are those of {@link LoadWatch} without {@link LoadEvent.BudgetSpent}, because the budget is
 * available again when its window has passed. A read is made only while a subscriber requests more
 * events. A load leaves the fleet when it reaches a terminal status, or when the failure policy
 * gives up: then its last event is {@link LoadEvent.ReadFailed} with {@link java.time.Instant#MAX}
 * as the next try. The stream completes on {@link #close()}.
 *
 * <p>Of each GPS track a fleet keeps only the latest fix and, if the truck stands, the first fix at
 * that place. Safe for concurrent use. A fleet has no thread of its own.
 */
public interface FleetWatch extends Flow.Publisher<LoadEvent>, Iterable<LoadEvent>, AutoCloseable {
  /**
   * Adds a load; its events start at its cursor if {@link FleetOptions#cursors()} has one. The load
   * is read soon, because nothing is known of it yet. Does nothing if the load is in the fleet.
   */
  void add(String loadNumber);

  /**
   * Adds a load that was created with this input; the dates of its stops help to decide when to
   * read it.
   */
  void add(String loadNumber, CreateLoadInput created);

  /**
   * Adds a load whose events continue from this reading: a {@link #cursor} that the caller has
   * stored.
   */
  void add(PositionReading cursor);

  /** Removes a load; it is not read any more. */
  void remove(String loadNumber);

  /**
   * How important changes of this load are compared with other loads. Default 1; 2 is twice as
   * important.
   *
   * @throws IllegalArgumentException unless above 0
   */
  void priority(String loadNumber, double worth);

  /** Numbers of the loads in the fleet. */
  Set<String> loads();

  /**
   * Reads a load now, for a person who asks, with the whole budget including the reserve. A
   * position of the last 30 seconds is returned without a new paid read (by default, see {@link
   * FleetOptions#watch()}). The fleet uses the answer too.
   *
   * @throws io.freightsdk.error.FreightException as {@code getLoadPosition} does
   */
  LoadPosition ask(String loadNumber);

  /** {@link #ask} as a future. */
  CompletableFuture<LoadPosition> askAsync(String loadNumber);

  /**
   * The reading up to which this load's events were delivered to every subscriber. Store it to
   * continue from there with {@link #add(PositionReading)} in any process. Null before the first.
   */
  @Nullable PositionReading cursor(String loadNumber);

  /** {@link #quote(BigDecimal)} for this fleet's own budget. */
  Quote quote();

  /**
   * How many reads another budget per window, in USD, would buy, and how late changes would be
   * noticed. An estimate from what is known of the loads now. Free.
   */
  Quote quote(BigDecimal budgetUsd);

  /** {@link #quote(BigDecimal)} with the budget as decimal text. */
  default Quote quote(String budgetUsd) {
    return quote(new BigDecimal(Objects.requireNonNull(budgetUsd, "budgetUsd")));
  }

  /**
   * The fleet's rule as a plan, for applications that schedule reads themselves, such as jobs in
   * several processes. It decides when to read a load next, from the budget that all readers who
   * share the spend ledger have left. Make these reads with {@link #callOptions()}.
   */
  PollPlan plan();

  /** The options of a read that is counted against the budget without its reserve. */
  CallOptions callOptions();

  /**
   * Calls the listener with each event.
   *
   * @return a future that completes when the stream does, or fails with the exception that the
   *     listener threw, which ends this subscription only. Cancel it to stop listening
   */
  CompletableFuture<Void> listen(Consumer<? super LoadEvent> listener);

  /**
   * The events as they come; {@code hasNext()} waits for the next one, as in {@link
   * LoadWatch#iterator()}.
   */
  @Override
  Iterator<LoadEvent> iterator();

  /** Ends the fleet: no further read is made, a read in progress is cancelled. Idempotent. */
  @Override
  void close();

  /**
   * An estimate of what a budget buys.
   *
   * @param budgetUsd the budget per window, in USD
   * @param readsPerWindow number of reads that it pays for, without the reserve
   * @param minutesPerRead minutes of delay that a read must be expected to save, otherwise it is
   *     not made
   * @param meanDelay how late an arrival or departure is noticed, on average
   */
  record Quote(
      BigDecimal budgetUsd, double readsPerWindow, double minutesPerRead, Duration meanDelay) {}
}

package io.freightsdk.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Many loads on one budget: each next read goes to the load where it is worth most. How that is
 * decided, on one page: {@code docs/watching.md}, "A fleet on one budget".
 *
 * <p>Its events are those of {@link LoadWatch}, of all loads in one stream, each load's in the
 * order they happened; {@link LoadEvent.BudgetSpent} is not among them, for money comes back with
 * its window. A read is made only while a subscriber wants more events. A load leaves when it
 * reached a terminal status, or when the failure policy gives it up: its last {@link
 * LoadEvent.ReadFailed} then has no time of a next try but {@link java.time.Instant#MAX}. The
 * stream completes on {@link #close()}.
 *
 * <p>Of a position's track only the latest fix is kept, with the one since which the truck stands.
 * Safe for concurrent use; no thread of its own.
 */
public interface FleetWatch extends Flow.Publisher<LoadEvent>, Iterable<LoadEvent>, AutoCloseable {
  /**
   * Follows a load from now on; from its cursor, where {@link FleetOptions#cursors()} has one. Its
   * first read is soon, because nothing is known of it. Does nothing for a load that is followed.
   */
  void add(String loadNumber);

  /** Follows a load that was created of this input, whose stops tell when it is worth a read. */
  void add(String loadNumber, CreateLoadInput created);

  /** Follows a load on from a reading: a {@link #cursor} that the caller has kept. */
  void add(PositionReading cursor);

  /** Reads the load no more. */
  void remove(String loadNumber);

  /**
   * What news of this load is worth against that of others: 1 by default, 2 for twice as much.
   *
   * @throws IllegalArgumentException unless above 0
   */
  void priority(String loadNumber, double worth);

  /** Numbers of the loads that are followed. */
  Set<String> loads();

  /**
   * Where a load is, for a person who asks: read at once, on the whole budget with its reserve. A
   * position of the last 30 seconds is shared ({@link FleetOptions#watch()}). The fleet uses the
   * answer too.
   *
   * @throws io.freightsdk.error.FreightException as {@code getLoadPosition} does
   */
  LoadPosition ask(String loadNumber);

  /** {@link #ask} as a future. */
  CompletableFuture<LoadPosition> askAsync(String loadNumber);

  /**
   * The reading up to which every subscriber has taken this load's events: what to keep, to go on
   * from it with {@link #add(PositionReading)} in any process. Null before the first.
   */
  @Nullable PositionReading cursor(String loadNumber);

  /** {@link #quote(BigDecimal)} of this fleet's own budget. */
  Quote quote();

  /**
   * What this fleet would cost and how late its news would be with another budget per window. An
   * estimate from what is known of its loads now; free.
   */
  Quote quote(BigDecimal budgetUsd);

  /**
   * The fleet's rule for readers of its budget that keep their own schedule, such as jobs over
   * several processes: when to read a load next, at the price of a read that the books of all of
   * them make now. Reads are made with {@link #callOptions()}.
   */
  PollPlan plan();

  /** The options of a read that counts against the budget without its reserve. */
  CallOptions callOptions();

  /**
   * Calls the listener with each event.
   *
   * @return completes when the stream does; fails with what the listener threw, which ends this
   *     subscription only. Cancel it to stop listening
   */
  CompletableFuture<Void> listen(Consumer<? super LoadEvent> listener);

  /** The events as they come; {@code hasNext()} waits for the next one, as {@link LoadWatch}'s. */
  @Override
  Iterator<LoadEvent> iterator();

  /** Ends the fleet: no further read is made. Idempotent. */
  @Override
  void close();

  /**
   * What a budget buys.
   *
   * @param budgetUsd per window
   * @param readsPerWindow reads that it pays for, without the reserve
   * @param minutesPerRead expected minutes of delay that a read must save to be made
   * @param meanDelay how late an arrival or departure is noticed, on average
   */
  record Quote(
      BigDecimal budgetUsd, double readsPerWindow, double minutesPerRead, Duration meanDelay) {}
}

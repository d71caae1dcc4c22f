package io.freightsdk.watch;

import java.math.BigDecimal;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A load that is read, by its plan, for as long as somebody wants its events.
 *
 * <p>All subscribers of a watch share its reads. A read is made, and paid, only while at least one
 * of them has asked for more events than it got: a watch that nobody listens to costs nothing. A
 * slow subscriber gets no fewer facts than a fast one; it gets them from fewer, later positions.
 *
 * <p>The stream completes when the load reaches a terminal status, after {@link
 * LoadEvent.BudgetSpent}, or on {@link #close()}; it fails when the failure policy gives up. Events
 * of one subscriber come one after another, never on the thread that reads. No watch has a thread
 * of its own. Safe for concurrent use.
 *
 * <pre>{@code
 * for (LoadEvent event : client.watch(loadNumber, WatchOptions.DEFAULT)) {
 *   System.out.println(event);
 * }
 * }</pre>
 */
public interface LoadWatch extends Flow.Publisher<LoadEvent>, Iterable<LoadEvent>, AutoCloseable {
  /** Number of the watched load. */
  String loadNumber();

  /**
   * Calls the listener with each event.
   *
   * @return completes when the stream does; fails with what the stream failed with, or with what
   *     the listener threw, which ends this subscription only. Cancel it to stop listening
   */
  CompletableFuture<Void> listen(Consumer<? super LoadEvent> listener);

  /**
   * The events as they come; {@code hasNext()} waits for the next one. Leaving the loop is enough
   * to stop the reads: an iterator asks for an event only while somebody waits for it.
   *
   * <p>When the waiting thread is interrupted, {@code hasNext()} throws {@link
   * io.freightsdk.error.FreightCancelledException} and keeps the interrupt flag.
   */
  @Override
  Iterator<LoadEvent> iterator();

  /** The last reading: keep it to resume. Null before the first read of a new watch. */
  @Nullable PositionReading lastReading();

  /** Reads of this watch that were paid, or may have been. */
  int paidReads();

  /** What they cost in USD; a read with an unknown outcome counts with its price, if known. */
  BigDecimal spentUsd();

  /** Ends the watch: no further read is made, one under way is cancelled. Idempotent. */
  @Override
  void close();
}

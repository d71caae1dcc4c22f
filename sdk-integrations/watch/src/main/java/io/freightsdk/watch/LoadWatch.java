package io.freightsdk.watch;

import io.freightsdk.reads.PositionReading;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches one load: reads it by its plan while a subscriber requests events.
 *
 * <p>All subscribers of a watch share its reads. A read is made and paid only while at least one of
 * them has requested more events than it received: a watch without subscribers costs nothing. A
 * slow subscriber misses no change; it gets the changes from fewer, later positions.
 *
 * <p>The stream completes when the load reaches a terminal status, after {@link
 * LoadEvent.BudgetSpent}, or on {@link #close()}; it fails when the failure policy gives up. A
 * subscriber gets its events one after another, on the executor {@link WatchOptions#deliverOn()}. A
 * watch has no thread of its own. Safe for concurrent use.
 *
 * <pre>{@code
 * for (LoadEvent event : watches.watch(loadNumber, WatchOptions.DEFAULT)) {
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
   * @return a future that completes when the stream does, or fails with the failure of the stream
   *     or with the exception that the listener threw, which ends this subscription only. Cancel it
   *     to stop listening
   */
  CompletableFuture<Void> listen(Consumer<? super LoadEvent> listener);

  /**
   * The events as they come; {@code hasNext()} waits for the next one. To stop the reads it is
   * enough to leave the loop: an iterator requests an event only when its thread waits for one.
   *
   * <p>When the waiting thread is interrupted, {@code hasNext()} throws {@link
   * io.freightsdk.error.FreightCancelledException} and keeps the interrupt flag.
   */
  @Override
  Iterator<LoadEvent> iterator();

  /**
   * The last reading; store it to resume the watch later. Null before the first read of a new
   * watch.
   */
  @Nullable PositionReading lastReading();

  /** Number of reads of this watch that were charged, or may have been. */
  int paidReads();

  /**
   * What these reads cost in USD; a read with an unknown charge counts with its price, if that is
   * known. With a budget all that counts against it, as the ledger said before the last read, and
   * that read.
   */
  BigDecimal spentUsd();

  /** Ends the watch: no further read is made, a read in progress is cancelled. Idempotent. */
  @Override
  void close();
}

package io.freightsdk.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.reads.PositionReading;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Watches many loads on one budget: each read goes to the load where it is expected to save the
 * most delay. How that is decided: {@code README.md} of freight-watch.
 *
 * <p>The events of all loads are in one stream, the events of one load in the order they happened.
 * They are those of {@link LoadWatch} without {@link LoadEvent.BudgetSpent}, because the budget is
 * available again when its window has passed. A read is made only while a subscriber requests more
 * events. A load leaves the fleet when it reaches a terminal status, or when the failure policy
 * gives up: then its last event is {@link LoadEvent.ReadFailed} with {@link java.time.Instant#MAX}
 * as the next try. The stream completes on {@link #close()}.
 *
 * <p><b>Several instances.</b> With a {@link FleetOptions#store()} all instances of an application
 * make the same fleet, add loads wherever they come up, and subscribe. One of them leads: it reads
 * all loads of the fleet, also those that were added elsewhere (within seconds), and its
 * subscribers are told all events. The subscribers of the others are told nothing until theirs
 * leads.
 *
 * <ul>
 *   <li>An instance leads only while it has a subscriber. When it has none any more, or is closed,
 *       another one leads within some seconds; when it dies, or its database cannot be reached,
 *       within a minute. The next one goes on from what is stored: what was paid is not read again.
 *   <li>Events are delivered at least once, and in the normal course once: again are told those
 *       that were not delivered to their end when the leader died, or was frozen for half a minute,
 *       and those that a listener refused: it threw, so it listens no more, and whoever listens
 *       next is told them, after those of other loads, and each time after a longer pause. An event
 *       counts as delivered when the listener returns, and for a loop over this fleet when it gets
 *       the event, before its body runs. A {@link LoadEvent.ReadFailed} is told once at most.
 *   <li>The database is asked before each read and before the events of a load are told. A leader
 *       that was frozen and wakes when another one leads can still do what it had begun: send reads
 *       that were just allowed (32 at most), whose results are dropped, and tell the remaining
 *       events of one load. While the database does not answer, nothing is read and nothing is
 *       told; an answer that comes late counts as none, because another instance may lead by then.
 *   <li>No clocks of two machines are compared to find out who leads. Time is that of {@link
 *       FreightWatches#of(io.freightsdk.FreightClient, java.time.Clock)}. By a clock that is moved
 *       in steps, a dead leader is replaced after ten of them.
 * </ul>
 *
 * <p>A read costs nothing if somebody else has read the load since the fleet did: with a position
 * cache that the instances share, such as {@code JdbcPositionCache}, also in another process.
 *
 * <p>Of each GPS track a fleet keeps only the latest fix and, if the truck stands, the first fix at
 * that place. Safe for concurrent use. A fleet has no thread of its own. With a store {@link #add},
 * {@link #remove}, {@link #loads} and {@link #cursor} wait for its database, do the same on each
 * instance, and throw {@link IllegalStateException} when it cannot be reached; then nothing was
 * changed, or nobody knows.
 */
public interface FleetWatch extends Flow.Publisher<LoadEvent>, Iterable<LoadEvent>, AutoCloseable {
  /**
   * Adds a load. It is read soon, because nothing is known of it yet. Does nothing if the load is
   * in the fleet. With a {@link FleetOptions#store()} a load that was in the fleet before goes on
   * from its {@link #cursor}, and one that was delivered, and told to be, is not followed again.
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

  /**
   * Removes a load; it is not read any more, and what was not told of it yet is not told here. A
   * read that another instance has begun may still be told.
   */
  void remove(String loadNumber);

  /**
   * Numbers of the loads in the fleet. With a {@link FleetOptions#store()} a load leaves when its
   * last event was delivered.
   */
  Set<String> loads();

  /**
   * Whether this process reads the loads and tells the events: always without a {@link
   * FleetOptions#store()}, until it is closed. Does not ask the database: another process may have
   * taken the lead a moment ago.
   */
  boolean leads();

  /**
   * The reading up to which this load's events were delivered to every subscriber. Store it to
   * continue from there with {@link #add(PositionReading)} in any process; a {@link
   * FleetOptions#store()} does so by itself. Null before the first.
   */
  @Nullable PositionReading cursor(String loadNumber);

  /**
   * The fleet's rule as a plan, for applications that schedule reads themselves, such as jobs in
   * several processes. It decides when to read a load next, from the budget that all readers who
   * share the spend ledger have left. Make these reads with {@link #callOptions()}.
   */
  PollPlan plan();

  /** The options of a read that is counted against the budget. */
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
   * LoadWatch#iterator()}. Leaving the loop stops the reads. It says nothing to the other instances
   * of a {@link FleetOptions#store()}: close the fleet then, or this one leads, and reads nothing,
   * until the garbage collector finds that nobody can come back to the loop.
   */
  @Override
  Iterator<LoadEvent> iterator();

  /**
   * Ends the fleet: no further read is made, a read in progress is cancelled. With a {@link
   * FleetOptions#store()} it waits until its subscribers have taken what was read and the lead is
   * given back, for 5 seconds at most; close the data source after that. Idempotent.
   */
  @Override
  void close();
}

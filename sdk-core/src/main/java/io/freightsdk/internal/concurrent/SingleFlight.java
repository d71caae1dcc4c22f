package io.freightsdk.internal.concurrent;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one piece of work per key at a time and gives its result to everyone who asked meanwhile.
 * The first caller is the leader: its work runs. A caller may leave without an effect on the
 * others; the last one to leave cancels the work. Work that was cancelled but has not ended yet
 * still serves new callers if it succeeds; if it fails, the work of the next caller begins.
 *
 * <p>A failure is shared like a result, and nothing is remembered. A failure that concerns the
 * leader alone, such as its own spend limit, is not shared: the next waiter becomes the leader with
 * its own work. No lock is held while other code is called. Safe for concurrent use.
 */
public final class SingleFlight<K, V> {
  private final ConcurrentMap<K, Flight<V>> flights = new ConcurrentHashMap<>();
  private final Executor handOff;

  /**
   * @param handOff completes each waiter in a separate task, so that a blocking callback does not
   *     delay others, and starts the work of the next leader; when it refuses a task, that task
   *     runs on the current thread
   */
  public SingleFlight(Executor handOff) {
    this.handOff = handOff;
  }

  /**
   * Waits for the running work, or starts this one on the current thread. An exception of the
   * supplier is a failure of the work.
   *
   * @param own whether a failure of this work concerns this waiter alone
   */
  public Waiter<V> join(
      K key, Supplier<? extends CompletableFuture<V>> work, Predicate<? super Throwable> own) {
    while (true) {
      // Its leader is in it before anyone else can see it.
      Flight<V> mine = new Flight<>(flight -> flights.remove(key, flight));
      Waiter<V> leader = mine.admit(work, own);
      Flight<V> flying = flights.putIfAbsent(key, mine);
      Waiter<V> follower = flying == null ? null : flying.admit(work, own);
      if (follower != null) {
        return follower;
      } else if (flying != null) {
        flights.remove(key, flying); // It was over.
      } else if (leader != null) {
        fly(mine);
        return leader;
      }
    }
  }

  public int size() {
    return flights.size();
  }

  /** Runs the work of one leader after another until one is under way, or nobody is left. */
  private void fly(Flight<V> flight) {
    Waiter<V> leader = flight.nextLeader();
    while (leader != null) {
      CompletableFuture<V> work = start(leader.work);
      if (!flight.started(work)) {
        Flight.cancel(work); // Everyone left while it was being started.
      }
      if (!work.isDone()) {
        Waiter<V> leads = leader;
        CompletableFuture<V> unused =
            work.whenComplete(
                (value, thrown) -> {
                  if (ended(flight, leads, value, thrown)) {
                    handOff(() -> fly(flight));
                  }
                });
        return;
      }
      // In a loop, so that ten thousand refusals at once do not nest.
      Throwable thrown = work.handle((value, failure) -> failure).join();
      boolean anotherLeads = ended(flight, leader, thrown == null ? work.join() : null, thrown);
      leader = anotherLeads ? flight.nextLeader() : null;
    }
  }

  private static <V> CompletableFuture<V> start(Supplier<? extends CompletableFuture<V>> supplier) {
    try {
      CompletableFuture<V> work = supplier.get();
      return work != null
          ? work
          : CompletableFuture.failedFuture(new NullPointerException("no work was started"));
    } catch (Throwable thrown) {
      return CompletableFuture.failedFuture(thrown);
    }
  }

  /** Completes the waiters; true when only the leader's work has failed and another may lead. */
  private boolean ended(
      Flight<V> flight, Waiter<V> leader, @Nullable V value, @Nullable Throwable thrown) {
    Throwable failure = thrown == null ? null : LinkedFuture.causeOf(thrown);
    boolean leadersAlone = failure != null && (flight.isEnding() || leader.concernsOnlyMe(failure));
    if (leadersAlone) {
      if (flight.dismiss(leader)) {
        handOff(() -> leader.end(null, failure));
      }
      return true;
    }
    for (Waiter<V> waiter : flight.end()) {
      handOff(() -> waiter.end(value, failure));
    }
    return false;
  }

  private void handOff(Runnable task) {
    try {
      handOff.execute(task);
    } catch (Throwable refused) {
      task.run();
    }
  }

  /**
   * The future of one caller. Completing it from outside, by {@code cancel}, {@code complete} or
   * {@code orTimeout}, has no effect on the other callers.
   */
  public static final class Waiter<V> extends OwnedFuture<V> {
    private final Flight<V> flight;
    private final Supplier<? extends CompletableFuture<V>> work;
    private final Predicate<? super Throwable> own;
    volatile boolean led;

    Waiter(
        Flight<V> flight,
        Supplier<? extends CompletableFuture<V>> work,
        Predicate<? super Throwable> own) {
      this.flight = flight;
      this.work = work;
      this.own = own;
    }

    /** Whether the work that runs, or ran, is this waiter's own. */
    public boolean led() {
      return led;
    }

    /**
     * Whether this waiter leads and nobody else waits. Then the caller may end its work in its own
     * way, and the outcome is this waiter's result. A caller that joins before the work has ended
     * shares its result; if the work fails, that caller leads with its own work.
     */
    public boolean endIfAlone() {
      return flight.endIfAlone(this);
    }

    /**
     * Stops waiting and fails, unless the result is on its way already.
     *
     * @param failure is given whether this waiter's own work runs; then its outcome is not known
     */
    public void giveUp(Function<Boolean, ? extends Throwable> failure) {
      if (!flight.leave(this, true)) {
        return;
      }
      try {
        end(null, failure.apply(led));
      } catch (Throwable thrown) {
        end(null, thrown);
      }
    }

    @Override
    protected void endedByOthers(String how) {
      flight.leave(this, false);
    }

    private boolean concernsOnlyMe(Throwable failure) {
      try {
        return failure instanceof CancellationException || own.test(failure);
      } catch (Throwable undecided) {
        return false;
      }
    }
  }
}

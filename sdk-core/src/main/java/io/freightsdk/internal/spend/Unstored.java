package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Settlements that a store did not take. Each is logged, told, kept, and stored again after pauses
 * that grow from 250 ms to 30 s. Safe for concurrent use.
 */
final class Unstored {
  static final int MOST = 10_000;

  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LAST_PAUSE = Duration.ofSeconds(30);

  private record Settlement(SpendHold hold, List<SpendEntry> attempts) {}

  private final BiConsumer<SpendHold, List<SpendEntry>> store;
  private final BiConsumer<SpendEntry, RuntimeException> listener;
  private final BiConsumer<Duration, Runnable> later;

  /** Guarded by this, like all below. */
  private final Deque<Settlement> waiting = new ArrayDeque<>();

  private Duration pause = FIRST_PAUSE;

  /** Whether a look at what waits is due. */
  private boolean due;

  /** Whether a thread is storing; two would tell listeners twice. */
  private boolean storing;

  private boolean closed;

  /**
   * Nothing waits yet.
   *
   * @param later runs a task after a pause, on a thread that may wait for the store
   */
  Unstored(
      BiConsumer<SpendHold, List<SpendEntry>> store,
      BiConsumer<SpendEntry, RuntimeException> listener,
      BiConsumer<Duration, Runnable> later) {
    this.store = store;
    this.listener = listener;
    this.later = later;
  }

  void keep(SpendHold hold, List<SpendEntry> attempts, RuntimeException failure) {
    boolean kept = add(new Settlement(hold, attempts));
    String then =
        kept
            ? "could not be booked; it is kept and stored again"
            : "could not be booked and is given up: it stays counted until the end of its hold";
    for (SpendEntry attempt : attempts) {
      LOG.log(System.Logger.Level.ERROR, describe(attempt, then), failure);
      listener.accept(attempt, failure);
    }
    if (attempts.isEmpty()) {
      String what = "%s: money set aside for a call that was not sent could not be given back yet";
      LOG.log(System.Logger.Level.WARNING, what.formatted(hold.operation().id()), failure);
    }
  }

  private static String describe(SpendEntry attempt, String then) {
    return "%s of load %s with key %s, attempt %d, request %s, %s %s USD: %s"
        .formatted(
            attempt.operation().id(),
            attempt.loadNumber(),
            attempt.idempotencyKey(),
            attempt.attempt(),
            attempt.requestId(),
            attempt.outcome(),
            attempt.amountUsd().toPlainString(),
            then);
  }

  private synchronized boolean add(Settlement settlement) {
    if (waiting.size() >= MOST || closed) return false;
    waiting.add(settlement);
    if (!due) lookLater();
    return true;
  }

  /** Called while this is held. */
  private void lookLater() {
    due = true;
    try {
      later.accept(pause, this::look);
    } catch (Throwable noTimer) {
      // The next one that is kept, or close(), tries again.
      due = false;
      LOG.log(System.Logger.Level.WARNING, "no timer to store settlements again", noTimer);
    }
  }

  private void look() {
    boolean any = storeWhatWaits();
    synchronized (this) {
      Duration longer = pause.multipliedBy(2);
      pause = any ? FIRST_PAUSE : longer.compareTo(LAST_PAUSE) < 0 ? longer : LAST_PAUSE;
      due = false;
      if (waiting.isEmpty()) {
        pause = FIRST_PAUSE;
      } else {
        lookLater();
      }
    }
  }

  /** Stores in order as far as the store takes it; false if it took nothing. */
  boolean storeWhatWaits() {
    synchronized (this) {
      if (storing) return false;
      storing = true;
    }
    boolean any = false;
    try {
      for (Settlement next = first(); next != null; next = first()) {
        store.accept(next.hold, next.attempts);
        any = true;
        remove(next);
      }
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "the spend store still does not take settlements", e);
    } finally {
      synchronized (this) {
        storing = false;
        notifyAll();
      }
    }
    return any;
  }

  private synchronized @Nullable Settlement first() {
    return waiting.peek();
  }

  private synchronized void remove(Settlement settlement) {
    waiting.remove(settlement);
    if (waiting.isEmpty()) notifyAll();
  }

  synchronized int size() {
    return waiting.size();
  }

  /** Stores what is left, trying again until the bound; names at ERROR what it could not. */
  void close(Duration bound) {
    synchronized (this) {
      closed = true;
    }
    long end = System.nanoTime() + bound.toNanos();
    boolean interrupted = false;
    while (!interrupted && size() > 0) {
      storeWhatWaits();
      long left = Math.min(end - System.nanoTime(), FIRST_PAUSE.toNanos());
      if (left <= 0) break;
      interrupted = pausedByInterrupt(left / 1_000_000 + 1);
    }
    if (interrupted) Thread.currentThread().interrupt();
    giveUp();
  }

  @SuppressWarnings("WaitNotInLoop") // Woken too early it tries to store too early.
  private synchronized boolean pausedByInterrupt(long millis) {
    try {
      if (!waiting.isEmpty()) wait(millis);
      return false;
    } catch (InterruptedException e) {
      return true;
    }
  }

  private synchronized void giveUp() {
    for (Settlement left : waiting) {
      for (SpendEntry attempt : left.attempts) {
        LOG.log(
            System.Logger.Level.ERROR,
            describe(attempt, "is not booked at close; it counts as unknown once its hold ends"));
      }
    }
    waiting.clear();
  }
}

package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendEntry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Settlements that a store did not take. Each is logged, told, kept, and stored again by a thread
 * that runs only while there are any, after pauses that grow from 250 ms to 30 s.
 */
final class Unstored {
  static final int MOST = 10_000;

  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LAST_PAUSE_MILLIS = 30_000;

  private record Settlement(SpendHold hold, List<SpendEntry> attempts) {}

  private final BiConsumer<SpendHold, List<SpendEntry>> store;
  private final BiConsumer<SpendEntry, RuntimeException> listener;

  /** Guarded by this. */
  private final Deque<Settlement> waiting = new ArrayDeque<>();

  /** Guarded by this; null while nothing waits. */
  private @Nullable Thread worker;

  /** Guarded by this. */
  private boolean closed;

  Unstored(
      BiConsumer<SpendHold, List<SpendEntry>> store,
      BiConsumer<SpendEntry, RuntimeException> listener) {
    this.store = store;
    this.listener = listener;
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
    if (worker == null) {
      Thread thread = new Thread(this::run, "freight-spend-unstored");
      thread.setDaemon(true);
      worker = thread;
      try {
        thread.start();
      } catch (Throwable noThread) {
        // The next one that is kept, or close(), tries again.
        worker = null;
        LOG.log(System.Logger.Level.WARNING, "no thread to store settlements again", noThread);
      }
    }
    return true;
  }

  private void run() {
    long pause = FIRST_PAUSE_MILLIS;
    while (pausedWithWork(pause)) {
      pause = storeWhatWaits() ? FIRST_PAUSE_MILLIS : Math.min(2 * pause, LAST_PAUSE_MILLIS);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // Woken too early it tries to store too early.
  private synchronized boolean pausedWithWork(long millis) {
    try {
      if (!waiting.isEmpty()) wait(closed ? FIRST_PAUSE_MILLIS : millis);
    } catch (InterruptedException e) {
      // Nobody is meant to interrupt it; it looks again at once.
    }
    if (!waiting.isEmpty()) return true;
    worker = null;
    notifyAll();
    return false;
  }

  /** Stores in order as far as the store takes it; false if it took nothing. */
  boolean storeWhatWaits() {
    boolean any = false;
    while (true) {
      Settlement next = first();
      if (next == null) return any;
      try {
        store.accept(next.hold, next.attempts);
      } catch (Throwable e) {
        LOG.log(System.Logger.Level.DEBUG, "the spend store still does not take settlements", e);
        return any;
      }
      any = true;
      remove(next);
    }
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

  synchronized void close(Duration bound) {
    closed = true;
    notifyAll();
    long end = System.nanoTime() + bound.toNanos();
    try {
      for (long left = bound.toNanos(); !waiting.isEmpty() && left > 0; ) {
        wait(Math.max(1, left / 1_000_000));
        left = end - System.nanoTime();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
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

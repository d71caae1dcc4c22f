package io.freightsdk.internal.spend;

import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What a store did not take. It is logged, kept, and stored again after pauses that grow from 250
 * ms to 30 s. Safe for concurrent use.
 */
final class Unstored {
  static final int MOST = 10_000;

  private static final System.Logger LOG = System.getLogger(SpendBooks.class.getName());
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LAST_PAUSE = Duration.ofSeconds(30);

  /**
   * Something to be stored.
   *
   * @param names what is booked by it, each for a line of the log
   * @param otherwise what is true if it never is
   * @param store stores it; done twice it is booked once
   */
  record Work(List<String> names, String otherwise, Runnable store) {}

  private final Timer timer;
  private final Threads threads;
  private final MachineTime time;

  /** Guarded by this, like all below. */
  private final Deque<Work> waiting = new ArrayDeque<>();

  private Duration pause = FIRST_PAUSE;

  /** Whether a look at what waits is due. */
  private boolean due;

  private Cancellable nextLook = Cancellable.NOTHING;

  /** The thread that is storing; two would tell listeners twice. */
  private @Nullable Thread storer;

  private boolean closed;

  /** The thread that stores what is left; null before. */
  private @Nullable Thread closer;

  /**
   * @param environment whose timer runs what is due on a thread that may wait for the store
   * @param threads of the client
   */
  Unstored(Environment environment, Threads threads) {
    this.threads = threads;
    this.timer = environment.timer();
    this.time = environment.machine();
  }

  void keep(Work work, Throwable failure) {
    boolean kept = add(work);
    String then = kept ? "it is kept and stored again" : "it is given up: " + work.otherwise;
    for (String name : work.names) {
      LOG.log(System.Logger.Level.ERROR, name + ": could not be booked; " + then, failure);
    }
    if (work.names.isEmpty()) {
      String what = "money of a call that was not sent could not be given back; ";
      LOG.log(System.Logger.Level.WARNING, what + then, failure);
    }
  }

  private synchronized boolean add(Work work) {
    if (waiting.size() >= MOST || closed) return false;
    waiting.add(work);
    if (!due) lookLater();
    return true;
  }

  /** Called while this is held. */
  private void lookLater() {
    due = true;
    try {
      nextLook = timer.after(pause, this::look);
    } catch (Throwable noTimer) {
      // The next one that is kept, or close(), tries again.
      due = false;
      LOG.log(System.Logger.Level.WARNING, "no timer to store again what waits", noTimer);
    }
  }

  private void look() {
    boolean any = storeWhatWaits();
    synchronized (this) {
      Duration longer = pause.multipliedBy(2);
      boolean fresh = any || waiting.isEmpty();
      pause = fresh ? FIRST_PAUSE : longer.compareTo(LAST_PAUSE) < 0 ? longer : LAST_PAUSE;
      due = false;
      if (!waiting.isEmpty()) lookLater();
    }
  }

  /** Stores in order as far as the store takes it; false if it took nothing. */
  private boolean storeWhatWaits() {
    synchronized (this) {
      if (storer != null) return false;
      storer = Thread.currentThread();
    }
    boolean any = false;
    try {
      for (Work next = first(); next != null; next = first()) {
        next.store.run();
        any = true;
        stored(next);
      }
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.DEBUG, "the spend store still takes nothing", e);
    } finally {
      synchronized (this) {
        storer = null;
        LockSupport.unpark(closer);
      }
    }
    return any;
  }

  private synchronized @Nullable Work first() {
    return waiting.peek();
  }

  private synchronized void stored(Work work) {
    waiting.remove(work);
  }

  private synchronized boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Stores what is left, trying again until the bound; names at ERROR what it could not.
   *
   * @param mayBlock whether the store may take longer than the bound
   */
  void close(Duration bound, boolean mayBlock) {
    synchronized (this) {
      closed = true;
      if (storer == Thread.currentThread()) {
        // A listener closes that is told of what has just been stored.
        waiting.poll();
        storer = null;
      }
    }
    if (!isEmpty()) {
      if (mayBlock) {
        besides(bound);
      } else {
        storeFor(bound);
      }
    }
    giveUp();
  }

  /** On a thread that the store may keep longer than whoever closes can wait. */
  private void besides(Duration bound) {
    Thread closing = Thread.currentThread();
    AtomicBoolean over = new AtomicBoolean();
    try {
      threads.start(
          "freight-spend-close",
          () -> {
            storeFor(bound);
            over.set(true);
            LockSupport.unpark(closing);
          });
    } catch (Throwable noThread) {
      storeFor(bound);
      return;
    }
    await(bound, over::get);
  }

  private void storeFor(Duration bound) {
    synchronized (this) {
      closer = Thread.currentThread();
    }
    long end = time.nanos() + bound.toNanos();
    while (!isEmpty()) {
      storeWhatWaits();
      Duration left = Duration.ofNanos(end - time.nanos());
      if (left.isNegative() || left.isZero()) return;
      await(left.compareTo(FIRST_PAUSE) < 0 ? left : FIRST_PAUSE, this::isEmpty);
    }
  }

  /** An interrupt is no reason to give money up: the bound is near enough. */
  private void await(Duration atMost, BooleanSupplier done) {
    AtomicBoolean interrupted = new AtomicBoolean(Thread.interrupted());
    timer.awaitOthers(
        atMost,
        () -> {
          if (Thread.interrupted()) interrupted.set(true);
          return done.getAsBoolean();
        });
    if (interrupted.get()) Thread.currentThread().interrupt();
  }

  private synchronized void giveUp() {
    for (Work left : waiting) {
      for (String name : left.names) {
        LOG.log(System.Logger.Level.ERROR, name + ": is not booked at close; " + left.otherwise);
      }
    }
    waiting.clear();
    // The thread of the timer would live until then.
    nextLook.cancel();
  }
}

package io.freightsdk.testing;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread in a {@link World}, which does one task after another. It and whoever lets it go on take
 * turns: never do both run.
 */
final class WorldThread {
  private static final ThreadLocal<@Nullable WorldThread> HERE = new ThreadLocal<>();

  /** Longer than any turn takes: a thread that does not give it back blocks without the world. */
  private static final long LONGEST_TURN_SECONDS = 60;

  private final Semaphore turn = new Semaphore(0);
  private final Semaphore back = new Semaphore(0);
  private final Thread thread = new Thread(this::work);

  /** What it does; null if it is free. This and all below belong to whoever has the turn. */
  private @Nullable Runnable task;

  /** What its last task has thrown. */
  private @Nullable Throwable thrown;

  private boolean hasTurn;
  private boolean endsNow;

  /** The thread's own flag is down while it waits for its turn. */
  private boolean isInterrupted;

  private BooleanSupplier waitIsOver = () -> true;

  WorldThread() {
    thread.setDaemon(true);
    thread.start();
  }

  /** The one that runs this code; null on any other thread. */
  static @Nullable WorldThread here() {
    return HERE.get();
  }

  private void work() {
    HERE.set(this);
    while (true) {
      turn.acquireUninterruptibly();
      Runnable next = task;
      if (next == null) return;
      try {
        next.run();
      } catch (Throwable any) {
        thrown = any;
      }
      task = null;
      boolean unused = Thread.interrupted();
      giveBack();
    }
  }

  /** Gives it something to do, which it begins when its turn comes. */
  void take(Runnable next, boolean ofClients) {
    task = next;
    thrown = null;
    isInterrupted = false;
    waitIsOver = () -> true;
    thread.setName(ofClients ? "world-client" : "caller");
  }

  boolean isFree() {
    return task == null;
  }

  /** What its last task has thrown; null for nothing. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  /** Lets it run until it waits or is free, unless it would only find that it has to wait on. */
  void goOn() {
    if (hasTurn || isFree()) return;
    if (!endsNow && !isInterrupted && waitsOn()) return;
    isInterrupted = false;
    hasTurn = true;
    turn.release();
    awaitBack();
  }

  /** Asked on another thread, whose own interrupt is none of its business. */
  private boolean waitsOn() {
    boolean interrupted = Thread.interrupted();
    try {
      return !waitIsOver.getAsBoolean();
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private void awaitBack() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (back.tryAcquire(LONGEST_TURN_SECONDS, TimeUnit.SECONDS)) return;
          throw blocked();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private AssertionError blocked() {
    Throwable where = new Throwable("where it blocks");
    where.setStackTrace(thread.getStackTrace());
    return new AssertionError("a thread of the world waits for what is not of the world", where);
  }

  private void giveBack() {
    hasTurn = false;
    back.release();
  }

  /**
   * On this thread: it waits, and somebody else's turn comes. Who lets it go on asks whether the
   * wait is over.
   */
  void pause(BooleanSupplier over) {
    waitIsOver = over;
    giveBack();
    turn.acquireUninterruptibly();
    if (endsNow) throw new AssertionError("the world was closed");
  }

  /** Interrupts its task, which hears it when its next turn comes. */
  void interrupt() {
    isInterrupted = true;
    thread.interrupt();
  }

  /** Ends its task where it waits, if it has one, and then the thread. */
  void end() {
    endsNow = true;
    goOn();
    turn.release();
  }
}

package io.freightsdk.testing;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread in a {@link World} that runs one task after another. It takes turns with the thread that
 * resumes it; only one of them runs.
 */
final class WorldThread {
  private static final ThreadLocal<@Nullable WorldThread> CURRENT = new ThreadLocal<>();

  /** Longer than any turn, so a thread that takes longer blocks on something outside the world. */
  private static final long MAX_TURN_SECONDS = 60;

  private final Semaphore turn = new Semaphore(0);
  private final Semaphore turnEnd = new Semaphore(0);
  private final Thread thread = new Thread(this::work);

  /**
   * Its task; null if it is free. Only the thread that has the turn uses this and the fields below.
   */
  private @Nullable Runnable task;

  /** The exception of its last task. */
  private @Nullable Throwable thrown;

  private boolean hasTurn;
  private boolean ending;

  /** The thread's own flag is cleared while it waits for its turn. */
  private boolean isInterrupted;

  private BooleanSupplier waitEnded = () -> true;

  WorldThread() {
    thread.setDaemon(true);
    thread.start();
  }

  /** The thread of a world that runs this code; null on any other thread. */
  static @Nullable WorldThread running() {
    return CURRENT.get();
  }

  private void work() {
    CURRENT.set(this);
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
      returnTurn();
    }
  }

  /** Assigns it a task, which it starts in its next turn. */
  void assign(Runnable next, boolean ofClient) {
    task = next;
    thrown = null;
    isInterrupted = false;
    waitEnded = () -> true;
    thread.setName(ofClient ? "world-client" : "caller");
  }

  boolean isFree() {
    return task == null;
  }

  /** The exception of its last task; null for none. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  /** Runs it until it waits or is free, unless its wait has not ended. */
  void resume() {
    if (hasTurn || isFree()) return;
    if (!ending && !isInterrupted && stillWaits()) return;
    isInterrupted = false;
    hasTurn = true;
    turn.release();
    awaitTurnEnd();
  }

  /** Called on another thread, whose interrupt must not end this wait. */
  private boolean stillWaits() {
    boolean interrupted = Thread.interrupted();
    try {
      return !waitEnded.getAsBoolean();
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private void awaitTurnEnd() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (turnEnd.tryAcquire(MAX_TURN_SECONDS, TimeUnit.SECONDS)) return;
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

  private void returnTurn() {
    hasTurn = false;
    turnEnd.release();
  }

  /**
   * Called on this thread to wait while another thread has its turn. The thread that resumes it
   * checks whether the wait has ended.
   */
  void pause(BooleanSupplier over) {
    waitEnded = over;
    returnTurn();
    turn.acquireUninterruptibly();
    if (ending) throw new AssertionError("the world was closed");
  }

  /** Interrupts its task, which notices it in its next turn. */
  void interrupt() {
    isInterrupted = true;
    thread.interrupt();
  }

  /** Ends its task, if it has one, where it waits, and then the thread. */
  void end() {
    ending = true;
    resume();
    turn.release();
  }
}

package io.freightsdk.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A blocking call in a {@link World}. Its thread and whoever lets it go on take turns: never do
 * both run.
 */
public final class Caller<T> extends CompletableFuture<T> {
  private static final ThreadLocal<@Nullable Caller<?>> HERE = new ThreadLocal<>();

  private final Semaphore turn = new Semaphore(0);
  private final Semaphore back = new Semaphore(0);
  private final Thread thread;
  private boolean begun;
  private boolean ended;
  private boolean endsNow;

  /** The thread's own flag is down while it waits for its turn. */
  private boolean isInterrupted;

  private BooleanSupplier waitIsOver = () -> true;

  Caller(Supplier<T> call) {
    thread = new Thread(() -> run(call), "caller");
    thread.setDaemon(true);
  }

  /** The caller whose thread this is; null if it is none's. */
  static @Nullable Caller<?> here() {
    return HERE.get();
  }

  private void run(Supplier<T> call) {
    HERE.set(this);
    try {
      complete(call.get());
    } catch (Throwable thrown) {
      completeExceptionally(thrown);
    } finally {
      ended = true;
      back.release();
    }
  }

  /** Lets it run until it waits or ends, unless it would only find that it has to wait on. */
  void goOn() {
    if (ended || HERE.get() == this) return;
    if (!endsNow && !isInterrupted && waitsOn()) return;
    isInterrupted = false;
    if (begun) {
      turn.release();
    } else {
      begun = true;
      thread.start();
    }
    back.acquireUninterruptibly();
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

  /**
   * On its thread: it waits, and somebody else's turn comes. Who lets it go on asks whether the
   * wait is over.
   */
  void pause(BooleanSupplier over) {
    waitIsOver = over;
    back.release();
    turn.acquireUninterruptibly();
    if (endsNow) throw new AssertionError("the world was closed");
  }

  boolean hasEnded() {
    return ended;
  }

  /** Interrupts its thread, which hears it when its next turn comes. */
  public void interrupt() {
    isInterrupted = true;
    thread.interrupt();
  }

  /** Ends it where it waits. */
  void end() {
    endsNow = true;
    goOn();
  }
}

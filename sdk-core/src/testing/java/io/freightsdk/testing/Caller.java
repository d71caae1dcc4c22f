package io.freightsdk.testing;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
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

  /** Lets it run until it waits or ends. */
  void goOn() {
    if (ended || HERE.get() == this) return;
    if (begun) {
      turn.release();
    } else {
      begun = true;
      thread.start();
    }
    back.acquireUninterruptibly();
  }

  /** On its thread: it waits, and somebody else's turn comes. */
  void pause() {
    back.release();
    turn.acquireUninterruptibly();
    if (endsNow) throw new AssertionError("the world was closed");
  }

  boolean hasEnded() {
    return ended;
  }

  /** Interrupts its thread, which hears it when its next turn comes. */
  public void interrupt() {
    thread.interrupt();
  }

  /** Ends it where it waits. */
  void end() {
    endsNow = true;
    goOn();
  }
}

package io.freightsdk.internal.engine;

import io.freightsdk.internal.transport.LentThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a blocking caller, which carries out the request of its own call while it waits. A
 * thread of the pool would cost the call two switches of threads.
 */
public final class CallersThread implements LentThread {
  private static final Runnable GONE = CallersThread::nothing;

  private final Thread thread = Thread.currentThread();
  private final Executor others;

  /** What to do next; {@link #GONE} once the thread does not come back to look. */
  private final AtomicReference<@Nullable Runnable> next = new AtomicReference<>();

  /** Set before any work is done. */
  private CompletableFuture<?> call = new CompletableFuture<>();

  /**
   * The current thread.
   *
   * @param others for what this thread cannot do: hear of its own interrupt, work after it has gone
   */
  public CallersThread(Executor others) {
    this.others = others;
  }

  /**
   * Starts a call and works for it until it has ended. An interrupt ends it on the wire at once;
   * the flag of the thread stays set.
   */
  public <R> CompletableFuture<R> runToEnd(Function<LentThread, CompletableFuture<R>> start) {
    boolean interrupted = false;
    try {
      CompletableFuture<R> started = start.apply(this);
      call = started;
      boolean wakes = false;
      while (true) {
        Runnable work = next.getAndSet(null);
        if (work != null) {
          new InterruptWatch(() -> others.execute(this::interrupt)).over(work);
        } else if (started.isDone()) {
          return started;
        } else if (Thread.interrupted()) {
          // The call ends within moments now; its result or its charge is worth waiting for.
          interrupted = true;
          interrupt();
        } else if (!wakes) {
          wakes = true;
          CompletableFuture<R> unused =
              started.whenComplete((result, failure) -> LockSupport.unpark(thread));
        } else {
          LockSupport.park(this);
        }
      }
    } finally {
      Runnable left = next.getAndSet(GONE);
      if (left != null) {
        others.execute(left);
      }
      if (interrupted) {
        thread.interrupt();
      }
    }
  }

  @Override
  public boolean takes(Runnable work) {
    if (!next.compareAndSet(null, work)) {
      return false;
    }
    LockSupport.unpark(thread);
    return true;
  }

  @Override
  public void heedInterrupt() {
    if (Thread.currentThread() == thread && thread.isInterrupted()) {
      interrupt();
    }
  }

  private void interrupt() {
    if (call instanceof Interruptible known) {
      known.interrupted();
    } else {
      call.cancel(true);
    }
  }

  private static void nothing() {}
}

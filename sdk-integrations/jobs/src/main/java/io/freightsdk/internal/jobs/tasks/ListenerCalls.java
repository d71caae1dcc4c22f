package io.freightsdk.internal.jobs.tasks;

import io.freightsdk.jobs.JobsListener;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets at most half of the scheduler's threads call the listener, so that orders are sent and loads
 * are read while it hangs. Its exceptions are logged with their stack traces, once an hour for each
 * place in the code. Safe for concurrent use.
 */
public final class ListenerCalls {
  /** Longer than a usual listener takes, so that a burst of loads is reported in one go. */
  private static final Duration MAX_PERMIT_WAIT = Duration.ofMillis(500);

  /** A call, which may throw anything. */
  interface Call {
    void on(JobsListener listener) throws Exception;
  }

  /** The listener threw, or half of the threads are already calling it. */
  static final class NotAccepted extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotAccepted(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    /** Whether it was not called at all. */
    boolean isBusy() {
      return getCause() == null;
    }
  }

  private final JobsListener listener;
  private final FailureLog failures;
  private final Semaphore free;

  /** Whether the last wait for a permit timed out. */
  private volatile boolean isStuck;

  public ListenerCalls(JobsListener listener, FailureLog failures, int threads) {
    this.listener = listener;
    this.failures = failures;
    this.free = new Semaphore(Math.max(1, threads / 2));
  }

  /**
   * One of the places in which a thread of the scheduler may call the listener, until it is closed.
   */
  final class Permit implements AutoCloseable {
    private Permit() {}

    /** See {@link ListenerCalls#invoke}. */
    void invoke(String what, String method, Call call) {
      ListenerCalls.this.invoke(what, method, call);
    }

    @Override
    public void close() {
      free.release();
    }
  }

  /**
   * Waits for half a second at most, until fewer than half of the threads are in the listener.
   *
   * @throws NotAccepted if that takes too long
   */
  Permit acquire() {
    boolean isFree = false;
    try {
      isFree = free.tryAcquire(isStuck ? 0 : MAX_PERMIT_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
    isStuck = !isFree;
    if (!isFree) throw new NotAccepted("half of the threads are in the listener", null);
    return new Permit();
  }

  /**
   * Calls the listener on this thread, without a permit. Tasks of the scheduler call it by {@link
   * Permit#invoke}.
   *
   * @param what the order or load, for the log
   * @param method the name of the method
   * @throws NotAccepted if it threw
   */
  void invoke(String what, String method, Call call) {
    try {
      call.on(listener);
    } catch (Throwable e) { // Also an Error, such as for a missing class.
      if (e instanceof InterruptedException) Thread.currentThread().interrupt();
      NotAccepted failure = new NotAccepted(method + " failed with " + e, e);
      failures.warnHourly(() -> what + ": " + failure.getMessage(), e);
      throw failure;
    }
  }
}

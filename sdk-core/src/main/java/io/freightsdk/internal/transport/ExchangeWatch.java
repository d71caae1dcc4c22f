package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.DaemonThreads;
import io.freightsdk.internal.environment.TimeSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * Cancels exchanges that have timed out or whose thread was interrupted. One daemon thread checks
 * them twenty times a second, only while there are exchanges. Without it, a platform thread that
 * reads from a socket notices no interrupt, and OkHttp's timeouts wake a thread of okio for each
 * call.
 *
 * <p>OkHttp's {@code enqueue} and a wait would end in time, too. But then the request would run on
 * another thread, and traces find their parent on the caller's thread.
 */
final class ExchangeWatch {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The thread ends after this number of checks without an exchange. */
  private static final int MAX_IDLE_CHECKS = 20;

  /** The running exchanges by their calls; the interceptors find them here, too. */
  private final Map<Call, Exchange> running = new ConcurrentHashMap<>();

  /** The thread that checks; null for none. Guarded by this for writing. */
  private volatile @Nullable Thread watchThread;

  private volatile boolean closed;

  /** Time of the next check, by the machine's clock. */
  private volatile long nextCheckNanos;

  private final TimeSource time;

  ExchangeWatch(TimeSource time) {
    this.time = time;
  }

  void add(Exchange exchange) {
    running.put(exchange.call, exchange);
    Thread thread = watchThread;
    if (thread == null) {
      start();
    } else if (exchange.dueNanos() - nextCheckNanos < 0) {
      LockSupport.unpark(thread);
    }
  }

  long now() {
    return time.machineNanos();
  }

  void remove(Exchange exchange) {
    running.remove(exchange.call);
  }

  /** The running exchange of a call; null if it has ended, or the call is not of this client. */
  @Nullable Exchange find(Call call) {
    return running.get(call);
  }

  private synchronized void start() {
    if (watchThread != null) return;
    nextCheckNanos = time.machineNanos() + PERIOD_NANOS;
    watchThread = DaemonThreads.start("freight-exchange-watch", this::watch);
  }

  private void watch() {
    int idleChecks = 0;
    while (true) {
      long now = time.machineNanos();
      long next = now + PERIOD_NANOS;
      // An exchange that is added during this check and is due before the next one wakes this
      // thread.
      nextCheckNanos = next;
      try {
        next = cancelDue(now, next);
      } catch (Throwable fault) {
        // Such as a lack of memory, which may have passed at the next check.
        continue;
      }
      idleChecks = running.isEmpty() ? idleChecks + 1 : 0;
      boolean isFinished = idleChecks > MAX_IDLE_CHECKS || (closed && idleChecks > 0);
      if (isFinished && stopIfIdle()) return;
      nextCheckNanos = next;
      LockSupport.parkNanos(this, next - time.machineNanos());
    }
  }

  /** Returns the time of the next check: when the next exchange times out, or the latest. */
  private long cancelDue(long now, long latest) {
    long next = latest;
    for (Exchange exchange : running.values()) {
      exchange.cancelIfDueOrInterrupted(now);
      long due = exchange.dueNanos();
      if (due - now > 0 && due - next < 0) next = due;
    }
    return next;
  }

  /** Makes the thread end as soon as no exchange runs. */
  void close() {
    closed = true;
    Thread thread = watchThread;
    if (thread != null) LockSupport.unpark(thread);
  }

  /** Returns whether the thread may end: no exchange was added while it was still running. */
  private synchronized boolean stopIfIdle() {
    watchThread = null;
    if (running.isEmpty()) return true;
    watchThread = Thread.currentThread();
    return false;
  }
}

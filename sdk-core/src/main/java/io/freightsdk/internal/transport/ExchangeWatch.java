package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.Threads;
import io.freightsdk.internal.environment.TimeSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * Ends exchanges that have timed out or whose thread was interrupted. A platform thread that reads
 * from a socket notices no interrupt, and the timeouts of OkHttp wake a thread of okio for each
 * call; here one daemon thread checks twenty times a second, only while there are exchanges.
 * OkHttp's {@code enqueue} and a wait would end in time, too. But then the request would run on
 * another thread, and traces find their parent on the caller's thread.
 */
final class ExchangeWatch {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The thread ends after this number of checks without an exchange. */
  private static final int IDLE_CHECKS = 20;

  /** The running exchanges by their calls; the interceptors look them up here too. */
  private final Map<Call, Exchange> running = new ConcurrentHashMap<>();

  /** The thread that checks; guarded by this for writing. */
  private volatile @Nullable Thread checking;

  private volatile boolean closed;

  /** Time of the next check, by the machine's clock. */
  private volatile long nextCheck;

  private final TimeSource time;
  private final Threads threads;

  ExchangeWatch(TimeSource time, Threads threads) {
    this.time = time;
    this.threads = threads;
  }

  void add(Exchange exchange) {
    running.put(exchange.call, exchange);
    Thread thread = checking;
    if (thread == null) {
      start();
    } else if (exchange.dueNanos() - nextCheck < 0) {
      LockSupport.unpark(thread);
    }
  }

  long now() {
    return time.machineNanos();
  }

  void remove(Exchange exchange) {
    running.remove(exchange.call);
  }

  /** The running exchange of a call; null when it has ended or is not one of ours. */
  @Nullable Exchange of(Call call) {
    return running.get(call);
  }

  private synchronized void start() {
    if (checking != null) return;
    nextCheck = time.machineNanos() + PERIOD_NANOS;
    checking = threads.start("freight-exchange-watch", this::check);
  }

  private void check() {
    int idle = 0;
    while (true) {
      long now = time.machineNanos();
      long next = now + PERIOD_NANOS;
      // An exchange that is added during this check and is due before the next one wakes this
      // thread.
      nextCheck = next;
      try {
        next = endAllDue(now, next);
      } catch (Throwable fault) {
        // Such as a lack of memory, which may have passed at the next check.
        continue;
      }
      idle = running.isEmpty() ? idle + 1 : 0;
      boolean over = idle > IDLE_CHECKS || (closed && idle > 0);
      if (over && ended()) return;
      nextCheck = next;
      LockSupport.parkNanos(this, next - time.machineNanos());
    }
  }

  /** The time of the next check: that of the first exchange that is due, or the latest. */
  private long endAllDue(long now, long latest) {
    long next = latest;
    for (Exchange exchange : running.values()) {
      exchange.endIfDue(now);
      long due = exchange.dueNanos();
      if (due - now > 0 && due - next < 0) next = due;
    }
    return next;
  }

  /** Lets the thread end as soon as no exchange runs. */
  void close() {
    closed = true;
    Thread thread = checking;
    if (thread != null) LockSupport.unpark(thread);
  }

  /** Ends the thread, unless an exchange was added that has still seen it running. */
  private synchronized boolean ended() {
    checking = null;
    if (running.isEmpty()) return true;
    checking = Thread.currentThread();
    return false;
  }
}

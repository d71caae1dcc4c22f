package io.freightsdk.internal.transport;

import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Threads;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * Ends exchanges that have timed out or whose thread was interrupted, because a thread that reads
 * from a socket notices neither. One daemon thread checks twenty times a second, only while there
 * are exchanges, so that a call does not have to wake a thread.
 */
final class ExchangeWatch {
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** The thread ends after this number of checks without an exchange. */
  private static final int IDLE_LOOKS = 20;

  private final Map<Call, Exchange> running = new ConcurrentHashMap<>();

  /** The thread that checks; guarded by this for writing. */
  private volatile @Nullable Thread looking;

  private volatile boolean closed;

  /** When it checks next, by the time of the machine. */
  private volatile long nextLook;

  private final MachineTime time;
  private final Threads threads;

  ExchangeWatch(MachineTime time, Threads threads) {
    this.time = time;
    this.threads = threads;
  }

  void add(Exchange exchange) {
    running.put(exchange.call, exchange);
    Thread thread = looking;
    if (thread == null || !thread.isAlive()) {
      start();
    } else if (exchange.dueNanos() - nextLook < 0) {
      LockSupport.unpark(thread);
    }
  }

  long now() {
    return time.nanos();
  }

  void remove(Exchange exchange) {
    running.remove(exchange.call);
  }

  /** The running exchange of a call; null when it has ended or is not one of ours. */
  @Nullable Exchange of(Call call) {
    return running.get(call);
  }

  private synchronized void start() {
    Thread before = looking;
    // Whatever ended the last one, its exchanges need another.
    if (before != null && before.isAlive()) return;
    nextLook = time.nanos() + LOOK_EVERY_NANOS;
    looking = threads.start("freight-exchange-watch", this::look);
  }

  private void look() {
    int idle = 0;
    while (true) {
      long now = time.nanos();
      long next = now + LOOK_EVERY_NANOS;
      // An exchange that is added during this check and is due before the next one wakes this
      // thread.
      nextLook = next;
      try {
        next = endAllDue(now, next);
      } catch (Throwable fault) {
        // Without memory, perhaps; the next check may have some.
        continue;
      }
      idle = running.isEmpty() ? idle + 1 : 0;
      boolean over = idle > IDLE_LOOKS || (closed && idle > 0);
      if (over && ended()) return;
      nextLook = next;
      LockSupport.parkNanos(this, next - time.nanos());
    }
  }

  /** When to check next: at the latest, or when an exchange is due before. */
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
    Thread thread = looking;
    if (thread != null) LockSupport.unpark(thread);
  }

  /** An exchange that is added now sees either this thread or that there is none. */
  private synchronized boolean ended() {
    looking = null;
    if (running.isEmpty()) return true;
    looking = Thread.currentThread();
    return false;
  }
}

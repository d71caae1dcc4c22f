package io.freightsdk.server.service;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits the calls of one client in a minute of server time or of machine time, whichever passes
 * first: a frozen clock must not lock a client out for ever. Safe for several threads.
 */
final class RateLimit {
  private static final int MAX_CLIENTS = 10_000;
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final int callsPerMinute;
  private final LongSupplier machineNanos;

  /** Guarded by itself; the least recently used client is evicted. */
  private final Map<String, Window> clients = new LinkedHashMap<>(16, 0.75f, true);

  RateLimit(int callsPerMinute, LongSupplier machineNanos) {
    this.callsPerMinute = callsPerMinute;
    this.machineNanos = machineNanos;
  }

  /** Counts one call; returns 0 when it is allowed, otherwise the seconds until the next one is. */
  long secondsToWait(String client, Instant now) {
    synchronized (clients) {
      long nanos = machineNanos.getAsLong();
      Window window = clients.get(client);
      if (window == null || window.isOver(now, nanos)) {
        window = new Window(now, nanos);
        clients.put(client, window);
        if (clients.size() > MAX_CLIENTS) clients.remove(clients.keySet().iterator().next());
      }
      if (window.calls == callsPerMinute) return window.secondsLeft(now);
      window.calls++;
      return 0;
    }
  }

  private static final class Window {
    private final Instant start;
    private final long startNanos;
    private int calls;

    Window(Instant start, long startNanos) {
      this.start = start;
      this.startNanos = startNanos;
    }

    boolean isOver(Instant now, long nanos) {
      boolean byServer = now.isBefore(start) || !now.isBefore(start.plus(WINDOW));
      return byServer || nanos - startNanos >= WINDOW.toNanos();
    }

    long secondsLeft(Instant now) {
      // Rounded up: who waits this long must be let in.
      return Duration.between(now, start.plus(WINDOW)).plusNanos(999_999_999).toSeconds();
    }
  }
}

package io.freightsdk.server.http;

import java.net.InetAddress;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** At most so many calls per client address in each minute of server time. */
final class RateLimit {
  private static final int MAX_CLIENTS = 10_000;
  private static final long SECONDS_PER_MINUTE = 60;

  private final int callsPerMinute;

  /** Guarded by itself; the client seen longest ago is evicted. */
  private final Map<InetAddress, Window> clients =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Window> eldest) {
          return size() > MAX_CLIENTS;
        }
      };

  RateLimit(int callsPerMinute) {
    this.callsPerMinute = callsPerMinute;
  }

  /** Counts one call; 0 when it may pass, otherwise the seconds until the next one may. */
  long secondsToWait(InetAddress client, Instant now) {
    long minute = Math.floorDiv(now.getEpochSecond(), SECONDS_PER_MINUTE);
    synchronized (clients) {
      Window window = clients.get(client);
      int calls = window == null || window.minute != minute ? 1 : window.calls + 1;
      clients.put(client, new Window(minute, Math.min(calls, callsPerMinute + 1)));
      if (calls <= callsPerMinute) return 0;
    }
    return SECONDS_PER_MINUTE - Math.floorMod(now.getEpochSecond(), SECONDS_PER_MINUTE);
  }

  private record Window(long minute, int calls) {}
}

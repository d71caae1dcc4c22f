package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.answers.ServiceText;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How loads stood when the tools of this process last read or confirmed them: a list of loads may
 * say it without a paid reading. Thread-safe.
 */
final class LastStatus {
  private static final int MOST = 10_000;

  /** By account and load number. Guarded by this. */
  private final Map<String, Seen> seen =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Seen> eldest) {
          return size() > MOST;
        }
      };

  record Seen(String status, Instant at) {}

  synchronized void put(String account, String loadNumber, String status, Instant at) {
    String load = key(account, loadNumber);
    Seen before = seen.remove(load);
    boolean isNewer = before == null || !at.isBefore(before.at);
    seen.put(load, isNewer ? new Seen(ServiceText.word(status), at) : before);
  }

  synchronized @Nullable Seen of(String account, String loadNumber) {
    return seen.get(key(account, loadNumber));
  }

  private static String key(String account, String loadNumber) {
    return account + " " + loadNumber;
  }
}

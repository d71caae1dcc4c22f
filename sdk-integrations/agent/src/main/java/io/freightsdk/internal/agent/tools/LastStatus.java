package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.answers.ServiceText;
import io.freightsdk.internal.concurrent.BoundedMap;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How loads stood when the tools of this process last read or confirmed them: a list of loads may
 * say it without a paid reading. Thread-safe.
 */
final class LastStatus {
  private static final int MOST = 10_000;

  /** By account and load number. */
  private final BoundedMap<String, Seen> seen = new BoundedMap<>(MOST);

  record Seen(String status, Instant at) {}

  synchronized void put(String account, String loadNumber, String status, Instant at) {
    String load = key(account, loadNumber);
    Seen before = seen.get(load);
    boolean isNewer = before == null || !at.isBefore(before.at);
    if (isNewer) seen.put(load, new Seen(ServiceText.word(status), at));
  }

  @Nullable Seen of(String account, String loadNumber) {
    return seen.get(key(account, loadNumber));
  }

  private static String key(String account, String loadNumber) {
    return account + " " + loadNumber;
  }
}

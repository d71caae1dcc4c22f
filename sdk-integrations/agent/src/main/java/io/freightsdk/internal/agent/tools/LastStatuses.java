package io.freightsdk.internal.agent.tools;

import io.freightsdk.internal.agent.results.UntrustedText;
import io.freightsdk.internal.concurrent.LruMap;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The statuses that the tools of this process last received. A list of loads shows them without a
 * paid read. Thread-safe.
 */
final class LastStatuses {
  private static final int MAX_LOADS = 10_000;

  /** By account and load number. */
  private final LruMap<String, KnownStatus> statuses = new LruMap<>(MAX_LOADS);

  record KnownStatus(String status, Instant at) {}

  synchronized void putIfNewer(String account, String loadNumber, String status, Instant at) {
    String load = key(account, loadNumber);
    KnownStatus before = statuses.get(load);
    boolean isNewer = before == null || !at.isBefore(before.at);
    if (isNewer) statuses.put(load, new KnownStatus(UntrustedText.word(status), at));
  }

  @Nullable KnownStatus get(String account, String loadNumber) {
    return statuses.get(key(account, loadNumber));
  }

  private static String key(String account, String loadNumber) {
    return account + " " + loadNumber;
  }
}

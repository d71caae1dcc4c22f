package io.freightsdk.internal.jobs;

import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.jobs.JobsContext.ApplicationFailed;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Says in the log why orders and loads wait: once for each reason, and once an hour while it lasts,
 * because a thousand orders may wait for one limit. Reasons beyond a hundred, such as the limits of
 * as many customers, are one for each type of failure. What code of the application threw, such as
 * its listener, is logged with its stack trace. Safe for concurrent use.
 */
final class WaitingLog {
  private static final Duration AGAIN_AFTER = Duration.ofHours(1);
  private static final int MAX_REASONS = 100;
  private static final int MAX_NAMES = 10_000;

  private final LongSupplier nanos;
  private final Map<String, Waiting> reasons = new HashMap<>();

  /** Who has waited for a reason since it was last in the log. */
  private static final class Waiting {
    final Set<String> others = new HashSet<>();
    long loggedAt;
  }

  WaitingLog(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Logs that a run failed and is repeated.
   *
   * @param what waits, such as {@code order PO-1}
   */
  void waits(String what, Throwable cause, String then) {
    int others = othersToLog(what, cause);
    boolean isOfApplication = cause instanceof ApplicationFailed;
    // The name of our own class would say nothing.
    Object fact = isOfApplication ? String.valueOf(cause.getMessage()) : cause;
    if (others < 0) {
      JobsContext.debug(() -> what + ": " + fact + "; " + then);
      return;
    }
    String more = others == 0 ? "" : " and " + others + " more in the last hour";
    Supplier<String> line = () -> what + more + ": " + fact + "; " + then;
    Throwable ofApplication = isOfApplication ? cause.getCause() : null;
    if (ofApplication == null) {
      JobsContext.warn(line);
    } else {
      JobsContext.warn(line, ofApplication);
    }
  }

  /** How many others have waited since the last line; negative if this is no time for a line. */
  private synchronized int othersToLog(String what, Throwable cause) {
    long now = nanos.getAsLong();
    String reason = reason(cause);
    if (!reasons.containsKey(reason) && reasons.size() >= MAX_REASONS) {
      String type = cause.getClass().getName();
      reasons.entrySet().removeIf(one -> !one.getKey().equals(type) && isDue(one.getValue(), now));
      if (reasons.size() >= MAX_REASONS) reason = type;
    }
    Waiting known = reasons.get(reason);
    Waiting waiting = known == null ? new Waiting() : known;
    if (known == null) {
      reasons.put(reason, waiting);
    } else if (!isDue(waiting, now)) {
      if (waiting.others.size() < MAX_NAMES) waiting.others.add(what);
      return -1;
    }
    waiting.others.remove(what);
    int others = waiting.others.size();
    waiting.others.clear();
    waiting.loggedAt = now;
    return others;
  }

  private static boolean isDue(Waiting waiting, long now) {
    return now - waiting.loggedAt >= AGAIN_AFTER.toNanos();
  }

  /** Messages differ in their amounts and times. */
  private static String reason(Throwable cause) {
    String type = cause.getClass().getName();
    if (cause instanceof SpendLimitExceededException limited) return type + " " + limited.limit();
    if (cause instanceof FreightException failure) return type + " " + failure.nextStep();
    Throwable inner = cause.getCause();
    if (inner == null) return type;
    String both = type + " " + inner.getClass().getName();
    // Two bugs of one type are thrown in two places.
    return cause instanceof ApplicationFailed
        ? both + " " + Arrays.hashCode(inner.getStackTrace())
        : both;
  }
}

package io.freightsdk.outbox;

import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.SpendLimitExceededException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a creation that failed is sent again, and what a listener refused is told again. Pure. */
final class Backoff {
  static final Duration FIRST = Duration.ofSeconds(5);
  static final Duration LONGEST = Duration.ofMinutes(10);

  /** A person does something about it, and nobody tells us when. */
  static final Duration FOR_A_PERSON = Duration.ofMinutes(1);

  private Backoff() {}

  /**
   * When it is sent again; null if it would only be refused again.
   *
   * @param attempts how often it was sent, this time included
   */
  static @Nullable Instant next(FreightException failed, int attempts, Instant now) {
    // The client is closed: whoever runs next sends it.
    if (failed instanceof FreightCancelledException) return now;
    Instant at = next(failed.nextStep(), attempts, now);
    return at == null ? null : later(failed, at, now);
  }

  static @Nullable Instant next(NextStep step, int attempts, Instant now) {
    return switch (step) {
      case FIX_REQUEST -> null;
      case TOP_UP, RAISE_LIMIT, FIX_KEY, FIX_SETUP -> now.plus(FOR_A_PERSON);
      case RETRY_LATER, RETRY_WITH_SAME_KEY, WAIT_FOR_DRIVER, NONE -> now.plus(grown(attempts));
    };
  }

  /** Whether the next creation would fail in the same way. */
  static boolean isOfAll(FreightException failed) {
    return failed instanceof FreightCancelledException
        || switch (failed.nextStep()) {
          case FIX_KEY, FIX_SETUP, TOP_UP -> true;
          case FIX_REQUEST, RAISE_LIMIT, RETRY_LATER, RETRY_WITH_SAME_KEY, WAIT_FOR_DRIVER, NONE ->
              false;
        };
  }

  /** After so many attempts: 5 s, 10 s, 20 s, ... 10 minutes. */
  static Duration grown(int attempts) {
    int doublings = Math.min(Math.max(attempts, 1) - 1, 10);
    Duration grown = FIRST.multipliedBy(1L << doublings);
    return grown.compareTo(LONGEST) < 0 ? grown : LONGEST;
  }

  /** Asking a limit is free, and a person may raise it before it frees money by itself. */
  private static Instant later(FreightException failed, Instant at, Instant now) {
    Instant freesAt = failed instanceof SpendLimitExceededException limit ? limit.freesAt() : null;
    if (freesAt == null || !freesAt.isAfter(at)) return at;
    Instant latest = now.plus(LONGEST);
    return freesAt.isBefore(latest) ? freesAt : latest;
  }
}

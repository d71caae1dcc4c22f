package io.freightsdk.internal.call;

import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.internal.environment.TimeSource.Moment;
import io.freightsdk.internal.retry.KeyValidity;
import java.time.Duration;

/**
 * The deadline of one call, and the validity of its idempotency key. Not safe for concurrent use.
 */
final class CallTime {
  private final TimeSource time;
  private final Duration deadline;

  /** Whether waits for top-ups extend the deadline: of the client, but not of the options. */
  private final boolean isExtendable;

  private final long startNanos;
  private Duration topUpWaits = Duration.ZERO;

  /** When the key was created; with a key of the caller, when the call started. */
  private Moment keySince;

  CallTime(TimeSource time, Duration deadline, boolean isExtendable) {
    this.time = time;
    this.deadline = deadline;
    this.isExtendable = isExtendable;
    keySince = time.moment();
    startNanos = keySince.nanos();
  }

  Duration deadline() {
    return deadline;
  }

  Moment moment() {
    return time.moment();
  }

  Duration elapsed() {
    return since(startNanos);
  }

  /** The time since an earlier value of {@link #nanos()}. */
  Duration since(long nanos) {
    return Duration.ofNanos(nanos() - nanos);
  }

  long nanos() {
    return time.nanos();
  }

  /** The time until the deadline; zero if it has passed. */
  Duration remaining() {
    Duration remaining = deadline.minus(elapsed());
    return notNegative(isExtendable ? remaining.plus(topUpWaits) : remaining);
  }

  /** Extends the deadline by a wait for a top-up, unless it is a deadline of the options. */
  void addTopUpWait(Duration wait) {
    topUpWaits = topUpWaits.plus(wait);
  }

  /**
   * The remaining time in which a repeat under the key returns the load that an earlier attempt may
   * have created.
   */
  Duration keyRemaining() {
    return notNegative(KeyValidity.ASSUMED.minus(moment().since(keySince)));
  }

  void startNewKey() {
    keySince = moment();
  }

  private static Duration notNegative(Duration duration) {
    return duration.isNegative() ? Duration.ZERO : duration;
  }
}

package io.freightsdk.internal.engine;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long one attempt may take, and the name of that time in a message.
 *
 * @param time more than zero
 * @param name of the option that set it
 */
record AttemptLimit(Duration time, String name) {
  /**
   * The time of an attempt: its own or the client's, but no more than the call has left.
   *
   * @param own of the call's options; null for the client's
   */
  static AttemptLimit of(@Nullable Duration own, Duration clients, Duration left) {
    Duration timeout = own == null ? clients : own;
    boolean shortened = left.compareTo(timeout) < 0;
    return shortened
        ? new AttemptLimit(left, "rest of the deadline")
        : new AttemptLimit(timeout, "attempt timeout");
  }
}

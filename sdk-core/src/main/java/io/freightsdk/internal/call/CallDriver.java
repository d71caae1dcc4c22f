package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import org.jspecify.annotations.Nullable;

/** What carries a call out: blocking, or with futures. */
interface CallDriver {
  /** Ends the call now, whatever it does; the reason becomes part of the message. Idempotent. */
  void abandon(String why);

  /**
   * The step after an exchange. A whole answer counts even if the caller ended the call meanwhile:
   * it tells what was charged.
   */
  static Step after(Call<?> call, Exchange.Result result, @Nullable String ended) {
    return ended != null && result instanceof WireFailure cut
        ? call.cancelled(ended, cut.neverSent())
        : call.answered(result);
  }
}

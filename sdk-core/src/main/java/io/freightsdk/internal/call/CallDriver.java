package io.freightsdk.internal.call;

import io.freightsdk.internal.call.Call.Step;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.WireFailure;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What carries a call out: blocking, or with futures. */
interface CallDriver {
  /**
   * Why a call is ended from outside.
   *
   * @param why as a part of a message
   * @param deadline of the caller, when that has passed; null when the caller ended the call
   */
  record End(String why, @Nullable Duration deadline) {
    End(String why) {
      this(why, null);
    }
  }

  /** Ends the call now, whatever it does. Idempotent: the first end counts. */
  void abandon(End end);

  /**
   * The step after an exchange. A whole answer counts even if the call was ended meanwhile: it
   * tells what was charged.
   */
  static Step after(Call<?> call, Exchange.Result result, @Nullable End end) {
    return end != null && result instanceof WireFailure cut
        ? call.ended(end, cut.neverSent())
        : call.answered(result);
  }
}

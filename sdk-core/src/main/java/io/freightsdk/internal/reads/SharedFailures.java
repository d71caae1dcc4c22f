package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.transport.WireFailure;

/** What the failure of a shared read means for the callers that wait for it. */
final class SharedFailures {
  private SharedFailures() {}

  /**
   * Whether only the caller that read is the reason, so that the others go on without it: it left,
   * its own limit refused it, or its own time was over before anything was paid.
   *
   * @param options of the caller that read
   */
  static boolean isOwn(FreightException failure, CallOptions options) {
    boolean isHurried = failure instanceof FreightTimeoutException || options.deadline() != null;
    return failure instanceof FreightCancelledException
        || failure instanceof SpendLimitExceededException
        || failure instanceof PriceLimitExceededException
        || failure instanceof PriceUnavailableException
        || (isHurried && failure.charge().equals(Charge.NONE));
  }

  /** The failure of the read for a caller that only waited: no attempt and no charge. */
  static FreightException ofAnotherCaller(FreightException theirs) {
    FailureFacts facts = theirs.facts().toBuilder().charge(Charge.NONE).attempts(0).build();
    boolean wasSent = !theirs.charge().equals(Charge.NONE);
    if (wasSent && theirs instanceof FreightTimeoutException late) {
      String what = "time limit of another caller's read";
      return new FreightTimeoutException(facts, what, late.timeout(), true, late);
    }
    if (wasSent && theirs instanceof FreightConnectionException lost) {
      String what = "the read of another caller, which this one waited for, failed";
      return new FreightConnectionException(facts, what, true, lost);
    }
    return theirs.with(facts);
  }

  /** Nothing was charged, and the load itself is not the problem: an old position may do. */
  static boolean mayPass(FreightException failure) {
    boolean passes =
        switch (failure.nextStep()) {
          case RETRY_LATER, RAISE_LIMIT, TOP_UP -> true;
          default -> isUnreachable(failure);
        };
    return passes && failure.charge().equals(Charge.NONE);
  }

  /** A name or a proxy that is away may be back soon, though the configuration may be wrong too. */
  private static boolean isUnreachable(FreightException failure) {
    return failure instanceof FreightConnectionException lost
        && lost.notProcessed()
        && !WireFailure.isLasting(lost.getCause());
  }
}

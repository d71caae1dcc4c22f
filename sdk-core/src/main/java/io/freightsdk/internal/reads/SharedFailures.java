package io.freightsdk.internal.reads;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.internal.call.Failure;
import io.freightsdk.internal.transport.WireFailure;

/** Decides how a failed shared read affects its callers. */
final class SharedFailures {
  private SharedFailures() {}

  /**
   * Whether the failure concerns only the caller that read. The others then continue without it.
   * This applies if the call was cancelled, if its own limit refused it, or if its own time was
   * over before anything was paid.
   *
   * @param options the options of the caller that read
   */
  static boolean concernsOnlyReader(FreightException failure, CallOptions options) {
    boolean isHurried = failure instanceof FreightTimeoutException || options.deadline() != null;
    return failure instanceof FreightCancelledException
        || failure instanceof SpendLimitExceededException
        || failure instanceof PriceLimitExceededException
        || failure instanceof PriceUnavailableException
        || (isHurried && failure.charge().equals(Charge.NONE));
  }

  /** The failure for a caller that only waited: it has no attempt and no charge. */
  static Failure forWaitingCaller(Failure failed) {
    FreightException readersFailure = failed.exception();
    FailedCall call = failed.call().withCharge(Charge.NONE).withAttempts(0);
    boolean wasSent = !readersFailure.charge().equals(Charge.NONE);
    if (wasSent && readersFailure instanceof FreightTimeoutException late) {
      String limit = "time limit of another caller's read";
      return failed.with(
          call, ours -> new FreightTimeoutException(ours, limit, late.timeout(), true, late));
    }
    if (wasSent && readersFailure instanceof FreightConnectionException lost) {
      String fact = "the read of another caller, which this one waited for, failed";
      return failed.with(call, ours -> new FreightConnectionException(ours, fact, true, lost));
    }
    return failed.with(call);
  }

  /**
   * Whether the last known position is returned instead of this failure: not if the caller or
   * {@code close()} ended the call, and not if a repeat fails in the same way.
   */
  static boolean allowsStale(FreightException failure) {
    if (failure instanceof FreightCancelledException || isLocalFault(failure)) return false;
    return switch (failure.nextStep()) {
      case FIX_REQUEST, FIX_KEY -> false;
      case FIX_CONFIGURATION -> isOutage(failure);
      default -> true;
    };
  }

  /**
   * Whether a failed read counts as a read for later callers: not if an option or the budget of
   * this caller may be the only reason.
   *
   * @param options the options of the caller that read
   */
  static boolean countsAsRead(FreightException failure, CallOptions options) {
    boolean hasOwnTime = options.deadline() != null || options.attemptTimeout() != null;
    boolean isHurried =
        failure instanceof FreightTimeoutException
            && failure.charge().equals(Charge.NONE)
            && hasOwnTime;
    boolean needsPrice =
        failure instanceof PriceUnavailableException && (hasOwnTime || options.maxPrice() != null);
    boolean concernsOneCaller =
        failure instanceof SpendLimitExceededException
            || failure instanceof PriceLimitExceededException
            || isHurried
            || needsPrice;
    return allowsStale(failure) && !concernsOneCaller;
  }

  /** The key supplier, an interceptor or the client itself threw, but not the ledger. */
  private static boolean isLocalFault(FreightException failure) {
    return failure.getClass() == FreightException.class && failure.nextStep() == NextStep.NONE;
  }

  /**
   * The configuration may be wrong, but it has worked since the position is known. So a host name,
   * a proxy or a gateway in front of the service has probably failed. An untrusted certificate or a
   * refused TLS handshake may be of another server, and with the charge {@code NONE} the service
   * itself knows no such path.
   */
  private static boolean isOutage(FreightException failure) {
    return failure instanceof FreightConnectionException lost
        ? !WireFailure.isPermanentTlsFailure(lost.getCause())
        : !failure.charge().equals(Charge.NONE);
  }
}

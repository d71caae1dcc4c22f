package io.freightsdk.internal.jobs.rules;

import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.jobs.WaitReason;
import org.jspecify.annotations.Nullable;

/** Why an order or a load waits after a failure, and whether the failed attempt sent anything. */
public final class WaitReasons {
  private WaitReasons() {}

  /** Code of the application failed before anything was sent. */
  public static class NothingSent extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NothingSent(String what, @Nullable Throwable cause) {
      super(cause == null ? what : what + " failed with " + cause, cause);
    }
  }

  /** A customer has no client. */
  public static final class NoClient extends NothingSent {
    private static final long serialVersionUID = 1;

    public NoClient(String what, @Nullable Throwable cause) {
      super(what, cause);
    }
  }

  /**
   * Whether a failure other than a FreightException certainly sent nothing: the client throws
   * IllegalArgumentException for an unknown scope.
   */
  public static boolean isUnsent(Throwable cause) {
    return cause instanceof NothingSent || cause instanceof IllegalArgumentException;
  }

  /** The reason for which work waits after a failure: an outage for every unknown exception. */
  public static WaitReason reasonFor(Throwable cause) {
    if (cause instanceof NoClient) return WaitReason.KEY;
    // The scope of the customer failed.
    if (isUnsent(cause)) return WaitReason.LIMIT;
    // The next step of a limit that has enough left tomorrow is not RAISE_LIMIT.
    if (cause instanceof SpendLimitExceededException) return WaitReason.LIMIT;
    if (!(cause instanceof FreightException failure)) return WaitReason.OUTAGE;
    return switch (failure.nextStep()) {
      case TOP_UP -> WaitReason.BALANCE;
      case RAISE_LIMIT -> WaitReason.LIMIT;
      case FIX_KEY -> WaitReason.KEY;
      default -> WaitReason.OUTAGE;
    };
  }
}

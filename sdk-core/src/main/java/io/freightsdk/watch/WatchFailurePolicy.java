package io.freightsdk.watch;

import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnknownBrokerException;
import java.time.Duration;

/**
 * Decides what a failed read means for a watch. Called by many watches at once; it must be quick.
 */
@FunctionalInterface
public interface WatchFailurePolicy {
  /**
   * What the watch does now.
   *
   * @param failure what the read ended with, after the retries of the client
   * @param inARow failed reads since the last that succeeded, this one included
   */
  Verdict judge(FreightException failure, int inARow);

  /** What a watch does after a failed read. */
  sealed interface Verdict {
    /**
     * Reads again after this time. It may be paid again when {@code failure.charge()} is unknown.
     */
    record TryAgain(Duration after) implements Verdict {}

    /** Looks at the free balance this often, and reads again once it covers the price. */
    record AwaitFunds(Duration checkEvery) implements Verdict {}

    /** Ends the watch; its subscribers get the failure. */
    record GiveUp() implements Verdict {}
  }

  /**
   * The default. A missing balance is waited for with free calls; what no time can fix (no such
   * load, another broker's load, an unregistered broker) ends the watch; everything else is tried
   * again after 1, 2, 4 minutes and so on, at most 30.
   */
  static WatchFailurePolicy patient() {
    return (failure, inARow) -> {
      if (isFinal(failure)) {
        return new Verdict.GiveUp();
      }
      Duration backoff = Duration.ofMinutes(Math.min(30, 1L << Math.min(inARow - 1, 5)));
      return failure instanceof InsufficientFundsException
          ? new Verdict.AwaitFunds(backoff)
          : new Verdict.TryAgain(backoff);
    };
  }

  /** Ends the watch at the first failed read. */
  static WatchFailurePolicy giveUp() {
    return (failure, inARow) -> new Verdict.GiveUp();
  }

  private static boolean isFinal(FreightException failure) {
    return failure instanceof LoadNotFoundException
        || failure instanceof PermissionDeniedException
        || failure instanceof UnknownBrokerException
        || failure instanceof InvalidRequestException
        || failure instanceof FreightCancelledException;
  }
}

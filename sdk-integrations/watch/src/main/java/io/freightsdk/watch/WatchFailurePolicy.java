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
 * Decides what a watch does after a failed read. Called by several watches at once; it must return
 * quickly and must not block. An exception that it throws ends a watch with that exception; a fleet
 * pauses for a minute and reads the load again.
 */
@FunctionalInterface
public interface WatchFailurePolicy {
  /**
   * Decides what the watch does now.
   *
   * @param failure the failure of the read, after the retries of the client
   * @param inARow number of failed reads since the last success, including this one
   */
  Verdict judge(FreightException failure, int inARow);

  /** What a watch does after a failed read. */
  sealed interface Verdict {
    /**
     * Reads again after this time. If {@code failure.charge()} is unknown, both reads may be
     * charged.
     */
    record TryAgain(Duration after) implements Verdict {}

    /**
     * Reads the balance, which is free, at this interval, and reads the load again when the balance
     * covers the price.
     */
    record AwaitFunds(Duration checkEvery) implements Verdict {}

    /** Ends the watch; its subscribers get the failure. */
    record GiveUp() implements Verdict {}
  }

  /**
   * The default. If the balance does not cover a read, the watch waits for a top-up with free
   * balance reads. It ends after failures that time does not fix: no such load, a load of another
   * broker, an unregistered broker, an invalid request, or a closed client. After any other failure
   * it tries again, after 1, 2, 4 and so on up to 30 minutes.
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

package io.freightsdk.internal.engine;

import io.freightsdk.error.InsufficientFundsException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The money side of one running call. The engine calls it from one thread at a time, in this order:
 * {@link #attempted}, {@link #insufficientFunds} and {@link #mayRepeat} any number of times, then
 * {@link #close} exactly once, whatever ended the call.
 */
public interface CallAccount {
  /** An account that knows no price and keeps nothing. */
  CallAccount NONE = new CallAccount() {};

  /**
   * What one successful attempt costs in USD: zero for a free one, null when the price could not be
   * learned. Read for the charge of an attempt when it ends.
   */
  default @Nullable BigDecimal priceUsd() {
    return null;
  }

  /** One wire attempt ended, or failed before it was sent. */
  default void attempted(AttemptReport report) {}

  /**
   * The service answered 402. The future completes with true to send the call again with the same
   * key, with false to fail with {@code refusal}; a failure of the future becomes the call's. It is
   * cancelled when the call is cancelled or {@code timeLeft} of its deadline has passed.
   */
  default CompletableFuture<Boolean> insufficientFunds(
      InsufficientFundsException refusal, Duration timeLeft) {
    return CompletableFuture.completedFuture(false);
  }

  /**
   * Asked before every attempt after the first: whether it still fits the limits. A lost read may
   * have been charged, so sending it again needs its price a second time. With false the call ends
   * with the failure of its last attempt.
   */
  default CompletableFuture<Boolean> mayRepeat() {
    return CompletableFuture.completedFuture(true);
  }

  /**
   * The call ended; settle what is spent, release the rest. The caller gets the result when the
   * future completes, so that the ledger never lags behind what a caller knows; it does not fail
   * and is not cancelled.
   */
  default CompletableFuture<Void> close(CallReport report) {
    return CompletableFuture.completedFuture(null);
  }
}

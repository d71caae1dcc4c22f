package io.freightsdk.internal.fleet;

import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.SpendLimitExceededException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a fleet makes no read for a while: its limit is full, the balance is empty, or something that
 * will pass stands in the way. Confined to the tasks of its loop.
 */
final class FleetPause {
  static final Duration TRY_AGAIN = Duration.ofMinutes(1);

  /**
   * Money that is waited for.
   *
   * @param neededUsd null when the service did not say how much
   */
  record Funds(@Nullable BigDecimal neededUsd, Duration checkEvery) {}

  private Instant until = Instant.MIN;
  private @Nullable Funds awaited;

  /** The end of the pause; in the past when there is none. */
  Instant until() {
    return until;
  }

  void forAWhile(Instant now) {
    until = now.plus(TRY_AGAIN);
  }

  void limitIsFull(SpendLimitExceededException refusal, Instant now) {
    Instant freesAt = refusal.freesAt();
    forAWhile(now);
    if (freesAt != null && freesAt.isAfter(until)) {
      until = freesAt;
    }
  }

  void awaitFunds(FreightException failure, Duration checkEvery, Instant now) {
    BigDecimal needed = failure instanceof InsufficientFundsException low ? low.priceUsd() : null;
    awaited = new Funds(needed, checkEvery);
    until = now.plus(checkEvery);
  }

  /** Whether the balance has to be looked at, which is free, before the next read. */
  boolean awaitsFunds() {
    return awaited != null;
  }

  /** The balance is looked at now, and again after a while. */
  @Nullable Funds checkingFunds(Instant now) {
    Funds funds = awaited;
    until = now.plus(funds == null ? TRY_AGAIN : funds.checkEvery());
    return funds;
  }

  /** Ends the pause if a balance covers what was waited for when it was asked. */
  boolean endsWith(@Nullable Funds asked, BigDecimal balanceUsd) {
    if (asked == null || !asked.equals(awaited)) {
      return false; // Another amount is awaited by now.
    }
    BigDecimal needed = asked.neededUsd();
    boolean covered = needed == null || balanceUsd.compareTo(needed) >= 0;
    if (covered) {
      awaited = null;
      until = Instant.MIN;
    }
    return covered;
  }
}

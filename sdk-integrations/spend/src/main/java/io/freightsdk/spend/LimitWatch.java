package io.freightsdk.spend;

import io.freightsdk.internal.concurrent.LruMap;
import io.freightsdk.internal.ledger.rules.LimitPeriod;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decides when one listener of a guard is called. */
final class LimitWatch {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** Older limits are forgotten, and then reported again. */
  private static final int MAX_LIMITS = 1000;

  private final double threshold;
  private final LimitListener listener;

  /**
   * By limits without their amounts, so that a replaced limit is reported again. Guarded by itself.
   */
  private final LruMap<SpendLimit, Reported> reported = new LruMap<>(MAX_LIMITS);

  /** The last reports of a limit. */
  private static final class Reported {
    private final SpendLimit limit;
    private final Instant periodStart;
    private boolean isNearlyUsedUp;

    /** The latest start of a period that was nearly used up. */
    private Instant nearlyUsedUpSince = Instant.MIN;

    /** The price of the reported refusal; null without one. */
    private @Nullable BigDecimal refusedUsd;

    private Instant lastRefusedAt = Instant.MIN;

    Reported(SpendLimit limit, Instant periodStart) {
      this.limit = limit;
      this.periodStart = periodStart;
    }

    /** The period of a rolling limit begins again with each call, and never ends. */
    boolean isFor(SpendLimit limit, Instant periodStart) {
      return this.limit.equals(limit) && (isRolling(limit) || this.periodStart.equals(periodStart));
    }
  }

  LimitWatch(double threshold, LimitListener listener) {
    this.threshold = threshold;
    this.listener = listener;
  }

  /**
   * Reports a limit that has become nearly used up.
   *
   * @param usage includes the reserved price
   * @param now time of the ledger
   */
  void reserved(LimitUsage usage, BigDecimal priceUsd, Instant now) {
    SpendLimit limit = usage.limit();
    Instant periodStart = LimitPeriod.start(limit, now);
    boolean isNew;
    synchronized (reported) {
      Reported before = before(limit, periodStart);
      boolean isNearlyUsedUp = usage.usedRatio() >= threshold;
      isNew = isNearlyUsedUp && !before.isNearlyUsedUp;
      // Concurrent calls may arrive out of order.
      boolean isLater = isRolling(limit) && periodStart.isAfter(before.nearlyUsedUpSince);
      before.isNearlyUsedUp = isNearlyUsedUp || (before.isNearlyUsedUp && !isLater);
      if (isNearlyUsedUp && periodStart.isAfter(before.nearlyUsedUpSince)) {
        before.nearlyUsedUpSince = periodStart;
      }
      // A read that is allowed after a refused order is no news, nor is an earlier call that
      // arrives late.
      boolean isAllowedAgain =
          before.refusedUsd != null
              && priceUsd.compareTo(before.refusedUsd) >= 0
              && now.isAfter(before.lastRefusedAt);
      if (isRolling(limit) && isAllowedAgain) before.refusedUsd = null;
    }
    if (isNew) report(usage, false);
  }

  /**
   * Reports a limit that has refused its first call.
   *
   * @param now time of the ledger
   */
  void refused(LimitUsage usage, BigDecimal priceUsd, Instant now) {
    boolean isNew;
    synchronized (reported) {
      Reported before = before(usage.limit(), LimitPeriod.start(usage.limit(), now));
      isNew = before.refusedUsd == null;
      if (isNew) before.refusedUsd = priceUsd;
      if (now.isAfter(before.lastRefusedAt)) before.lastRefusedAt = now;
      before.isNearlyUsedUp = true;
    }
    if (isNew) report(usage, true);
  }

  private Reported before(SpendLimit limit, Instant periodStart) {
    SpendLimit withoutAmount = limit.withCap(BigDecimal.ZERO);
    Reported before = reported.get(withoutAmount);
    if (before != null && before.isFor(limit, periodStart)) return before;
    Reported fresh = new Reported(limit, periodStart);
    reported.put(withoutAmount, fresh);
    return fresh;
  }

  private static boolean isRolling(SpendLimit limit) {
    return limit.kind() == SpendLimit.Kind.ROLLING;
  }

  private void report(LimitUsage usage, boolean isExceeded) {
    try {
      listener.onLimitUsage(usage, isExceeded);
    } catch (Throwable thrown) {
      LOG.log(
          System.Logger.Level.WARNING,
          () -> "a LimitListener threw an exception; the call continues: " + usage.limit(),
          thrown);
    }
  }
}

package io.freightsdk.spend;

import io.freightsdk.internal.concurrent.BoundedMap;
import io.freightsdk.internal.ledger.rules.LimitSum;
import java.math.BigDecimal;

/** What one listener of a guard has been told of each limit. */
final class LimitWatch {
  private static final System.Logger LOG = System.getLogger("io.freightsdk.spend");

  /** Of this many limits it is remembered what was told, of those that were used last. */
  private static final int REMEMBERED_LIMITS = 1000;

  private static final long NOT_FULL = -1;

  private final double share;
  private final LimitListener listener;

  /** By limits without their amounts: one that was replaced is told again. Guarded by itself. */
  private final BoundedMap<SpendLimit, Told> told = new BoundedMap<>(REMEMBERED_LIMITS);

  private static final class Told {
    private final LimitSum first;
    private boolean isNearlyFull;

    /** Where the window began of the newest sum that was nearly full. */
    private long nearlyFullAt = Long.MIN_VALUE;

    /** The price that had no room. */
    private long refused = NOT_FULL;

    Told(LimitSum first) {
      this.first = first;
    }

    /** The window of a sliding limit begins again with each call, and never ends. */
    boolean isOf(LimitSum sum) {
      return first.limit().equals(sum.limit()) && (isSliding(sum) || first.begin() == sum.begin());
    }
  }

  LimitWatch(double share, LimitListener listener) {
    this.share = share;
    this.listener = listener;
  }

  /** A call has its reservation, which the sum counts. */
  void reserved(LimitSum sum, long price) {
    LimitUsage use = SpendLedger.use(sum);
    boolean isNew;
    synchronized (told) {
      Told known = known(sum);
      boolean isNearlyFull = use.usedRatio() >= share;
      isNew = isNearlyFull && !known.isNearlyFull;
      // Of calls at once, one of before may come after one that was nearly full.
      boolean mayBegin = isSliding(sum) && sum.begin() > known.nearlyFullAt;
      known.isNearlyFull = isNearlyFull || (known.isNearlyFull && !mayBegin);
      if (isNearlyFull) known.nearlyFullAt = Math.max(known.nearlyFullAt, sum.begin());
      // A read that has room where an order had none says nothing new.
      if (isSliding(sum) && price >= known.refused) known.refused = NOT_FULL;
    }
    if (isNew) tell(use, false);
  }

  /** A limit has refused a call. */
  void refused(LimitSum sum, long price) {
    boolean isNew;
    synchronized (told) {
      Told known = known(sum);
      isNew = known.refused == NOT_FULL;
      if (isNew) known.refused = price;
      known.isNearlyFull = true;
    }
    if (isNew) tell(SpendLedger.use(sum), true);
  }

  private Told known(LimitSum sum) {
    SpendLimit limit = sum.limit();
    SpendLimit withoutAmount = limit.withCap(BigDecimal.ZERO);
    Told known = told.get(withoutAmount);
    if (known != null && known.isOf(sum)) return known;
    Told fresh = new Told(sum);
    told.put(withoutAmount, fresh);
    return fresh;
  }

  private static boolean isSliding(LimitSum sum) {
    return sum.limit().kind() == SpendLimit.Kind.ROLLING;
  }

  private void tell(LimitUsage use, boolean isFull) {
    try {
      listener.onLimitUsage(use, isFull);
    } catch (Throwable thrown) {
      LOG.log(
          System.Logger.Level.WARNING,
          () -> "a LimitListener threw an exception; the call continues: " + use.limit(),
          thrown);
    }
  }
}

package io.freightsdk.internal.money;

import io.freightsdk.internal.concurrent.AbortableWait;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait until the balance covers their price. The client reads the balance 5 seconds
 * after a call started to wait, after 10 more seconds, and then every 30 seconds, once for all
 * waiting calls. Calls continue in the order in which they came, as many as the balance covers. A
 * call that is too expensive is skipped. Safe for concurrent use.
 *
 * <p>Tests: {@code TopUpTest} for calls that wait, {@code BalanceWaitsTest} for shared reads of the
 * balance.
 */
public final class BalanceWaits {
  private static final List<Duration> PAUSES =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30));

  private final Supplier<CompletableFuture<Balance>> balance;
  private final TimeSource time;

  /** In the order in which they came. Guarded by this, like their fields. */
  private final Set<WaitingCall> waitingCalls = new LinkedHashSet<>();

  /** Whether the balance is being read. Guarded by this. */
  private boolean isReading;

  /**
   * @param balance reads the balance once, without blocking
   */
  public BalanceWaits(Supplier<CompletableFuture<Balance>> balance, TimeSource time) {
    this.balance = balance;
    this.time = time;
  }

  /**
   * Starts the waits of one call, whose first refusal is now.
   *
   * @param atMost the maximum of all its waits together
   */
  public CallWaits startWaits(Duration atMost) {
    return new CallWaits(time.nanos() + atMost.toNanos());
  }

  /** The waits of one call, which together take no longer than its policy allows. */
  public final class CallWaits {
    private final long endNanos;

    /** How often the balance was read for this call. */
    private int reads;

    private CallWaits(long endNanos) {
      this.endNanos = endNanos;
    }

    /**
     * Waits on the thread of the call.
     *
     * @param neededUsd the amount that the balance has to cover
     * @return whether it does; false if the time has passed or the call was aborted
     */
    public boolean awaitBalance(BigDecimal neededUsd, Duration atMost, AbortableWait call) {
      WaitingCall self = new WaitingCall(neededUsd, reads);
      long deadlineNanos = Math.min(endNanos, self.sinceNanos + atMost.toNanos());
      synchronized (BalanceWaits.this) {
        waitingCalls.add(self);
      }
      try {
        return BalanceWaits.this.awaitBalance(self, deadlineNanos, call);
      } finally {
        synchronized (BalanceWaits.this) {
          waitingCalls.remove(self);
          reads = self.reads;
        }
      }
    }
  }

  /** A call that waits; compared by identity. */
  private final class WaitingCall {
    final BigDecimal neededUsd;
    final long sinceNanos = time.nanos();

    /**
     * A call that was refused although the balance covered it waits at least until the next read.
     */
    final long earliestNanos;

    final Thread thread = Thread.currentThread();

    /** Whether a read covered it. Stays true, because its thread may run long after the read. */
    boolean isCovered;

    /** How often the balance was read for it. */
    volatile int reads;

    /** When it reads the balance, unless another call does so before. */
    long dueNanos;

    WaitingCall(BigDecimal neededUsd, int reads) {
      this.neededUsd = neededUsd;
      this.reads = reads;
      dueNanos = sinceNanos + pause(reads);
      earliestNanos = reads == 0 ? sinceNanos : dueNanos;
    }
  }

  private static long pause(int reads) {
    return PAUSES.get(Math.min(reads, PAUSES.size() - 1)).toNanos();
  }

  private boolean awaitBalance(WaitingCall self, long deadlineNanos, AbortableWait call) {
    while (true) {
      long now = time.nanos();
      int seenReads;
      boolean mustRead;
      long untilNanos;
      synchronized (this) {
        if (self.isCovered) return true;
        if (now - deadlineNanos >= 0) return false;
        seenReads = self.reads;
        mustRead = !isReading && now - self.dueNanos >= 0;
        if (mustRead) isReading = true;
        untilNanos = isReading ? deadlineNanos : Math.min(deadlineNanos, self.dueNanos);
      }
      if (mustRead) readBalance();
      call.await(Duration.ofNanos(untilNanos - now), () -> self.reads != seenReads);
      if (call.isAborted()) return false;
    }
  }

  private void readBalance() {
    try {
      CompletableFuture<?> unused =
          balance
              .get()
              .whenComplete(
                  (received, failure) ->
                      balanceReceived(received == null ? null : received.balanceUsd()));
    } catch (Throwable notStarted) {
      balanceReceived(null);
    }
  }

  /**
   * Called when a read of the balance has ended.
   *
   * @param balanceUsd null if the read failed
   */
  private synchronized void balanceReceived(@Nullable BigDecimal balanceUsd) {
    isReading = false;
    long now = time.nanos();
    BigDecimal remainingUsd = balanceUsd == null ? BigDecimal.valueOf(-1) : balanceUsd;
    for (WaitingCall waitingCall : waitingCalls) {
      boolean covers =
          waitingCall.neededUsd.compareTo(remainingUsd) <= 0
              && now - waitingCall.earliestNanos >= 0;
      if (covers) remainingUsd = remainingUsd.subtract(waitingCall.neededUsd);
      waitingCall.isCovered |= covers;
      waitingCall.reads++;
      waitingCall.dueNanos = now + pause(waitingCall.reads);
      LockSupport.unpark(waitingCall.thread);
    }
  }
}

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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls that wait until the balance covers them. The balance is read 5 seconds after a call
 * began to wait, after 10 more, and then every 30, once for all that wait. Calls continue in the
 * order in which they came, as many as the balance covers; one that is too expensive is passed
 * over. Safe for concurrent use.
 *
 * <p>Tests: {@code TopUpTest} for calls that wait, {@code BalanceWaitsTest} for one look for all.
 */
public final class BalanceWaits {
  private static final List<Duration> PAUSES =
      List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30));

  private final Supplier<CompletableFuture<Balance>> balance;
  private final TimeSource time;

  /** In the order in which they came. Guarded by this, like their fields. */
  private final Set<Waiting> waiting = new LinkedHashSet<>();

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
   * The waits of one call, from its first refusal, which is now.
   *
   * @param atMost the most that they may take together
   */
  public BalanceWait begin(Duration atMost) {
    return new BalanceWait(time.nanos() + atMost.toNanos());
  }

  /** The waits of one call, which together take no longer than its policy allows. */
  public final class BalanceWait {
    private final long endNanos;

    /** How often the balance was looked at for this call. */
    private int looks;

    private BalanceWait(long endNanos) {
      this.endNanos = endNanos;
    }

    /**
     * Waits on the thread of the call.
     *
     * @param needUsd what the balance has to cover
     * @return whether it does; false if the time is over or the call was aborted
     */
    public boolean awaitBalance(BigDecimal needUsd, Duration atMost, AbortableWait call) {
      Waiting me = new Waiting(needUsd, looks);
      long end = Math.min(endNanos, me.sinceNanos + atMost.toNanos());
      enter(me);
      try {
        return BalanceWaits.this.awaitBalance(me, end, call);
      } finally {
        looks = leave(me);
      }
    }
  }

  /** A call that waits; compared by identity. */
  private final class Waiting {
    final BigDecimal needUsd;
    final long sinceNanos = time.nanos();

    /**
     * A call that was refused although the balance covered it waits at least until the next look.
     */
    final long notBeforeNanos;

    int looks;

    /** When it reads the balance, unless another call does so before. */
    long dueNanos;

    /** Done after the next look: whether the balance covers the call. */
    CompletableFuture<Boolean> answer = new CompletableFuture<>();

    Waiting(BigDecimal needUsd, int looks) {
      this.needUsd = needUsd;
      this.looks = looks;
      dueNanos = sinceNanos + pause(looks);
      notBeforeNanos = looks == 0 ? sinceNanos : dueNanos;
    }
  }

  private static long pause(int looks) {
    return PAUSES.get(Math.min(looks, PAUSES.size() - 1)).toNanos();
  }

  private boolean awaitBalance(Waiting me, long end, AbortableWait call) {
    while (true) {
      long now = time.nanos();
      if (now - end >= 0) return false;
      CompletableFuture<Boolean> answer;
      boolean isMine;
      long until;
      synchronized (this) {
        answer = me.answer;
        isMine = !isReading && now - me.dueNanos >= 0;
        if (isMine) isReading = true;
        until = isReading ? end : Math.min(end, me.dueNanos);
      }
      if (isMine) look();
      boolean hasLooked = call.await(Duration.ofNanos(until - now), answer);
      if (hasLooked && answer.join()) return true;
      if (call.isAborted()) return false;
    }
  }

  private synchronized void enter(Waiting one) {
    waiting.add(one);
  }

  private synchronized int leave(Waiting one) {
    waiting.remove(one);
    return one.looks;
  }

  private void look() {
    CompletableFuture<Balance> answer;
    try {
      answer = balance.get();
    } catch (Throwable e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<?> unused =
        answer.whenComplete((read, failure) -> seen(read == null ? null : read.balanceUsd()));
  }

  /** The balance was read; null if that failed. */
  private synchronized void seen(@Nullable BigDecimal balanceUsd) {
    isReading = false;
    long now = time.nanos();
    BigDecimal left = balanceUsd == null ? BigDecimal.valueOf(-1) : balanceUsd;
    for (Waiting one : waiting) {
      boolean covers = one.needUsd.compareTo(left) <= 0 && now - one.notBeforeNanos >= 0;
      if (covers) left = left.subtract(one.needUsd);
      one.looks++;
      one.dueNanos = now + pause(one.looks);
      CompletableFuture<Boolean> answer = one.answer;
      one.answer = new CompletableFuture<>();
      answer.complete(covers);
    }
  }
}

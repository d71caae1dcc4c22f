package io.freightsdk.internal.money;

import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a client that wait for a top-up. Each reading of the balance lets as many go on as
 * it covers, in any order. Who is refused again waits again. Safe for concurrent use.
 */
public final class TopUps {
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Supplier<CompletableFuture<Balance>> balance;
  private final Timer timer;
  private final LongSupplier nanoTime;

  /** Guards the fields below; no future is completed and nothing foreign is called under it. */
  private final Object lock = new Object();

  private final Set<Waiter> waiters = new LinkedHashSet<>();

  private @Nullable Cancellable nextPoll;
  private Duration pollPause = FIRST_PAUSE;
  private boolean reading;
  private boolean readAgain;
  private boolean closed;

  /** One call that waits; two equal ones are two. */
  private static final class Waiter {
    final BigDecimal needUsd;

    /** Before the balance is read for it, if it waits alone. */
    final Duration pause;

    /** Before that no balance lets it go on; guarded by the lock. */
    long notBeforeNanos;

    final CompletableFuture<Boolean> goOn = new CompletableFuture<>();

    Waiter(BigDecimal needUsd, Duration pause, long notBeforeNanos) {
      this.needUsd = needUsd;
      this.pause = pause;
      this.notBeforeNanos = notBeforeNanos;
    }
  }

  /**
   * @param balance reads the balance once, without blocking
   */
  public TopUps(Supplier<CompletableFuture<Balance>> balance, Timer timer, LongSupplier nanoTime) {
    this.balance = balance;
    this.timer = timer;
    this.nanoTime = nanoTime;
  }

  /**
   * The waits of one call, from its first refusal, which is now.
   *
   * @param atMost how long they last together
   */
  public Wait begin(Duration atMost) {
    return new Wait(atMost);
  }

  /** The waits of one call, which together last no longer than its policy allows. */
  public final class Wait {
    private final Duration atMost;
    private final long since = nanoTime.getAsLong();

    /**
     * Before the balance is read for it, the last time that it was refused: none before the first.
     */
    private Duration pause = Duration.ZERO;

    private Wait(Duration atMost) {
      this.atMost = atMost;
    }

    /**
     * Completes with true when the call may be sent again, with false when it fails. Cancelling it
     * ends the wait.
     *
     * @param priceUsd the price that the call was sent at, for a refusal that states none; null if
     *     that is not known either
     */
    public CompletableFuture<Boolean> await(
        InsufficientFundsException refusal, @Nullable BigDecimal priceUsd) {
      Duration left = atMost.minusNanos(nanoTime.getAsLong() - since);
      if (left.isZero() || left.isNegative()) return CompletableFuture.completedFuture(false);

      Duration before = pause;
      pause = longer(before);
      // Who was refused though a balance covered it is not sent again as soon as one does.
      Duration atLeast = before.isZero() ? Duration.ZERO : pause;
      BigDecimal stated = refusal.priceUsd();
      BigDecimal need = stated != null ? stated : priceUsd != null ? priceUsd : BigDecimal.ZERO;
      Waiter waiter = new Waiter(need, pause, nanoTime.getAsLong() + atLeast.toNanos());
      if (!enter(waiter)) return CompletableFuture.completedFuture(false);
      CompletableFuture<?> unused = waiter.goOn.whenComplete((any, failure) -> leave(waiter));
      try {
        Cancellable end = timer.after(left, () -> waiter.goOn.complete(false));
        CompletableFuture<?> unused2 = waiter.goOn.whenComplete((any, failure) -> end.cancel());
        pollLater();
      } catch (Throwable noTimer) {
        waiter.goOn.cancel(false);
        throw noTimer;
      }
      return waiter.goOn;
    }
  }

  private static Duration longer(Duration pause) {
    Duration grown = pause.isZero() ? FIRST_PAUSE : pause.multipliedBy(8).dividedBy(5);
    return grown.compareTo(LONGEST_PAUSE) < 0 ? grown : LONGEST_PAUSE;
  }

  private boolean enter(Waiter waiter) {
    synchronized (lock) {
      if (closed) return false;
      // Who finds nobody waiting begins with a pause of its own.
      if (waiters.isEmpty()) pollPause = waiter.pause;
      return waiters.add(waiter);
    }
  }

  private void leave(Waiter waiter) {
    synchronized (lock) {
      waiters.remove(waiter);
      if (waiters.isEmpty()) stopPolling();
    }
  }

  /** Ends the wait of all calls. Idempotent. */
  public void close() {
    List<Waiter> all;
    synchronized (lock) {
      closed = true;
      all = new ArrayList<>(waiters);
    }
    for (Waiter waiter : all) waiter.goOn.complete(false);
  }

  // --- the balance ---

  /** The balance was raised: reads it at once. */
  public void look() {
    synchronized (lock) {
      pollPause = FIRST_PAUSE;
      long now = nanoTime.getAsLong();
      for (Waiter waiter : waiters) waiter.notBeforeNanos = now;
      readAgain = reading;
    }
    poll();
  }

  private void pollLater() {
    synchronized (lock) {
      if (nextPoll != null || reading || waiters.isEmpty()) return;
      nextPoll = timer.after(pollPause, this::poll);
      pollPause = longer(pollPause);
    }
  }

  private void stopPolling() {
    if (nextPoll != null) nextPoll.cancel();
    nextPoll = null;
  }

  private void poll() {
    synchronized (lock) {
      stopPolling();
      if (reading || waiters.isEmpty()) return;
      reading = true;
    }
    read();
  }

  private void read() {
    CompletableFuture<Balance> answer;
    try {
      answer = balance.get();
    } catch (Throwable e) {
      answer = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<Balance> unused =
        answer.whenComplete((read, failure) -> seen(read == null ? null : read.balanceUsd()));
  }

  /** Handles a reading; after a failed one (null) the next reading follows. */
  private void seen(@Nullable BigDecimal balanceUsd) {
    List<Waiter> covered;
    boolean again;
    synchronized (lock) {
      covered = balanceUsd == null ? List.of() : covered(balanceUsd);
      covered.forEach(waiters::remove);
      again = readAgain && !waiters.isEmpty();
      reading = again;
      readAgain = false;
    }
    for (Waiter waiter : covered) waiter.goOn.complete(true);
    if (again) {
      read();
    } else {
      pollLater();
    }
  }

  private List<Waiter> covered(BigDecimal balanceUsd) {
    List<Waiter> covered = new ArrayList<>();
    BigDecimal left = balanceUsd;
    long now = nanoTime.getAsLong();
    for (Waiter waiter : waiters) {
      if (now - waiter.notBeforeNanos < 0) continue;
      BigDecimal needUsd = waiter.needUsd;
      if (needUsd.compareTo(left) > 0) continue;
      left = left.subtract(needUsd);
      covered.add(waiter);
    }
    return covered;
  }
}

package io.freightsdk.internal.money;

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
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Reads the balance while calls wait for a top-up, and lets as many go on as a reading covers. Who
 * is refused again waits again. Safe for concurrent use.
 */
final class BalancePoller {
  private static final Duration FIRST_POLL = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Supplier<CompletableFuture<Balance>> balance;
  private final Timer timer;
  private final RandomGenerator random;

  /** Guards the fields below; no future is completed and nothing is called under it. */
  private final Object lock = new Object();

  private final Set<Waiter> waiting = new LinkedHashSet<>();
  private Duration pause = FIRST_POLL;
  private @Nullable Cancellable nextPoll;
  private boolean reading;
  private boolean readAgain;
  private boolean closed;

  BalancePoller(Supplier<CompletableFuture<Balance>> balance, Timer timer, RandomGenerator random) {
    this.balance = balance;
    this.timer = timer;
    this.random = random;
  }

  /** One call that waits; two equal ones are two. */
  private static final class Waiter {
    final BigDecimal needUsd;
    final CompletableFuture<Boolean> goOn = new CompletableFuture<>();

    Waiter(BigDecimal needUsd) {
      this.needUsd = needUsd;
    }
  }

  /**
   * Waits until the balance covers the amount. Completes with true to send the call, with false
   * when the client is closed. Completing or cancelling the future from outside ends the wait.
   */
  CompletableFuture<Boolean> await(BigDecimal needUsd) {
    Waiter waiter = new Waiter(needUsd);
    boolean shut;
    synchronized (lock) {
      shut = closed;
      if (!shut) {
        waiting.add(waiter);
        try {
          if (nextPoll == null && !reading) schedule();
        } catch (Throwable noTimer) {
          waiting.remove(waiter);
          throw noTimer;
        }
      }
    }
    if (shut) {
      waiter.goOn.complete(false);
    } else {
      CompletableFuture<Boolean> unused = waiter.goOn.whenComplete((any, failure) -> leave(waiter));
    }
    return waiter.goOn;
  }

  /** The balance was raised: reads it at once. */
  void look() {
    synchronized (lock) {
      pause = FIRST_POLL;
      readAgain = reading;
      if (reading || waiting.isEmpty()) return;
      stopPolling();
      reading = true;
    }
    read();
  }

  void close() {
    List<Waiter> left;
    synchronized (lock) {
      closed = true;
      stopPolling();
      left = new ArrayList<>(waiting);
    }
    for (Waiter waiter : left) waiter.goOn.complete(false);
  }

  private void leave(Waiter waiter) {
    synchronized (lock) {
      waiting.remove(waiter);
      if (!waiting.isEmpty()) return;
      stopPolling();
      pause = FIRST_POLL;
    }
  }

  private void schedule() {
    // Jitter, so that many processes do not poll at the same time.
    long millis = pause.toMillis();
    Duration jittered = Duration.ofMillis(millis - random.nextLong(millis / 5 + 1));
    pause = pause.multipliedBy(8).dividedBy(5);
    if (pause.compareTo(LONGEST_PAUSE) > 0) pause = LONGEST_PAUSE;
    nextPoll = timer.after(jittered, this::poll);
  }

  private void stopPolling() {
    if (nextPoll != null) nextPoll.cancel();
    nextPoll = null;
  }

  private void poll() {
    synchronized (lock) {
      nextPoll = null;
      if (reading || closed || waiting.isEmpty()) return;
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
      again = readAgain && waiting.size() > covered.size() && !closed;
      reading = again;
      readAgain = false;
      if (!covered.isEmpty()) pause = FIRST_POLL;
      covered.forEach(waiting::remove);
      if (!again && !waiting.isEmpty() && !closed) schedule();
    }
    for (Waiter waiter : covered) waiter.goOn.complete(true);
    if (again) read();
  }

  private List<Waiter> covered(BigDecimal balanceUsd) {
    List<Waiter> covered = new ArrayList<>();
    BigDecimal left = balanceUsd;
    for (Waiter waiter : waiting) {
      if (waiter.needUsd.compareTo(left) > 0) continue;
      left = left.subtract(waiter.needUsd);
      covered.add(waiter);
    }
    return covered;
  }
}

package io.freightsdk.internal.money;

import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The queue of calls that wait for a top-up, and the one poller of the balance.
 *
 * <p>Places are numbered by arrival, and a call keeps its place when it is refused again. After
 * each reading of the balance, calls are released from the front, as many as the balance covers
 * after subtracting what released calls have not spent yet. A small call does not overtake a larger
 * one before it.
 */
final class TopUpQueue {
  private static final Duration FIRST_POLL = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  private final Supplier<CompletableFuture<Balance>> balance;
  private final Timer timer;
  private final RandomGenerator random;

  /** Guards the fields below; no future is completed and nothing is called under it. */
  private final Object lock = new Object();

  private final TreeMap<Long, Waiter> waiting = new TreeMap<>();
  private long places;

  /** Amounts of calls that were released and have not returned, by place. */
  private final Map<Long, BigDecimal> letGo = new HashMap<>();

  private BigDecimal letGoUsd = BigDecimal.ZERO;
  private Duration pause = FIRST_POLL;
  private @Nullable Cancellable nextPoll;
  private boolean reading;
  private boolean readAgain;
  private boolean closed;

  TopUpQueue(Supplier<CompletableFuture<Balance>> balance, Timer timer, RandomGenerator random) {
    this.balance = balance;
    this.timer = timer;
    this.random = random;
  }

  record Waiter(long place, BigDecimal needUsd, CompletableFuture<Boolean> goOn) {}

  /** A place at the end of the queue, for one call. */
  long place() {
    synchronized (lock) {
      return ++places;
    }
  }

  /**
   * Waits at a place until the balance covers the amount. Completes with true to send the call,
   * with false when the queue is closed. Completing or cancelling the future from outside leaves
   * the queue.
   */
  CompletableFuture<Boolean> await(long place, BigDecimal needUsd) {
    CompletableFuture<Boolean> goOn = new CompletableFuture<>();
    boolean shut;
    synchronized (lock) {
      shut = closed;
      if (!shut) {
        waiting.put(place, new Waiter(place, needUsd, goOn));
        try {
          if (nextPoll == null && !reading) schedule();
        } catch (Throwable noTimer) {
          waiting.remove(place);
          throw noTimer;
        }
      }
    }
    if (shut) {
      goOn.complete(false);
    } else {
      CompletableFuture<Boolean> unused = goOn.whenComplete((any, failure) -> leave(place, goOn));
    }
    return goOn;
  }

  /** A released call has ended or was refused again: its amount is spent or free. */
  void returned(long place) {
    synchronized (lock) {
      BigDecimal needUsd = letGo.remove(place);
      if (needUsd != null) letGoUsd = letGoUsd.subtract(needUsd);
    }
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
      left = new ArrayList<>(waiting.values());
    }
    for (Waiter waiter : left) waiter.goOn.complete(false);
  }

  private void leave(long place, CompletableFuture<Boolean> goOn) {
    synchronized (lock) {
      Waiter waiter = waiting.get(place);
      if (waiter != null && waiter.goOn == goOn) waiting.remove(place);
      if (waiting.isEmpty() && !reading) {
        stopPolling();
        pause = FIRST_POLL;
      }
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
    List<Waiter> next = new ArrayList<>();
    boolean again;
    synchronized (lock) {
      if (balanceUsd != null) takeFromFront(balanceUsd, next);
      again = readAgain && !waiting.isEmpty() && !closed;
      reading = again;
      readAgain = false;
      if (!next.isEmpty()) pause = FIRST_POLL;
      if (!again && !waiting.isEmpty() && !closed) schedule();
    }
    for (Waiter waiter : next) {
      boolean left = !waiter.goOn.complete(true);
      if (left) returned(waiter.place);
    }
    if (again) read();
  }

  private void takeFromFront(BigDecimal balanceUsd, List<Waiter> next) {
    while (!waiting.isEmpty()) {
      Waiter first = waiting.firstEntry().getValue();
      BigDecimal afterwards = letGoUsd.add(first.needUsd);
      if (balanceUsd.compareTo(afterwards) < 0) return;
      letGoUsd = afterwards;
      letGo.put(first.place, first.needUsd);
      waiting.pollFirstEntry();
      next.add(first);
    }
  }
}

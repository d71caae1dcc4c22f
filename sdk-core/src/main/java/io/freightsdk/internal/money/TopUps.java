package io.freightsdk.internal.money;

import io.freightsdk.TopUpHandler;
import io.freightsdk.TopUpPolicy;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.environment.Timer;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.model.Balance;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Implements a client's {@link TopUpPolicy}. */
public final class TopUps {
  /** The pause before a handler is asked about the same call again, doubled each time. */
  private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

  /** Longer than any useful wait, short enough to avoid overflows. */
  private static final Duration FOR_EVER = Duration.ofDays(3650);

  private final @Nullable TopUpHandler handler;

  /** How long a call may wait, from its first refusal; zero when it fails at once. */
  public final Duration maxWait;

  private final BalancePoller poller;
  private final Timer timer;
  private final LongSupplier nanoTime;
  private final Executor threads;

  /** Calls that wait for the handler's decision; guarded by itself. */
  private final List<Asking> asking = new ArrayList<>();

  /** Before a handler is asked again. */
  private volatile Cancellable pause = Cancellable.NOTHING;

  private record Asking(
      InsufficientFundsException refusal, BigDecimal needUsd, CompletableFuture<Boolean> goOn) {}

  /**
   * @param threads for a handler, which may block
   */
  public TopUps(
      TopUpPolicy policy,
      Supplier<CompletableFuture<Balance>> balance,
      Timer timer,
      RandomGenerator random,
      LongSupplier nanoTime,
      Executor threads) {
    this.handler = policy.handler();
    this.maxWait = maxWait(policy);
    this.poller = new BalancePoller(balance, timer, random);
    this.timer = timer;
    this.nanoTime = nanoTime;
    this.threads = threads;
  }

  private static Duration maxWait(TopUpPolicy policy) {
    Duration wait = policy.maxWait();
    return wait.compareTo(FOR_EVER) < 0 ? wait : FOR_EVER;
  }

  /** The balance was raised: reads it at once. */
  public void look() {
    poller.look();
  }

  /** Ends the wait of all calls. Idempotent. */
  public void close() {
    poller.close();
    pause.cancel();
  }

  /** What one call waits for, from its first refusal to its end. */
  public Wait begin() {
    return new Wait(nanoTime.getAsLong());
  }

  /** The waits of one call, which together last no longer than the policy allows. */
  public final class Wait {
    private final long since;
    private int refusals;

    private Wait(long since) {
      this.since = since;
    }

    /**
     * Completes with true when the call may be sent again, with false when it fails. Cancelling it
     * ends the wait.
     */
    public CompletableFuture<Boolean> await(InsufficientFundsException refusal) {
      refusals++;
      BigDecimal stated = refusal.priceUsd();
      BigDecimal need = stated == null ? BigDecimal.ZERO : stated;
      Duration left = maxWait.minusNanos(nanoTime.getAsLong() - since);
      if (left.isZero() || left.isNegative()) return CompletableFuture.completedFuture(false);

      CompletableFuture<Boolean> goOn =
          handler != null ? ask(handler, refusal, need, refusals) : poller.await(need);
      Cancellable end;
      try {
        end = timer.after(left, () -> goOn.complete(false));
      } catch (Throwable noTimer) {
        goOn.cancel(false);
        throw noTimer;
      }
      CompletableFuture<Boolean> unused = goOn.whenComplete((any, failure) -> end.cancel());
      return goOn;
    }
  }

  private CompletableFuture<Boolean> ask(
      TopUpHandler handler, InsufficientFundsException refusal, BigDecimal needUsd, int refusals) {
    CompletableFuture<Boolean> goOn = new CompletableFuture<>();
    boolean first;
    synchronized (asking) {
      first = asking.isEmpty();
      asking.add(new Asking(refusal, needUsd, goOn));
    }
    if (!first) return goOn;
    Runnable run = () -> orFail(() -> threads.execute(() -> run(handler, refusal)));
    if (refusals == 1) {
      run.run();
    } else {
      // The handler decided to send again, but the balance still does not cover the call: pause
      // first.
      orFail(() -> pause = timer.after(pause(refusals), run));
    }
    return goOn;
  }

  /** If the handler cannot be called, all waiting calls fail; the next call asks it again. */
  private void orFail(Runnable asked) {
    try {
      asked.run();
    } catch (Throwable thrown) {
      answerAll(TopUpHandler.Decision.FAIL, thrown);
    }
  }

  private static Duration pause(int refusals) {
    Duration grown = FIRST_PAUSE.multipliedBy(1L << Math.min(refusals - 2, 10));
    return grown.compareTo(LONGEST_PAUSE) < 0 ? grown : LONGEST_PAUSE;
  }

  private void run(TopUpHandler handler, InsufficientFundsException refusal) {
    if (!isAnyoneWaiting()) return;
    TopUpHandler.Decision decision = TopUpHandler.Decision.FAIL;
    Throwable failure = null;
    try {
      decision =
          Objects.requireNonNull(handler.onInsufficientFunds(refusal), "the handler returned null");
    } catch (Throwable thrown) {
      failure = thrown;
    }
    answerAll(decision, failure);
  }

  /** Calls may have left in the pause; a handler that pays by card would pay for nobody. */
  private boolean isAnyoneWaiting() {
    synchronized (asking) {
      asking.removeIf(call -> call.goOn.isDone());
      return !asking.isEmpty();
    }
  }

  /** Answers all calls that arrived while the handler decided. */
  private void answerAll(TopUpHandler.Decision decision, @Nullable Throwable failure) {
    List<Asking> all;
    synchronized (asking) {
      all = List.copyOf(asking);
      asking.clear();
    }
    for (Asking call : all) {
      if (failure != null) call.refusal.addSuppressed(failure);
      answer(call, decision);
    }
  }

  private void answer(Asking call, TopUpHandler.Decision decision) {
    if (call.goOn.isDone()) return;
    switch (decision) {
      case SEND_AGAIN -> call.goOn.complete(true);
      case FAIL -> call.goOn.complete(false);
      case AWAIT -> follow(poller.await(call.needUsd), call.goOn);
    }
  }

  /** Completes each of the two futures when the other one completes. */
  private static void follow(CompletableFuture<Boolean> polled, CompletableFuture<Boolean> goOn) {
    CompletableFuture<Boolean> unused =
        polled.whenComplete((answer, failure) -> goOn.complete(Boolean.TRUE.equals(answer)));
    CompletableFuture<Boolean> unused2 =
        goOn.whenComplete((answer, failure) -> polled.cancel(false));
  }
}

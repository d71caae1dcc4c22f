package io.freightsdk.internal.spend;

import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.engine.Cancellable;
import io.freightsdk.internal.engine.Timer;
import io.freightsdk.spend.TopUpHandler;
import io.freightsdk.spend.TopUpNeed;
import io.freightsdk.spend.TopUpPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Carries out a client's {@link TopUpPolicy}. */
final class TopUps {
  private final TopUpPolicy policy;
  private final TopUpDesk desk;
  private final Timer timer;
  private final Executor threads;

  /** Calls whose fate the handler decides, by place; guarded by itself. */
  private final TreeMap<Long, Asking> asking = new TreeMap<>();

  private record Asking(
      InsufficientFundsException refusal,
      long place,
      BigDecimal needUsd,
      CompletableFuture<Boolean> goOn) {}

  TopUps(TopUpPolicy policy, TopUpDesk desk, Timer timer, Executor threads) {
    this.policy = policy;
    this.desk = desk;
    this.timer = timer;
    this.threads = threads;
  }

  TopUpDesk desk() {
    return desk;
  }

  /**
   * What becomes of a refused call; see {@code CallAccount.insufficientFunds}.
   *
   * @param place its place in the queue, taken when it was refused first
   * @param waited how long it has waited already
   */
  CompletableFuture<Boolean> decide(
      InsufficientFundsException refusal, long place, BigDecimal needUsd, Duration waited) {
    if (policy instanceof TopUpPolicy.AwaitTopUp await) {
      return within(await.maxWait().minus(waited), desk.await(place, needUsd));
    }
    if (policy instanceof TopUpPolicy.Handler handler) {
      Duration left = handler.maxWait().minus(waited);
      return within(left, ask(handler.handler(), refusal, place, needUsd));
    }
    return CompletableFuture.completedFuture(false);
  }

  boolean waits() {
    return !(policy instanceof TopUpPolicy.FailFast);
  }

  private CompletableFuture<Boolean> within(Duration left, CompletableFuture<Boolean> goOn) {
    if (left.isZero() || left.isNegative()) {
      goOn.complete(false);
      return goOn;
    }
    Cancellable end = timer.after(left, () -> goOn.complete(false));
    CompletableFuture<Boolean> unused = goOn.whenComplete((any, failure) -> end.cancel());
    return goOn;
  }

  private CompletableFuture<Boolean> ask(
      TopUpHandler handler, InsufficientFundsException refusal, long place, BigDecimal needUsd) {
    CompletableFuture<Boolean> goOn = new CompletableFuture<>();
    boolean first;
    synchronized (asking) {
      first = asking.isEmpty();
      asking.put(place, new Asking(refusal, place, needUsd, goOn));
    }
    if (first) threads.execute(() -> run(handler, refusal));
    return goOn;
  }

  private void run(TopUpHandler handler, InsufficientFundsException refusal) {
    TopUpNeed need =
        new TopUpNeed(
            refusal.operation(), refusal.priceUsd(), refusal.balanceUsd(), refusal.billingUrl());
    TopUpHandler.Decision decision = TopUpHandler.Decision.FAIL;
    Throwable failure = null;
    try {
      decision = handler.onInsufficientFunds(need);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failure = e;
    } catch (Exception | Error e) {
      failure = e;
    }
    for (Asking call : takeAll()) {
      if (failure != null) call.refusal.addSuppressed(failure);
      answer(call, decision);
    }
  }

  /** Everybody who has come while the handler decided, in order of arrival. */
  private List<Asking> takeAll() {
    synchronized (asking) {
      List<Asking> all = new ArrayList<>(asking.values());
      asking.clear();
      return all;
    }
  }

  private void answer(Asking call, TopUpHandler.Decision decision) {
    if (call.goOn.isDone()) return;
    switch (decision) {
      case SEND_AGAIN -> call.goOn.complete(true);
      case FAIL -> call.goOn.complete(false);
      case AWAIT -> follow(desk.await(call.place, call.needUsd), call.goOn);
    }
  }

  /** Ends one with the other, both ways. */
  private static void follow(CompletableFuture<Boolean> inQueue, CompletableFuture<Boolean> goOn) {
    CompletableFuture<Boolean> unused =
        inQueue.whenComplete((answer, failure) -> goOn.complete(Boolean.TRUE.equals(answer)));
    CompletableFuture<Boolean> unused2 =
        goOn.whenComplete((answer, failure) -> inQueue.cancel(false));
  }
}

package io.freightsdk.internal.watch;

import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.watch.EventSubscription.Ending;
import io.freightsdk.internal.watch.Timer.Cancellable;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.reads.PositionReading;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadEvent.BudgetSpent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a watch: waits until the time that the plan gives, reads, and notifies. It continues
 * only while a subscriber wants more. Its state changes in tasks, one after another; an exception
 * of a task, for example of the caller's plan, ends the watch with that failure.
 */
final class ReadLoop {
  private final String loadNumber;
  private final WatchOptions options;
  private final WatchWorld world;
  private final Runnable onNews;
  private final SerialExecutor tasks = new SerialExecutor(this::broke);

  private Instant dueAt = Instant.MIN;
  private boolean wanted;
  private boolean reading;

  /** What is under way is a position read, which costs money. */
  private boolean paying;

  private int failuresInARow;
  private Cancellable wakeUp = Cancellable.NOTHING;
  private @Nullable CompletableFuture<?> underWay;
  private Verdict.@Nullable AwaitFunds awaitedFunds;
  private @Nullable BigDecimal neededUsd;

  // Written by tasks, read by subscriptions and callers on any thread.
  private volatile @Nullable PositionReading latest;
  private volatile @Nullable ReadFailed lastFailure;
  private volatile @Nullable Ending ending;
  private volatile Spending spending;

  ReadLoop(String loadNumber, WatchOptions options, WatchWorld world, Runnable onNews) {
    this.loadNumber = loadNumber;
    this.options = options;
    this.world = world;
    this.onNews = onNews;
    this.spending = Spending.nothing(loadNumber, options, world.retryPolicy());
    PositionReading resumed = options.resumeFrom();
    this.latest = resumed;
    if (resumed != null) {
      tasks.execute(() -> planAfter(resumed));
    } else if (spending.left().isSpent()) {
      tasks.execute(this::endBudget);
    }
  }

  String loadNumber() {
    return loadNumber;
  }

  @Nullable PositionReading latest() {
    return latest;
  }

  @Nullable ReadFailed lastFailure() {
    return lastFailure;
  }

  @Nullable Ending ending() {
    return ending;
  }

  Spending spending() {
    return spending;
  }

  /** A subscriber has all events and requests more. */
  void want() {
    tasks.execute(
        () -> {
          wanted = true;
          proceed();
        });
  }

  /** A subscriber has left: reading goes on only if another one still wants more, and says so. */
  void subscriberLeft() {
    tasks.execute(
        () -> {
          wakeUp.cancel();
          if (ending == null) {
            tell();
          }
        });
  }

  void stop() {
    tasks.execute(() -> end(Ending.COMPLETE));
  }

  private void broke(Throwable thrown) {
    readEnded();
    end(new Ending(null, thrown));
  }

  private void proceed() {
    if (ending != null || reading || !wanted) {
      return;
    }
    if (world.alarm().now().isBefore(dueAt)) {
      wakeUp.cancel();
      wakeUp = world.alarm().at(dueAt, () -> tasks.execute(this::proceed));
      return;
    }
    reading = true;
    world.gate().enter(() -> tasks.execute(this::readOrCheckFunds));
  }

  private void readOrCheckFunds() {
    if (ending != null || !wanted) {
      readEnded(); // Closed, or the last subscriber left, before its turn came.
    } else if (awaitedFunds != null) {
      Verdict.AwaitFunds funds = awaitedFunds;
      perform(world.reads().balanceUsd(), balance -> fundsAre(balance, funds));
    } else if (spending.budget() != null) {
      SpendScope budget = spending.budget();
      perform(world.reads().readPriceUsd(), priceUsd -> readAtPrice(priceUsd, budget));
    } else {
      read();
    }
  }

  private void fundsAre(@Nullable BigDecimal balanceUsd, Verdict.AwaitFunds funds) {
    readEnded();
    boolean covered =
        neededUsd == null || (balanceUsd != null && balanceUsd.compareTo(neededUsd) >= 0);
    if (covered) {
      awaitedFunds = null;
    } else {
      dueAt = world.alarm().now().plus(atLeastTheFloor(funds.checkEvery()));
    }
    proceed();
  }

  private void readAtPrice(BigDecimal priceUsd, SpendScope budget) {
    if (ending != null || !wanted) {
      readEnded();
    } else {
      perform(world.budgets().usedUsd(budget), usedUsd -> readWithin(priceUsd, usedUsd));
    }
  }

  private void readWithin(BigDecimal priceUsd, BigDecimal usedUsd) {
    spending = spending.at(priceUsd, usedUsd);
    if (ending != null || !wanted) {
      readEnded();
    } else if (spending.left().isSpent()) {
      readEnded();
      endBudget();
    } else {
      read();
    }
  }

  private void read() {
    NewerThan read = new NewerThan(latest, world.alarm().now());
    paying = true;
    perform(
        world.reads().read(loadNumber, read.options(spending.nextCall())),
        response -> readSucceeded(response, read));
  }

  private <T> void perform(CompletableFuture<T> call, Consumer<T> onSuccess) {
    underWay = call;
    CompletableFuture<T> unused =
        call.whenComplete(
            (value, thrown) ->
                tasks.execute(
                    () -> {
                      if (thrown == null) {
                        onSuccess.accept(value);
                      } else {
                        readFailed(thrown);
                      }
                    }));
  }

  private void readSucceeded(FreightResponse<LoadPosition> response, NewerThan read) {
    readEnded();
    spending = spending.plus(response);
    if (ending != null) {
      return;
    }
    failuresInARow = 0;
    PositionReading now = read.reading(response);
    latest = now;
    planAfter(now);
    tell();
  }

  private void planAfter(PositionReading read) {
    ReadBudget left = spending.left();
    Instant next = options.plan().nextRead(read.position(), read.readAt(), left);
    if (Progress.isOver(read.position())) {
      end(Ending.COMPLETE);
    } else if (left.isSpent()) {
      endBudget();
    } else if (next == null) {
      end(Ending.COMPLETE);
    } else {
      Instant earliest = read.readAt().plus(options.floor());
      dueAt = next.isBefore(earliest) ? earliest : next;
    }
  }

  private void readFailed(Throwable thrown) {
    readEnded();
    Throwable cause = OwnedFuture.causeOf(thrown);
    if (!(cause instanceof FreightException failure)) {
      end(new Ending(null, cause));
      return;
    }
    spending = spending.plus(failure);
    if (ending != null) {
      return;
    }
    failuresInARow++;
    Verdict verdict = options.failurePolicy().judge(failure, failuresInARow);
    if (verdict instanceof Verdict.GiveUp) {
      end(new Ending(null, failure));
    } else if (spending.left().isSpent()) {
      endBudget();
    } else if (verdict instanceof Verdict.AwaitFunds funds) {
      awaitedFunds = funds;
      neededUsd = failure instanceof InsufficientFundsException refusal ? refusal.priceUsd() : null;
      tryAfter(funds.checkEvery(), failure);
    } else if (verdict instanceof Verdict.TryAgain again) {
      tryAfter(again.after(), failure);
    } else {
      throw new NullPointerException(
          "the failurePolicy of the watch returned null; return a Verdict");
    }
  }

  private void tryAfter(Duration wait, FreightException failure) {
    dueAt = world.alarm().now().plus(atLeastTheFloor(wait));
    lastFailure = new ReadFailed(loadNumber, failure, dueAt);
    tell();
  }

  private Duration atLeastTheFloor(Duration wait) {
    return wait.compareTo(options.floor()) < 0 ? options.floor() : wait;
  }

  private void readEnded() {
    if (!reading) {
      return;
    }
    reading = false;
    paying = false;
    underWay = null;
    world.gate().leave();
  }

  private void tell() {
    wanted = false;
    onNews.run();
  }

  private void endBudget() {
    LoadEvent last = new BudgetSpent(loadNumber, spending.paidReads(), spending.spentUsd());
    end(new Ending(last, null));
  }

  private void end(Ending how) {
    if (ending != null) {
      return;
    }
    ending = how;
    wakeUp.cancel();
    if (underWay != null && underWay.cancel(true) && paying) {
      spending = spending.plusCancelled();
    }
    tell();
  }
}

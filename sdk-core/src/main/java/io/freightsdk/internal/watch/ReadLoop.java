package io.freightsdk.internal.watch;

import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.engine.Cancellable;
import io.freightsdk.internal.engine.Mailbox;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.watch.LoadEvent.BudgetSpent;
import io.freightsdk.watch.LoadEvent.ReadFailed;
import io.freightsdk.watch.PositionReading;
import io.freightsdk.watch.ReadBudget;
import io.freightsdk.watch.WatchFailurePolicy.Verdict;
import io.freightsdk.watch.WatchOptions;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a watch: wait until the plan says, read, tell. It goes on only while somebody wants
 * more. Its state changes in its mailbox, one letter after another, on whichever thread posts.
 */
final class ReadLoop {
  /** A long wait is cut, so that a clock that was set anew is noticed. */
  private static final Duration LONGEST_NAP = Duration.ofMinutes(10);

  private final String loadNumber;
  private final WatchOptions options;
  private final WatchWorld world;
  private final Runnable onNews;
  private final Mailbox mailbox = new Mailbox();

  private Instant dueAt = Instant.MIN;
  private boolean wanted;
  private boolean reading;
  private int failuresInARow;
  private Cancellable wakeUp = Cancellable.NOTHING;
  private @Nullable CompletableFuture<?> underWay;
  private Verdict.@Nullable AwaitFunds awaitedFunds;
  private @Nullable BigDecimal neededUsd;

  // Written in the mailbox, read by subscriptions and callers on any thread.
  private volatile @Nullable PositionReading latest;
  private volatile @Nullable ReadFailed lastFailure;
  private volatile @Nullable Ending ending;
  private volatile Spending spending = Spending.NOTHING;

  ReadLoop(String loadNumber, WatchOptions options, WatchWorld world, Runnable onNews) {
    this.loadNumber = loadNumber;
    this.options = options;
    this.world = world;
    this.onNews = onNews;
    PositionReading resumed = options.resumeFrom();
    this.latest = resumed;
    if (resumed != null) {
      post(() -> planAfter(resumed));
    } else if (spending.left(options).isSpent()) {
      post(this::endBudget);
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

  /** A subscription has told all it knows and was asked for more. */
  void want() {
    post(
        () -> {
          wanted = true;
          proceed();
        });
  }

  /** Stops reading when nobody is left, until somebody wants more. */
  void pauseIf(BooleanSupplier nobodyIsLeft) {
    post(
        () -> {
          if (nobodyIsLeft.getAsBoolean()) {
            wanted = false;
            wakeUp.cancel();
          }
        });
  }

  void stop() {
    post(() -> end(Ending.COMPLETE));
  }

  /** A plan or a policy that throws ends its watch, not the thread that posted. */
  private void post(Runnable letter) {
    mailbox.post(
        () -> {
          try {
            letter.run();
          } catch (RuntimeException e) {
            if (reading) {
              readEnded();
            }
            end(Ending.failed(e));
          }
        });
  }

  private void proceed() {
    if (ending != null || reading || !wanted) {
      return;
    }
    Instant now = world.clock().instant();
    if (now.isBefore(dueAt)) {
      sleep(Duration.between(now, dueAt));
      return;
    }
    reading = true;
    world.gate().enter(() -> post(this::readOrCheckFunds));
  }

  private void sleep(Duration wait) {
    wakeUp.cancel();
    Duration nap = wait.compareTo(LONGEST_NAP) < 0 ? wait : LONGEST_NAP;
    wakeUp = world.timer().after(nap, () -> post(this::proceed));
  }

  private void readOrCheckFunds() {
    if (ending != null) {
      readEnded();
    } else if (awaitedFunds != null) {
      Verdict.AwaitFunds funds = awaitedFunds;
      perform(world.reads().balanceUsd(), balance -> fundsAre(balance, funds));
    } else if (options.budgetUsd() != null) {
      perform(world.reads().readPriceUsd(), this::readAtPrice);
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
      dueAt = world.clock().instant().plus(atLeastTheFloor(funds.checkEvery()));
    }
    proceed();
  }

  private void readAtPrice(BigDecimal priceUsd) {
    spending = spending.at(priceUsd);
    if (spending.left(options).isSpent()) {
      readEnded();
      endBudget();
    } else {
      read();
    }
  }

  private void read() {
    Instant startedAt = world.clock().instant();
    perform(
        world.reads().read(loadNumber, options.callOptions()),
        response -> readSucceeded(response, startedAt));
  }

  private <T> void perform(CompletableFuture<T> call, Consumer<T> onSuccess) {
    underWay = call;
    CompletableFuture<T> unused =
        call.whenComplete(
            (value, thrown) ->
                post(
                    () -> {
                      if (thrown == null) {
                        onSuccess.accept(value);
                      } else {
                        readFailed(thrown);
                      }
                    }));
  }

  private void readSucceeded(FreightResponse<LoadPosition> response, Instant startedAt) {
    readEnded();
    spending = spending.plus(response.charge());
    if (ending != null) {
      return;
    }
    failuresInARow = 0;
    PositionReading now = new PositionReading(response.value(), startedAt);
    latest = now;
    planAfter(now);
    tell();
  }

  private void planAfter(PositionReading read) {
    ReadBudget left = spending.left(options);
    Optional<Instant> next = options.plan().nextRead(read.position(), read.readAt(), left);
    if (Progress.isOver(read.position())) {
      end(Ending.COMPLETE);
    } else if (left.isSpent()) {
      endBudget();
    } else if (next.isEmpty()) {
      end(Ending.COMPLETE);
    } else {
      Instant earliest = read.readAt().plus(options.floor());
      dueAt = next.get().isBefore(earliest) ? earliest : next.get();
    }
  }

  private void readFailed(Throwable thrown) {
    readEnded();
    Throwable cause = thrown.getCause();
    if (cause == null || !(thrown instanceof CompletionException)) {
      cause = thrown;
    }
    if (!(cause instanceof FreightException failure)) {
      end(Ending.failed(cause));
      return;
    }
    spending = spending.plus(failure.charge());
    if (ending != null) {
      return;
    }
    failuresInARow++;
    Verdict verdict = options.failurePolicy().judge(failure, failuresInARow);
    if (verdict instanceof Verdict.GiveUp) {
      end(Ending.failed(failure));
    } else if (spending.left(options).isSpent()) {
      endBudget();
    } else if (verdict instanceof Verdict.AwaitFunds funds) {
      awaitedFunds = funds;
      neededUsd = failure instanceof InsufficientFundsException refusal ? refusal.priceUsd() : null;
      tryAfter(funds.checkEvery(), failure);
    } else if (verdict instanceof Verdict.TryAgain again) {
      tryAfter(again.after(), failure);
    }
  }

  private void tryAfter(Duration wait, FreightException failure) {
    dueAt = world.clock().instant().plus(atLeastTheFloor(wait));
    lastFailure = new ReadFailed(loadNumber, failure, dueAt);
    tell();
  }

  private Duration atLeastTheFloor(Duration wait) {
    return wait.compareTo(options.floor()) < 0 ? options.floor() : wait;
  }

  private void readEnded() {
    reading = false;
    underWay = null;
    world.gate().leave();
  }

  private void tell() {
    wanted = false;
    onNews.run();
  }

  private void endBudget() {
    end(Ending.after(new BudgetSpent(loadNumber, spending.paidReads(), spending.spentUsd())));
  }

  private void end(Ending how) {
    if (ending != null) {
      return;
    }
    ending = how;
    wakeUp.cancel();
    if (underWay != null) {
      underWay.cancel(true);
    }
    tell();
  }
}

package io.freightsdk.internal.fleet;

import io.freightsdk.internal.watch.WatchWorld;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.watch.FleetOptions;
import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a read must save at the moment. It goes by the live price and by what the ledger says that
 * all readers of the budget have spent, in this process and others, looked at once a minute; own
 * reads count at once. Confined to the tasks of its loop, but for {@link #minutesPerRead()}.
 */
final class FleetBudget {
  /**
   * @param spentUsd everything ever spent on scheduled reads
   */
  private record Seen(BigDecimal priceUsd, BigDecimal spentUsd) {}

  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);
  private static final double BEFORE_ANY_LOOK = 240;
  static final double MINUTES_OF_A_DAY = 24 * 60;

  private final FleetOptions options;
  private final SpendScope scope;
  private final WatchWorld.Reads reads;
  private final WatchWorld.Budgets budgets;
  private @Nullable Seen seen;
  private @Nullable Pace pace;
  private double ownReads;
  private Instant lookedAt = Instant.MIN;
  private volatile double minutesPerRead = BEFORE_ANY_LOOK;

  FleetBudget(FleetOptions options, WatchWorld world) {
    this.options = options;
    this.scope = options.scope();
    this.reads = world.reads();
    this.budgets = world.budgets();
  }

  /** What a read must save; any thread. */
  double minutesPerRead() {
    return minutesPerRead;
  }

  boolean isKnown() {
    return pace != null;
  }

  boolean isOld(Instant now) {
    return pace == null || !lookedAt.plus(LOOK_AGAIN).isAfter(now) || lookedAt.isAfter(now);
  }

  /** Looks into price list and ledger. Never throws: a client that is closing refuses at once. */
  CompletableFuture<Runnable> look(Instant now) {
    lookedAt = now;
    try {
      return reads
          .readPriceUsd()
          .thenCombine(budgets.spentUsd(scope), Seen::new)
          .thenApply(looked -> () -> saw(looked, now));
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  private void saw(Seen now, Instant at) {
    double reads = readsPerDay(now.priceUsd());
    Pace before = pace;
    Seen last = seen;
    if (before == null || last == null) {
      pace = new Pace(0, minutes(at), reads, MINUTES_OF_A_DAY);
    } else {
      BigDecimal spent = now.spentUsd().subtract(last.spentUsd());
      double made = now.priceUsd().signum() == 0 ? 0 : ratio(spent, now.priceUsd());
      // What was counted here, and not charged, comes back by this.
      pace = before.with(reads).at(minutes(at)).spent(made - ownReads);
    }
    ownReads = 0;
    seen = now;
    minutesPerRead = pace.minutesPerRead();
  }

  /** What a read must save now. */
  double minutesPerRead(Instant now) {
    Pace before = pace;
    if (before != null) {
      minutesPerRead = before.at(minutes(now)).minutesPerRead();
    }
    return minutesPerRead;
  }

  /** A read of this fleet is sent. */
  void reads() {
    Pace before = pace;
    if (before != null) {
      ownReads++;
      pace = before.spent(1);
    }
  }

  /** Starts at the price of a read that loads which are known would make last. */
  void startAt(double savesMinutes) {
    Pace before = pace;
    if (before != null) {
      pace = before.startingAt(savesMinutes);
      minutesPerRead = savesMinutes;
    }
  }

  /** Reads that the budget pays for. */
  double readsPerDay() {
    Seen last = seen;
    if (last == null) {
      throw new IllegalStateException("the price of a read is not known yet");
    }
    return readsPerDay(last.priceUsd());
  }

  private double readsPerDay(BigDecimal priceUsd) {
    // A service that takes nothing for reads is read as often as the floors allow.
    return priceUsd.signum() == 0 ? 1e9 : Math.max(1e-6, ratio(options.budgetUsd(), priceUsd));
  }

  /**
   * How many minutes any of so many loads may stay unread. Not more than half of the budget goes to
   * loads of which nothing is expected: where it does not reach, all of them wait longer alike.
   */
  double longestUnread(int loads) {
    double wanted = options.longestUnread().toSeconds() / 60.0;
    Pace now = pace;
    return now == null ? wanted : Math.max(wanted, now.longestAffordable(loads));
  }

  private static double ratio(BigDecimal amount, BigDecimal of) {
    return amount.divide(of, MathContext.DECIMAL64).doubleValue();
  }

  private static double minutes(Instant instant) {
    return instant.getEpochSecond() / 60.0;
  }
}

package io.freightsdk.verify;

import static io.freightsdk.verify.Amounts.usd;

import io.freightsdk.internal.verify.Machine;
import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Money;
import io.freightsdk.internal.verify.MovedClock;
import io.freightsdk.internal.verify.Scene;
import io.freightsdk.internal.verify.TimePasses;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.verify.VerificationReport.Outcome;
import io.freightsdk.verify.VerificationReport.Row;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets the mishaps happen to the set-up, and judges what was taken and told in each. */
record Trials(Stage stage, Amounts amounts, @Nullable SpendScope scope) {
  /** Most of them wait for the database. */
  private static final int AT_ONCE = 4;

  private static final Clock CLOCK = Clock.systemUTC();

  private static final String KEEP_COMMITS =
      "let each commit that the database confirms stay: nothing between it and the ledger may"
          + " answer for it. The log says what could not be stored";

  private static final Set<Mishap> RISES =
      Set.of(Mishaps.PRICE_RISE, Mishaps.PRICE_ON_THE_WAY, Mishaps.PRICE_UNREAD);

  /**
   * Plays some at once, and tells their rows in order.
   *
   * @param begin in the machine's nanoseconds, from which the time counts
   * @param atMost what is not over by then is not tried
   */
  void play(List<Mishap> mishaps, long begin, Duration atMost, Consumer<Row> tell)
      throws InterruptedException {
    ExecutorService threads = Machine.threads(AT_ONCE);
    try {
      List<Future<Row>> tried = new ArrayList<>();
      for (Mishap mishap : mishaps) {
        // What has begun goes on for a while in the background, whatever is told of it.
        tried.add(
            threads.submit(
                () -> left(begin, atMost).isZero() ? noTime(mishap, atMost) : tryOut(mishap)));
      }
      for (int i = 0; i < tried.size(); i++) {
        boolean isOver = Machine.ends(tried.get(i), left(begin, atMost));
        tell.accept(isOver ? rowOf(mishaps.get(i), tried.get(i)) : noTime(mishaps.get(i), atMost));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static Duration left(long begin, Duration atMost) {
    return Duration.ofNanos(Math.max(0, atMost.toNanos() - (Machine.nanoTime() - begin)));
  }

  private static Row noTime(Mishap mishap, Duration atMost) {
    return Row.notTried(mishap.title(), "there was no time: atMost is " + atMost);
  }

  private static Row rowOf(Mishap mishap, Future<Row> tried) throws InterruptedException {
    try {
      return tried.get();
    } catch (ExecutionException e) {
      return Row.notTried(
          mishap.title(), "it could not be played: " + Bounded.textOf(e.getCause()));
    }
  }

  private Row tryOut(Mishap mishap) throws Exception {
    List<SpendLimit> limits = amounts.limits();
    boolean needsWindow = mishap.window() != null;
    if (needsWindow && limits.stream().allMatch(limit -> limit.kind() == SpendLimit.Kind.TOTAL)) {
      return Row.notTried(mishap.title(), "no limit has a window");
    }
    if (RISES.contains(mishap) && amounts.higher().compareTo(amounts.price()) <= 0) {
      return Row.notTried(mishap.title(), "maxPrice refuses any load that costs more");
    }
    Duration window = mishap instanceof TimePasses ? amounts.tightestLimit().window() : null;
    if (window != null && window.compareTo(TimePasses.SHORTEST) < 0) {
      return Row.notTried(
          mishap.title(),
          "the tightest limit has room again after %d s, before the call of the dead one expires"
              .formatted(window.toSeconds()));
    }
    if (amounts.money(mishap).price().signum() == 0) {
      return Row.notTried(mishap.title(), "the limit is too low for " + mishap.room() + " loads");
    }
    List<LocalDate> days = days();
    Row row = tryOnce(mishap);
    // At midnight a limit by the day has room again, as it should.
    return days.equals(days()) ? row : tryOnce(mishap);
  }

  private List<LocalDate> days() {
    return amounts.limits().stream()
        .filter(limit -> limit.zone() != null)
        .map(limit -> LocalDate.now(CLOCK.withZone(Objects.requireNonNull(limit.zone()))))
        .toList();
  }

  private Row tryOnce(Mishap mishap) throws Exception {
    Money money = amounts.money(mishap);
    BigDecimal before = amounts.tightest(mishap).subtract(money.cap());
    MovedClock clock =
        mishap instanceof TimePasses
            ? MovedClock.under(amounts.tightestLimit(), CLOCK.instant())
            : null;
    long begin = Machine.nanoTime();
    try (Scene scene = stage.scene(mishap, money, clock)) {
      stage.spendBefore(scene, amounts.leavesTheScope(mishap) ? null : scope, before);
      mishap.happen(scene);
      Duration took = Duration.ofNanos(Machine.nanoTime() - begin);
      Duration shortest = clock == null ? shortestWindow() : null;
      if (shortest != null && took.compareTo(shortest) >= 0) {
        return Row.notTried(
            mishap.title(),
            "it took %d s, and a limit of yours has room again after %d s"
                .formatted(took.toSeconds(), shortest.toSeconds()));
      }
      scene.closeWallets();
      Scene.Verdict verdict = scene.verdict();
      Row row = judged(mishap, money, verdict);
      if (row.outcome() == Outcome.FAILED) return row;
      List<String> wrong =
          stage.account(scene, before).differences(verdict, mishap.announced(money));
      return wrong.isEmpty()
          ? row
          : Row.failed(mishap.title(), row.seen() + ": " + String.join("; ", wrong), KEEP_COMMITS);
    }
  }

  private @Nullable Duration shortestWindow() {
    return amounts.limits().stream()
        .map(SpendLimit::window)
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .orElse(null);
  }

  private static Row judged(Mishap mishap, Money money, Scene.Verdict verdict) {
    String seen =
        "%s of %s USD taken, %d refused, %d unknown"
            .formatted(usd(verdict.taken()), usd(money.cap()), verdict.refused(), verdict.open());
    BigDecimal announced = mishap.announced(money);
    if (!verdict.isWithin(announced)) {
      List<String> wrong = new ArrayList<>(verdict.broken());
      if (verdict.over().compareTo(announced) > 0) {
        wrong.add(usd(verdict.over()) + " USD were taken over the limit");
      }
      if (verdict.twice() > 0) wrong.add(verdict.twice() + " orders were paid twice");
      if (verdict.untold().compareTo(announced) > 0) {
        wrong.add("callers were told " + usd(verdict.untold()) + " USD wrongly");
      }
      return Row.failed(mishap.title(), seen + ": " + String.join("; ", wrong), adviceFor(mishap));
    }
    boolean isReached = verdict.most().compareTo(money.cap().subtract(money.higher())) > 0;
    if (!isReached) {
      String first = verdict.failures().isEmpty() ? "" : "; first: " + verdict.failures().get(0);
      return Row.failed(
          mishap.title(),
          seen + ": the limit was not reached, because calls failed" + first,
          "see why they fail; a pool that is too small, or a right that is missing, looks like"
              + " this");
    }
    if (verdict.over().signum() > 0) {
      seen +=
          "; %s USD over the limit: a price that rises counts from the next reading"
              .formatted(usd(verdict.over()));
    }
    return Row.passed(mishap.title(), seen);
  }

  private static String adviceFor(Mishap mishap) {
    if (mishap == Mishaps.OWN_NAME) {
      return "give the client limits, not only the scopes of its callers: who names himself has the"
          + " whole limit of each name";
    }
    if (mishap.window() != null) {
      return "leave the time to the database: set no clock of the application on the ledger";
    }
    return "refuse what the limits refuse: no reportOnly() on the guard. All instances need one"
        + " database, and nothing between it and the ledger may answer from a replica or a cache";
  }
}

package io.freightsdk.chaos;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.simulation.Evidence;
import io.freightsdk.simulation.Evidence.Cap;
import io.freightsdk.simulation.Evidence.Debit;
import io.freightsdk.simulation.MoneyJudges;
import io.freightsdk.simulation.Violation;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SimulatedLedgers;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Brings what a run left behind before the judges of the simulator, and sees that what is left of a
 * limit can be spent.
 */
final class RunJudge {
  private static final Duration LATER = Duration.ofHours(2);

  /**
   * Where it happened.
   *
   * @param setUp debits that were there before the run
   */
  record Scene(
      ChaosPlan plan,
      StandaloneService service,
      ChaosProxy proxy,
      TestDatabase pool,
      String book,
      int setUp,
      List<String> loads,
      Story story) {}

  private final Scene scene;
  private final List<Violation> violations;
  private String left = "not spent";

  RunJudge(Scene scene, List<Violation> violations) {
    this.scene = scene;
    this.violations = violations;
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    violations.add(new Violation(rule, String.format(Locale.ROOT, fact, arguments), null));
  }

  /** Looks at all of it; what came to an end of itself is judged already. */
  RunEvidence judge(List<ToldFile.Incarnation> processes) throws Exception {
    List<ToldFile.Call> told = new ArrayList<>();
    Map<String, Boolean> orders = new HashMap<>();
    for (ToldFile.Incarnation process : processes) {
      ToldFile.Read read = ToldFile.read(process);
      told.addAll(read.calls());
      read.orders().forEach((key, over) -> orders.merge(key, over, Boolean::logicalOr));
      for (String[] own : read.violations()) {
        violate(Rule.valueOf(own[0]), "process %s: %s", process.name, own[1]);
      }
    }
    orders.forEach(
        (key, over) -> {
          if (!over) violate(Rule.NEXT_STEP_ENDS_WELL, "%s has not come to an end", key);
        });
    List<StandaloneService.Debit> all = scene.service.debits();
    RunEvidence evidence =
        new RunEvidence(
            scene.plan,
            told,
            all.subList(scene.setUp, all.size()),
            scene.story.start(),
            scene.service.clockAhead(),
            scene.proxy::callOf,
            violations);
    evidence.tell(scene.story);
    MoneyJudges judges = new MoneyJudges(evidence);
    judges.judge();
    judgeTheBooks(evidence, judges, processes);
    return evidence;
  }

  /** As somebody finds them two hours later: what the killed processes held is free by then. */
  private void judgeTheBooks(
      RunEvidence evidence, MoneyJudges judges, List<ToldFile.Incarnation> processes)
      throws Exception {
    Clock later = Clock.offset(Clock.systemUTC(), LATER);
    try (SpendLedger ledger = SimulatedLedgers.jdbc(scene.pool, scene.book, later);
        FreightClient client = scene.service.client(ledger.guard())) {
      BalanceComparison found = ledger.compare(client);
      if (ledger.totals().reservedUsd().signum() != 0) {
        violate(Rule.EVERY_HOLD_ENDS, "money of calls that died is still set aside");
      }
      for (ToldFile.Incarnation process : processes) {
        if (!process.killed) judges.whatWasToldIsBooked(process, ledger);
      }
      judges.totalsAgree(ledger);
      // What was added to the balance is in the difference, below zero.
      boolean tookMore = found.unexplainedUsd().signum() > 0;
      if (tookMore) violate(Rule.THE_BOOKS_AGREE_WITH_THE_SERVICE, "%s", found);
      if (!tookMore) spendWhatIsLeft(evidence, client);
    }
  }

  /** What the total limit of a run has left can be spent to its last read. */
  private void spendWhatIsLeft(RunEvidence evidence, FreightClient client) throws IOException {
    int before = scene.service.debits().size();
    CallOptions options = CallOptions.builder().scope(ChaosPlan.TOTAL_RUN).build();
    untilRefused(() -> client.createLoad(SampleLoads.twoStops(), options));
    untilRefused(() -> client.getLoadPosition(scene.loads.get(0), options));
    List<StandaloneService.Debit> all = scene.service.debits();
    BigDecimal spent = BigDecimal.ZERO;
    for (StandaloneService.Debit debit : all.subList(before, all.size())) {
      spent = spent.add(debit.usd());
    }
    Set<String> keysElsewhere = keysElsewhere(evidence);
    for (Debit debit : evidence.debits()) {
      boolean mayCountElsewhere = keysElsewhere.contains(debit.key());
      if (isOfTotalRun(debit.call()) && !mayCountElsewhere) spent = spent.add(debit.usd());
    }
    BigDecimal left = ChaosPlan.TOTAL_RUN_CAP.subtract(spent);
    BigDecimal mayCount = mayCount(evidence, keysElsewhere);
    this.left =
        String.format(
            Locale.ROOT,
            "spent by %d calls but for %s USD, of which %s may be counted",
            all.size() - before,
            left,
            mayCount);
    if (left.signum() < 0) {
      violate(Rule.NO_LIMIT_IS_PASSED, "%s USD too much of a total", left.negate());
    }
    if (left.subtract(mayCount).compareTo(ChaosPlan.READ) >= 0) {
      violate(
          Rule.EVERY_HOLD_ENDS,
          "%s USD of a total cannot be spent, and only %s of them may be counted",
          left,
          mayCount);
    }
  }

  /** How much of each limit the service took, and what became of the rest of the total. */
  String mostTaken(RunEvidence evidence) {
    List<String> words = new ArrayList<>();
    for (Cap cap : scene.plan.terms().caps()) {
      String within = cap.window() == null ? "in all" : "in " + cap.window().toSeconds() + " s";
      words.add(
          String.format(
              Locale.ROOT,
              "%s of %s USD %s in %s",
              mostTaken(cap, evidence.debits()),
              cap.usd(),
              within,
              cap.scope()));
    }
    return String.join(", ", words) + "; what was left of the total was " + left;
  }

  private static BigDecimal mostTaken(Cap cap, List<Debit> debits) {
    long window = cap.window() == null ? Long.MAX_VALUE : cap.window().toNanos();
    BigDecimal most = BigDecimal.ZERO;
    BigDecimal sum = BigDecimal.ZERO;
    Deque<Debit> inWindow = new ArrayDeque<>();
    for (Debit newest : debits.stream().sorted(Comparator.comparingLong(Debit::at)).toList()) {
      String scope = newest.call().scope();
      if (!scope.equals(cap.scope()) && !scope.startsWith(cap.scope() + "/")) continue;
      inWindow.add(newest);
      sum = sum.add(newest.usd());
      while (newest.at() - inWindow.getFirst().at() >= window) {
        sum = sum.subtract(inWindow.removeFirst().usd());
      }
      most = most.max(sum);
    }
    return most;
  }

  private static boolean isOfTotalRun(Evidence.Call call) {
    return call.scope().equals(ChaosPlan.TOTAL_RUN.path());
  }

  /** A key counts in the scope that used it first, which may be another one than the run's. */
  private static Set<String> keysElsewhere(RunEvidence evidence) {
    Set<String> keys = new HashSet<>();
    for (ToldFile.Call call : evidence.calls()) {
      if (call.idempotencyKey() != null && !isOfTotalRun(call)) keys.add(call.idempotencyKey());
    }
    return keys;
  }

  /**
   * What a run's total may count besides what calls of it were surely charged there: lost calls,
   * and keys that were used in other scopes, too. Which of several lost calls a balance speaks of
   * is a guess, which frees nothing.
   */
  private static BigDecimal mayCount(RunEvidence evidence, Set<String> keysElsewhere) {
    Set<Object> charged = new HashSet<>();
    Set<String> keysOfRun = new HashSet<>();
    for (Debit debit : evidence.debits()) {
      charged.add(debit.call());
      boolean isOfRun = isOfTotalRun(debit.call()) && !keysElsewhere.contains(debit.key());
      if (debit.key() != null && isOfRun) keysOfRun.add(debit.key());
    }
    BigDecimal most = BigDecimal.ZERO;
    for (ToldFile.Call call : evidence.calls()) {
      if (!isOfTotalRun(call)) continue;
      String key = call.idempotencyKey();
      boolean isShared = key != null && keysElsewhere.contains(key);
      if (charged.contains(call) && !isShared) continue;
      boolean isSure = call.told() != null && call.told().kind() != Charge.Kind.UNKNOWN;
      if (key == null && !isSure) most = most.add(ChaosPlan.READ);
      boolean keyMay = key != null && (!isSure || isShared);
      // Each key once.
      if (keyMay && keysOfRun.add(key)) most = most.add(ChaosPlan.CREATE);
    }
    return most;
  }

  private static void untilRefused(Runnable spending) {
    int most = ChaosPlan.TOTAL_RUN_CAP.divide(ChaosPlan.READ).intValueExact();
    try {
      for (int i = 0; i <= most; i++) spending.run();
    } catch (SpendLimitExceededException refused) {
      // Nothing more is left.
    }
  }
}

package io.freightsdk.chaos;

import io.freightsdk.FreightClient;
import io.freightsdk.simulation.MoneyJudges;
import io.freightsdk.simulation.Violation;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SimulatedLedgers;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Brings what a run left behind before the judges of the simulator. */
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
      Story story) {}

  private final Scene scene;
  private final List<Violation> violations;

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
    judgeTheBooks(judges, processes);
    return evidence;
  }

  /** As somebody finds them two hours later: what the killed processes held is free by then. */
  private void judgeTheBooks(MoneyJudges judges, List<ToldFile.Incarnation> processes)
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
    }
  }
}

package io.freightsdk.chaos;

import io.freightsdk.FreightClient;
import io.freightsdk.simulation.MoneyInvariants;
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
final class ChaosInvariants {
  private static final Duration LATER = Duration.ofHours(2);

  /**
   * Where it happened.
   *
   * @param setUp debits that were there before the run
   */
  record RunState(
      ChaosPlan plan,
      StandaloneService service,
      ServiceProxy proxy,
      TestDatabase pool,
      String book,
      int setUp,
      EventLog story) {}

  private final RunState scene;
  private final List<Violation> violations;

  ChaosInvariants(RunState scene, List<Violation> violations) {
    this.scene = scene;
    this.violations = violations;
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    violations.add(new Violation(rule, String.format(Locale.ROOT, fact, arguments), null));
  }

  /** Looks at all of it; what came to an end of itself is judged already. */
  ChaosObservations judge(List<ResultFile.Incarnation> processes) throws Exception {
    List<ResultFile.Call> told = new ArrayList<>();
    Map<String, Boolean> orders = new HashMap<>();
    for (ResultFile.Incarnation process : processes) {
      ResultFile.Contents read = ResultFile.read(process);
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
    ChaosObservations evidence =
        new ChaosObservations(
            scene.plan,
            told,
            all.subList(scene.setUp, all.size()),
            scene.story.start(),
            scene.service.clockAhead(),
            scene.proxy::callOf,
            violations);
    evidence.tell(scene.story);
    MoneyInvariants judges = new MoneyInvariants(evidence);
    judges.judge();
    judgeTheBooks(judges, processes);
    return evidence;
  }

  /** As somebody finds them two hours later: what the killed processes held is free by then. */
  private void judgeTheBooks(MoneyInvariants judges, List<ResultFile.Incarnation> processes)
      throws Exception {
    Clock later = Clock.offset(Clock.systemUTC(), LATER);
    try (SpendLedger ledger = SimulatedLedgers.jdbc(scene.pool, scene.book, later);
        FreightClient client = scene.service.client(ledger.guard())) {
      BalanceComparison found = ledger.compare(client);
      if (ledger.totals().reservedUsd().signum() != 0) {
        violate(Rule.EVERY_HOLD_ENDS, "money of calls that died is still set aside");
      }
      for (ResultFile.Incarnation process : processes) {
        if (!process.killed) judges.whatWasToldIsBooked(process, ledger);
      }
      judges.totalsAgree(ledger);
      // What was added to the balance is in the difference, below zero.
      boolean tookMore = found.unexplainedUsd().signum() > 0;
      if (tookMore) violate(Rule.THE_BOOKS_AGREE_WITH_THE_SERVICE, "%s", found);
    }
  }
}

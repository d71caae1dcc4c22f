package io.freightsdk.chaos;

import io.freightsdk.FreightClient;
import io.freightsdk.simulation.MoneyInvariants;
import io.freightsdk.simulation.Violation;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SimulatedLedgers;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.PooledDataSource;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks the rules of the simulation after a run. */
final class ChaosInvariants {
  private static final Duration TIME_UNTIL_RESERVATIONS_END = Duration.ofHours(2);

  /**
   * The state of an ended run.
   *
   * @param initialDebits number of debits before the run
   */
  record RunState(
      ChaosPlan plan,
      StandaloneService service,
      ServiceProxy proxy,
      PooledDataSource pool,
      String ledgerName,
      int initialDebits,
      EventLog log) {}

  private final RunState state;
  private final List<Violation> violations;

  ChaosInvariants(RunState state, List<Violation> violations) {
    this.state = state;
    this.violations = violations;
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    violations.add(new Violation(rule, String.format(Locale.ROOT, fact, arguments), null));
  }

  /** Checks all rules. */
  ChaosObservations check(List<ResultFile.Incarnation> processes) throws Exception {
    List<ResultFile.Call> calls = new ArrayList<>();
    Map<String, Boolean> orders = new HashMap<>();
    for (ResultFile.Incarnation process : processes) {
      ResultFile.Contents read = ResultFile.read(process);
      calls.addAll(read.calls());
      read.orders().forEach((key, hasEnded) -> orders.merge(key, hasEnded, Boolean::logicalOr));
      for (String[] violation : read.violations()) {
        violate(Rule.valueOf(violation[0]), "process %s: %s", process.name, violation[1]);
      }
    }
    orders.forEach(
        (key, hasEnded) -> {
          if (!hasEnded) violate(Rule.NEXT_STEP_SUCCEEDS, "order %s has not ended", key);
        });
    List<StandaloneService.Debit> all = state.service.debits();
    ChaosObservations observations =
        new ChaosObservations(
            state.plan,
            calls,
            all.subList(state.initialDebits, all.size()),
            state.log.start(),
            state.service.clockAhead(),
            state.proxy::callOf,
            violations);
    observations.addTo(state.log);
    MoneyInvariants invariants = new MoneyInvariants(observations);
    invariants.check();
    checkLedger(invariants, processes);
    return observations;
  }

  /** Checks the ledger two hours later, when reservations of killed processes have ended. */
  private void checkLedger(MoneyInvariants invariants, List<ResultFile.Incarnation> processes)
      throws Exception {
    Clock later = Clock.offset(Clock.systemUTC(), TIME_UNTIL_RESERVATIONS_END);
    try (SpendLedger ledger = SimulatedLedgers.jdbc(state.pool, state.ledgerName, later);
        FreightClient client = state.service.client(ledger.guard())) {
      BalanceComparison comparison = ledger.compare(client);
      if (ledger.totals().reservedUsd().signum() != 0) {
        violate(Rule.RESERVATION_ENDS, "the amount of a killed call is still reserved");
      }
      for (ResultFile.Incarnation process : processes) {
        if (!process.killed) invariants.checkChargesAreInLedger(process, ledger);
      }
      invariants.checkTotals(ledger);
      // Top-ups make the difference negative.
      boolean tookMore = comparison.unexplainedUsd().signum() > 0;
      if (tookMore) violate(Rule.LEDGER_MATCHES_SERVICE, "%s", comparison);
    }
  }
}

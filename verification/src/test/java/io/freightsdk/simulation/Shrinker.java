package io.freightsdk.simulation;

import io.freightsdk.simulation.Violation.Rule;
import java.util.ArrayList;
import java.util.List;

/** Shortens a plan that breaks a rule, as long as it still breaks it. */
final class Shrinker {
  /** Maximum number of worlds that it runs. */
  private static final int MAX_RUNS = 4_000;

  private final Rule rule;
  private final CooperativeScheduler.WorkerPool threads;
  private int runs;

  Shrinker(Rule rule, CooperativeScheduler.WorkerPool threads) {
    this.rule = rule;
    this.threads = threads;
  }

  /** Removes halves, quarters, and finally single actions, until each is needed. */
  WorldPlan shrink(WorldPlan plan) {
    WorldPlan shortest = plan;
    WorldPlan before;
    do {
      before = shortest;
      for (int part = Math.max(1, shortest.actions().size() / 2); part >= 1; part /= 2) {
        shortest = removeParts(part, shortest);
      }
    } while (shortest != before && runs < MAX_RUNS);
    return shortest;
  }

  private WorldPlan removeParts(int part, WorldPlan plan) {
    WorldPlan shortest = plan;
    for (int from = 0; from < shortest.actions().size() && runs < MAX_RUNS; ) {
      List<Action> actions = shortest.actions();
      List<Action> fewer = new ArrayList<>(actions.subList(0, from));
      fewer.addAll(actions.subList(Math.min(actions.size(), from + part), actions.size()));
      WorldPlan candidate = shortest.withActions(fewer);
      if (fails(candidate)) shortest = candidate;
      else from += part;
    }
    return shortest;
  }

  private boolean fails(WorldPlan plan) {
    runs++;
    Violation violation = new SimulatedWorld(plan, threads, false).run();
    return violation != null && violation.rule() == rule;
  }
}

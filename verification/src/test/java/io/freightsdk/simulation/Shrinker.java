package io.freightsdk.simulation;

import io.freightsdk.simulation.Violation.Rule;
import java.util.ArrayList;
import java.util.List;

/** Makes a plan that breaks a rule shorter, as long as it still breaks it. */
final class Shrinker {
  /** Worlds run to make one story shorter. */
  private static final int MOST_RUNS = 4_000;

  private final Rule rule;
  private final CooperativeScheduler.WorkerPool threads;
  private int runs;

  Shrinker(Rule rule, CooperativeScheduler.WorkerPool threads) {
    this.rule = rule;
    this.threads = threads;
  }

  /** Leaves out halves, quarters, and in the end single acts, until each is needed. */
  WorldPlan shrink(WorldPlan plan) {
    WorldPlan shortest = plan;
    WorldPlan before;
    do {
      before = shortest;
      for (int part = Math.max(1, shortest.acts().size() / 2); part >= 1; part /= 2) {
        shortest = without(part, shortest);
      }
    } while (shortest != before && runs < MOST_RUNS);
    return shortest;
  }

  private WorldPlan without(int part, WorldPlan plan) {
    WorldPlan shortest = plan;
    for (int from = 0; from < shortest.acts().size() && runs < MOST_RUNS; ) {
      List<Action> acts = shortest.acts();
      List<Action> fewer = new ArrayList<>(acts.subList(0, from));
      fewer.addAll(acts.subList(Math.min(acts.size(), from + part), acts.size()));
      WorldPlan candidate = shortest.with(fewer);
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

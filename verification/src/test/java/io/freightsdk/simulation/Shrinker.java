package io.freightsdk.simulation;

import io.freightsdk.simulation.Violation.Rule;
import java.util.ArrayList;
import java.util.List;

/** Makes a plan that breaks a rule shorter, as long as it still breaks it. */
final class Shrinker {
  /** Worlds run to make one story shorter. */
  private static final int MOST_RUNS = 4_000;

  private final Rule rule;
  private final Baton.Pool threads;
  private int runs;

  Shrinker(Rule rule, Baton.Pool threads) {
    this.rule = rule;
    this.threads = threads;
  }

  /** Leaves out halves, quarters, and in the end single acts, until each is needed. */
  Plan shrink(Plan plan) {
    Plan shortest = plan;
    Plan before;
    do {
      before = shortest;
      for (int part = Math.max(1, shortest.acts().size() / 2); part >= 1; part /= 2) {
        shortest = without(part, shortest);
      }
    } while (shortest != before && runs < MOST_RUNS);
    return shortest;
  }

  private Plan without(int part, Plan plan) {
    Plan shortest = plan;
    for (int from = 0; from < shortest.acts().size() && runs < MOST_RUNS; ) {
      List<Act> acts = shortest.acts();
      List<Act> fewer = new ArrayList<>(acts.subList(0, from));
      fewer.addAll(acts.subList(Math.min(acts.size(), from + part), acts.size()));
      Plan candidate = shortest.with(fewer);
      if (fails(candidate)) shortest = candidate;
      else from += part;
    }
    return shortest;
  }

  private boolean fails(Plan plan) {
    runs++;
    Violation violation = new SimulatedWorld(plan, threads, false).run();
    return violation != null && violation.rule() == rule;
  }
}

package io.freightsdk.simulation;

import io.freightsdk.simulation.Violation.Rule;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Makes a plan that breaks a rule shorter, as long as it still breaks it: fewer acts, fewer faults.
 */
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

  Plan shrink(Plan plan) {
    Plan shortest = plan;
    Plan before;
    do {
      before = shortest;
      shortest = fewerActs(shortest);
      shortest = fewerFaults(shortest);
    } while (shortest != before && runs < MOST_RUNS);
    return shortest;
  }

  private SimulatedWorld failing(Plan plan) {
    runs++;
    SimulatedWorld world = new SimulatedWorld(plan, threads, false);
    Violation violation = world.run();
    return violation != null && violation.rule() == rule ? world : null;
  }

  /** Leaves out halves, quarters, and in the end single acts. */
  private Plan fewerActs(Plan plan) {
    Plan shortest = plan;
    for (int part = Math.max(1, shortest.acts().size() / 2); part >= 1; part /= 2) {
      for (int from = 0; from < shortest.acts().size() && runs < MOST_RUNS; ) {
        List<Act> fewer = new ArrayList<>(shortest.acts().subList(0, from));
        int to = Math.min(shortest.acts().size(), from + part);
        fewer.addAll(shortest.acts().subList(to, shortest.acts().size()));
        Plan candidate = shortest.with(fewer);
        if (failing(candidate) != null) {
          shortest = candidate;
        } else {
          from += part;
        }
      }
    }
    return shortest;
  }

  /** Calls one by one meet no fault of the wire. */
  private Plan fewerFaults(Plan plan) {
    Plan calmest = plan;
    SimulatedWorld world = failing(plan);
    if (world == null) return plan;
    for (CallLog call : List.copyOf(world.calls)) {
      long name = SimulatedWorld.nameOf(call);
      if (runs >= MOST_RUNS || calmest.calm().contains(name)) continue;
      Set<Long> calmer = new HashSet<>(calmest.calm());
      calmer.add(name);
      Plan candidate = calmest.with(calmer);
      if (failing(candidate) != null) calmest = candidate;
    }
    return calmest;
  }
}

package io.freightsdk.simulation;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs worlds, one for each seed, until one breaks a promise or enough have passed. */
final class Simulation {
  /** Kept, or its level would be forgotten. */
  private static final Logger CLIENT = Logger.getLogger("io.freightsdk");

  private final CooperativeScheduler.WorkerPool threads = new CooperativeScheduler.WorkerPool();

  Simulation() {
    CLIENT.setLevel(Level.OFF);
  }

  /** All that happens in the world of one seed, in sentences. */
  List<String> told(long seed) {
    SimulatedWorld world = new SimulatedWorld(WorldPlan.of(seed), threads, true);
    world.run();
    return world.story;
  }

  /** Runs so many worlds, from the first seed on; true if all pass. */
  boolean run(long first, long worlds, PrintStream out) {
    long calls = 0;
    for (long seed = first; seed < first + worlds; seed++) {
      SimulatedWorld world = new SimulatedWorld(WorldPlan.of(seed), threads, false);
      Violation violation = world.run();
      calls += world.calls.size();
      if (violation != null) {
        out.println(story(seed, violation));
        return false;
      }
    }
    out.printf(Locale.ROOT, "%,d calls in %,d worlds from %d on passed%n", calls, worlds, first);
    return true;
  }

  /** The shortest story of a failure, in sentences. */
  private String story(long seed, Violation violation) {
    WorldPlan shortest = new Shrinker(violation.rule(), threads).shrink(WorldPlan.of(seed));
    SimulatedWorld world = new SimulatedWorld(shortest, threads, true);
    Violation again = world.run();
    StringBuilder told = new StringBuilder();
    told.append(String.format(Locale.ROOT, "seed %d broke %s%n", seed, again));
    told.append(
        String.format(
            Locale.ROOT,
            "Run it again: mvn -pl verification -am test -Dtest=SimulationTest -Dseeds=1 -Dseed=%d%n",
            seed));
    told.append(String.format(Locale.ROOT, "The world: %s%n", shortest.settings()));
    told.append(String.format(Locale.ROOT, "Its habits: %s%n", shortest.habits()));
    world.story.forEach(line -> told.append(line).append(System.lineSeparator()));
    return told.toString();
  }
}

package io.freightsdk.simulation;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Runs a world for each seed, until a world breaks a rule. */
final class Simulation {
  /** A strong reference. If the logger is garbage-collected, its level is lost. */
  private static final Logger CLIENT = Logger.getLogger("io.freightsdk");

  private final CooperativeScheduler.WorkerPool threads = new CooperativeScheduler.WorkerPool();

  Simulation() {
    CLIENT.setLevel(Level.OFF);
  }

  /** The log of the world of one seed. */
  List<String> log(long seed) {
    SimulatedWorld world = new SimulatedWorld(WorldPlan.of(seed), threads, true);
    world.run();
    return world.logLines;
  }

  /** Runs this number of worlds, from the first seed on. Returns true if all keep the rules. */
  boolean run(long first, long worlds, PrintStream out) {
    long calls = 0;
    for (long seed = first; seed < first + worlds; seed++) {
      SimulatedWorld world = new SimulatedWorld(WorldPlan.of(seed), threads, false);
      Violation violation = world.run();
      calls += world.calls.size();
      if (violation != null) {
        out.println(failureReport(seed, violation));
        return false;
      }
    }
    out.printf(Locale.ROOT, "%,d calls in %,d worlds from %d on passed%n", calls, worlds, first);
    return true;
  }

  /** The log of the shortest plan that breaks the rule. */
  private String failureReport(long seed, Violation violation) {
    WorldPlan shortest = new Shrinker(violation.rule(), threads).shrink(WorldPlan.of(seed));
    SimulatedWorld world = new SimulatedWorld(shortest, threads, true);
    Violation shortestViolation = world.run();
    StringBuilder text = new StringBuilder();
    text.append(String.format(Locale.ROOT, "seed %d broke %s%n", seed, shortestViolation));
    text.append(
        String.format(
            Locale.ROOT,
            "Run it again: mvn -pl verification -am test -Dtest=SimulationTest -Dseeds=1 -Dseed=%d%n",
            seed));
    text.append(String.format(Locale.ROOT, "The world: %s%n", shortest.settings()));
    text.append(String.format(Locale.ROOT, "Its traits: %s%n", shortest.traits()));
    world.logLines.forEach(line -> text.append(line).append(System.lineSeparator()));
    return text.toString();
  }
}

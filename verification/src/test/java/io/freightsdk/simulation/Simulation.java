package io.freightsdk.simulation;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs worlds, one for each seed, until one breaks a promise or enough have passed.
 *
 * <p>As a program: {@code Simulation [first seed] [seeds] [calls] [seconds]}, each empty for no
 * bound.
 */
public final class Simulation {
  /** Kept, or its level would be forgotten. */
  private static final Logger CLIENT = Logger.getLogger("io.freightsdk");

  /** Each build plays those from the first on. */
  static final int WORLDS_OF_A_BUILD = 200;

  private static final long LAP = 1_000_000;

  private final Baton.Pool threads = new Baton.Pool();
  private final OutsideWaits waits = new OutsideWaits(threads);
  long worlds;
  long calls;

  Simulation() {
    CLIENT.setLevel(Level.OFF);
  }

  /** Runs the world of one seed; null if nothing is wrong. */
  Violation run(long seed) {
    SimulatedWorld[] played = new SimulatedWorld[1];
    String wait =
        waits.of(
            () -> {
              played[0] = new SimulatedWorld(Plan.of(seed), threads, false);
              played[0].run();
            });
    worlds++;
    calls += played[0].calls.size();
    if (wait == null) return played[0].violation;
    return new Violation(
        Violation.Rule.NOTHING_WAITS_OUTSIDE, "waited outside of its world\n  at " + wait, null);
  }

  /** All that happens in the world of one seed, in sentences. */
  List<String> told(long seed) {
    SimulatedWorld world = new SimulatedWorld(Plan.of(seed), threads, true);
    world.run();
    return world.story;
  }

  /** The shortest story of a failure, in sentences. */
  String story(long seed, Violation violation) {
    if (violation.rule() == Violation.Rule.NOTHING_WAITS_OUTSIDE) {
      return String.format(Locale.ROOT, "seed %d broke %s%n", seed, violation);
    }
    Plan shortest = new Shrinker(violation.rule(), threads).shrink(Plan.of(seed));
    SimulatedWorld world = new SimulatedWorld(shortest, threads, true);
    Violation again = world.run();
    StringBuilder told = new StringBuilder();
    told.append(String.format(Locale.ROOT, "seed %d broke %s%n", seed, again));
    told.append(
        String.format(
            Locale.ROOT,
            "Run it again: mvn -pl verification -am test -Dtest=SimulationTest -Dseeds=1 -Dseed=%d%n",
            seed));
    told.append(String.format(Locale.ROOT, "The world: %s.%n", shortest.settings().told()));
    told.append(String.format(Locale.ROOT, "Its habits: %s.%n", shortest.habits().told()));
    world.story.forEach(line -> told.append(line).append(System.lineSeparator()));
    return told.toString();
  }

  public static void main(String[] arguments) {
    long seed = number(arguments, 0, System.nanoTime());
    long seeds = number(arguments, 1, Long.MAX_VALUE);
    long calls = number(arguments, 2, Long.MAX_VALUE);
    long seconds = number(arguments, 3, Long.MAX_VALUE);
    System.exit(new Simulation().run(seed, seeds, calls, seconds, System.out) ? 0 : 1);
  }

  private static long number(String[] arguments, int index, long otherwise) {
    boolean given = arguments.length > index && !arguments[index].isEmpty();
    return given ? Long.parseLong(arguments[index]) : otherwise;
  }

  /** Runs seeds from the first on, so many, and for so many calls and seconds; true if all pass. */
  boolean run(long first, long seeds, long mostCalls, long seconds, PrintStream out) {
    long start = System.nanoTime();
    long startBusy = busyNanos();
    Lap lap = new Lap(0, startBusy);
    out.println("first seed " + first);
    for (long seed = first; worlds < seeds && calls < mostCalls; seed++) {
      double elapsed = (System.nanoTime() - start) / 1e9;
      if (elapsed > seconds) break;
      Violation violation = run(seed);
      if (violation != null) {
        out.println(String.format(Locale.ROOT, "failed after %,d calls in %.1f s", calls, elapsed));
        out.println(story(seed, violation));
        return false;
      }
      if (calls >= lap.calls + LAP) {
        Lap next = new Lap(calls, busyNanos());
        out.println(progress(start, startBusy) + next.since(lap));
        lap = next;
      }
    }
    out.println(progress(start, startBusy));
    return true;
  }

  /** On a busy machine only the processor time says how fast the simulator is. */
  private String progress(long start, long startBusy) {
    double elapsed = (System.nanoTime() - start) / 1e9;
    double busy = (busyNanos() - startBusy) / 1e9;
    return String.format(
        Locale.ROOT,
        "%,d calls in %,d worlds passed, %,.0f a second, %,.0f a second of processor time",
        calls,
        worlds,
        calls / elapsed,
        calls / busy);
  }

  /** So many calls when the thread had been busy for so long. */
  private record Lap(long calls, long busyNanos) {
    /** The first laps say more about the compiler than about the simulator. */
    String since(Lap before) {
      double busy = (busyNanos - before.busyNanos) / 1e9;
      return String.format(
          Locale.ROOT, "; %,.0f in the last million", (calls - before.calls) / busy);
    }
  }

  /** Of all threads of worlds, which take turns. */
  private long busyNanos() {
    ThreadMXBean times = ManagementFactory.getThreadMXBean();
    return threads.runners().stream()
        .mapToLong(runner -> times.getThreadCpuTime(runner.id()))
        .sum();
  }
}

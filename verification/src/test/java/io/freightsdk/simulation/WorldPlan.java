package io.freightsdk.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The plan of a world: its settings, traits and actions. It follows from a seed. The {@link
 * Shrinker} makes it shorter.
 */
record WorldPlan(long seed, WorldSettings settings, WorldTraits traits, List<Action> actions) {
  private static final long SECOND = 1_000_000_000L;
  private static final int CUSTOMERS = 400;

  static WorldPlan of(long seed) {
    Dice dice = new Dice(seed);
    WorldSettings settings = WorldSettings.of(dice);
    // The longest ones last longer than the period of a limit.
    long span = dice.pick(60L, 120L, 600L, 600L, 3_600L, 4 * 3_600L) * SECOND;
    int count = 20 + dice.below(140);
    List<Action> actions = new ArrayList<>(count);
    long burst = 0;
    for (int i = 0; i < count; i++) {
      // Actions come in bursts, because concurrent ones find most faults.
      if (burst == 0 || dice.chance(30)) burst = (dice.nextLong() >>> 1) % span;
      long at = burst + dice.nanosUpToMillis(4_000);
      actions.add(
          new Action(
              Action.Kind.random(dice),
              at,
              dice.below(settings.processes()),
              dice.below(CUSTOMERS),
              dice.nextLong()));
    }
    actions.sort(Comparator.comparingLong(Action::at));
    return new WorldPlan(seed, settings, WorldTraits.of(seed, settings), List.copyOf(actions));
  }

  WorldPlan withActions(List<Action> fewer) {
    return new WorldPlan(seed, settings, traits, List.copyOf(fewer));
  }
}

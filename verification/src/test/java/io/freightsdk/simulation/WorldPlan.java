package io.freightsdk.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What will be done in a world: its settings, its habits and its acts. A seed makes one; shrinking
 * makes smaller ones of it.
 */
record WorldPlan(long seed, WorldSettings settings, WorldTraits habits, List<Action> acts) {
  private static final long SECOND = 1_000_000_000L;
  private static final int CUSTOMERS = 400;

  static WorldPlan of(long seed) {
    Dice dice = new Dice(seed);
    WorldSettings settings = WorldSettings.of(dice);
    // In the longest ones what limits had counted is forgotten again.
    long span = dice.pick(60L, 120L, 600L, 600L, 3_600L, 4 * 3_600L) * SECOND;
    int count = 20 + dice.below(140);
    List<Action> acts = new ArrayList<>(count);
    long burst = 0;
    for (int i = 0; i < count; i++) {
      // Acts come in bursts: what meets is what breaks.
      if (burst == 0 || dice.percent(30)) burst = (dice.nextLong() >>> 1) % span;
      long at = burst + dice.upToMillis(4_000);
      acts.add(
          new Action(
              Action.Kind.drawn(dice),
              at,
              dice.below(settings.processes()),
              dice.below(CUSTOMERS),
              dice.nextLong()));
    }
    acts.sort(Comparator.comparingLong(Action::at));
    return new WorldPlan(seed, settings, WorldTraits.of(seed, settings), List.copyOf(acts));
  }

  WorldPlan with(List<Action> fewer) {
    return new WorldPlan(seed, settings, habits, List.copyOf(fewer));
  }
}

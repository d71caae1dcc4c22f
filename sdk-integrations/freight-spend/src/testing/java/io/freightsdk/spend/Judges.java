package io.freightsdk.spend;

import io.freightsdk.internal.spend.LostAnswers;
import io.freightsdk.internal.spend.MoneyModel;
import io.freightsdk.internal.spend.Storage;
import java.time.Clock;
import java.util.Random;

/** What judges the rules of money, for classes that are loaded once more. */
final class Judges {
  private static final int WORLDS = 3_000;

  private Judges() {}

  /** Half of the programs with changes that are made again. */
  static void model(long programs) {
    for (long seed = 0; seed < programs; seed++) {
      Random random = new Random(seed);
      boolean losesAnswers = seed % 2 == 1;
      TestStorage real = TestStorage.inMemory();
      TestStorage losing =
          new TestStorage() {
            @Override
            public Storage open(Clock clock) {
              return new LostAnswers(real.open(clock), random);
            }

            @Override
            public boolean isKept() {
              return false;
            }
          };
      new MoneyModel(seed, losesAnswers ? losing : real).run();
    }
  }

  static void balance(String kind) {
    BalanceWorld.Kind of = BalanceWorld.Kind.valueOf(kind);
    for (long seed = 0; seed < WORLDS; seed++) {
      BalanceWorld world = new BalanceWorld(seed, of, TestStorage.inMemory());
      world.run(150);
      boolean isWrong = world.wronglyCharged + world.wronglyFree > 0;
      if (isWrong || (of.isExplained() && world.unexplained > 0)) {
        throw new AssertionError(
            "world %d: %d wrongly charged, %d wrongly free, %d unexplained"
                .formatted(seed, world.wronglyCharged, world.wronglyFree, world.unexplained));
      }
    }
  }
}

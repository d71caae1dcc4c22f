package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.Seeds;
import io.freightsdk.testsupport.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a balance settles nothing wrongly, over a storage of some kind. */
@ExpectedWarnings("than the ledger explains")
public abstract class BalanceContract {
  /** A new, empty ledger. */
  protected abstract TestStorage storage();

  /** How many worlds of each kind there are, and how many in the long build. */
  protected abstract int worlds();

  protected abstract int thorough();

  @ParameterizedTest
  @EnumSource(BalanceWorld.Kind.class)
  void nothingIsSettledWrongly(BalanceWorld.Kind kind) {
    long first = Seeds.orFresh(3) * 1_000_000;
    int settled = 0;
    int settledCreations = 0;
    int comparisons = 0;
    int wronglyCharged = 0;
    int wronglyFree = 0;
    for (long seed = first; seed < first + Size.of(worlds(), thorough()); seed++) {
      BalanceWorld world = new BalanceWorld(seed, kind, storage());
      world.run(150);
      settled += world.settled;
      settledCreations += world.settledCreations;
      comparisons += world.comparisons;
      wronglyCharged += world.wronglyCharged;
      wronglyFree += world.wronglyFree;
      if (kind.isExplained()) {
        assertThat(world.unexplained).as("nobody else moved money, seed %d", seed).isZero();
      }
      assertThat(world.wronglyFree).as("wrongly free, seed %d", seed).isZero();
      boolean fooled = kind == BalanceWorld.Kind.OTHERS_SPEND_ALIKE;
      if (!fooled) assertThat(world.wronglyCharged).as("wrongly charged, %d", seed).isZero();
    }
    System.out.printf(
        "%s: %d comparisons, %d settled (%d creations), %d wrongly charged, %d wrongly free%n",
        kind, comparisons, settled, settledCreations, wronglyCharged, wronglyFree);
    assertThat(settled).isPositive();
  }
}

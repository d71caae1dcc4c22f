package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Seeds;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A balance settles nothing wrongly, whatever else happens. */
class BalanceTest {
  @ParameterizedTest
  @EnumSource
  void nothingIsSettledWrongly(BalanceWorld.Kind kind) {
    long first = Seeds.orFresh(3) * 1_000_000;
    int settled = 0;
    for (long seed = first; seed < first + 40; seed++) {
      BalanceWorld world = new BalanceWorld(seed, kind, TestStorage.inMemory());
      world.run(150);
      settled += world.settled;
      if (kind.isExplained()) {
        assertThat(world.unexplained).as("nobody else moved money, seed %d", seed).isZero();
      }
      assertThat(world.wronglyFree).as("wrongly free, seed %d", seed).isZero();
      boolean fooled = kind == BalanceWorld.Kind.OTHERS_SPEND_ALIKE;
      if (!fooled) assertThat(world.wronglyCharged).as("wrongly charged, %d", seed).isZero();
    }
    assertThat(settled).isPositive();
  }
}

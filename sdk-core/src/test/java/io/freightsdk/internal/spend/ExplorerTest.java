package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.ExploredWorld.Bound;
import org.junit.jupiter.api.Test;

/** Every state of small worlds, in which the rules keep their promises. */
class ExplorerTest {
  @Test
  void twoCallersInEveryStateOfASmallWorld() {
    assertThat(Explorer.explore(new Bound(2, 1, 0, 0, 1, 0)).broken()).isNull();
  }
}

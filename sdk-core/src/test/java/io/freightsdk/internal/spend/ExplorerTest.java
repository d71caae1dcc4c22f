package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.spend.ExploredWorld.Bound;
import io.freightsdk.internal.spend.Explorer.Found;
import io.freightsdk.testsupport.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Every state of small worlds, in which the rules keep their promises. */
class ExplorerTest {
  @Test
  void twoCallersInEveryStateOfASmallWorld() {
    assertThat(Explorer.explore(new Bound(2, 1, 0, 0, 1, 0)).broken()).isNull();
  }

  @Thorough("a million states in a minute")
  @Test
  void threeCallersThreePricesAndABalanceInEveryState() throws IOException {
    long states = 0;
    for (Bound bound : Explorer.FULL) {
      Found found = Explorer.explore(bound);
      System.out.printf("%s: %,d states, %,d steps%n", bound, found.states(), found.steps());
      assertThat(found.broken()).isNull();
      states += found.states();
    }
    String page = Files.readString(Path.of("../CONTRIBUTING.md"));
    assertThat(page).contains(String.format(Locale.ROOT, "%,d states", states));
  }
}

package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.testing.Seeds;
import java.time.Clock;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The model of the charges, with a ledger in memory. */
class LedgerModelTest {
  private static final int PROGRAMS = 4000;

  private static LedgerModel.Place inMemory() {
    return new LedgerModel.Place() {
      @Override
      public LedgerStorage open(Clock clock) {
        return new MemoryStorage(clock, 10_000);
      }

      @Override
      public boolean isKept() {
        return false;
      }
    };
  }

  /** The scenes that the programs of a run must reach. */
  private static final Set<String> SCENES =
      Set.of(
          "response lost",
          "resolved by an earlier entry",
          "clock set back",
          "compared",
          "compared after a purge",
          "crashed",
          "free because of its key",
          "late outcome CHARGED",
          "late outcome NONE",
          "late outcome UNKNOWN",
          "change repeated",
          "purged",
          "refunded",
          "refused by CALENDAR_DAY",
          "refused by CALENDAR_MONTH",
          "refused by ROLLING",
          "refused by TOTAL",
          "sent late",
          "settled",
          "settled between two prices",
          "settled with an amount",
          "debited late",
          "retry time of a new call");

  @Test
  void noProgramExceedsALimitOrLosesMoney() {
    long first = Seeds.givenOr(1) * 1_000_000;
    long last = first + PROGRAMS;
    // A rare scene needs more programs with some seeds.
    long latest = first + 10 * PROGRAMS;
    for (long seed = first; seed < last || (isSceneMissing() && seed < latest); seed++) {
      new LedgerModel(seed, inMemory()).run();
    }
    assertThat(LedgerModel.OBSERVED_SCENES.keySet()).containsAll(SCENES);
  }

  private static boolean isSceneMissing() {
    return !LedgerModel.OBSERVED_SCENES.keySet().containsAll(SCENES);
  }
}

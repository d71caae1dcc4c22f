package io.freightsdk.internal.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.TestStorage;
import io.freightsdk.testing.Seeds;
import java.time.Clock;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random programs over a storage of some kind. */
public abstract class MoneyModelContract {
  /** A new, empty ledger. */
  protected abstract TestStorage storage();

  /** How many programs are run. */
  protected abstract int programs();

  @Test
  void noProgramPassesALimitOrLosesMoney() {
    long first = Seeds.orFresh(1) * 1_000_000;
    for (long seed = first; seed < first + programs(); seed++) {
      new MoneyModel(seed, storage()).run();
    }
    if (programs() < 1000) return;
    assertThat(MoneyModel.MET.keySet())
        .contains(
            "answer lost",
            "compared",
            "debited late",
            "died",
            "free when told",
            "late word CHARGED",
            "late word NONE",
            "late word UNKNOWN",
            "repeat of a charged key",
            "a new entry of a key",
            "settled",
            "settled by the balance",
            "window exact");
  }

  @Test
  void noProgramWhoseChangesAreMadeAgainPassesALimitOrLosesMoney() {
    long first = Seeds.orFresh(2) * 1_000_000;
    for (long seed = first; seed < first + programs() / 2; seed++) {
      Random random = new Random(seed);
      TestStorage real = storage();
      new MoneyModel(seed, losing(real, random)).run();
    }
  }

  private static TestStorage losing(TestStorage real, Random random) {
    return new TestStorage() {
      @Override
      public Storage open(Clock clock) {
        return new LostAnswers(real.open(clock), random);
      }

      @Override
      public boolean isKept() {
        return real.isKept();
      }
    };
  }
}

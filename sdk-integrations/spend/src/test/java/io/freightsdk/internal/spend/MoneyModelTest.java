package io.freightsdk.internal.spend;

import io.freightsdk.spend.TestStorage;
import io.freightsdk.testing.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The model of the money, in memory. */
class MoneyModelTest extends MoneyModelContract {
  @Override
  protected TestStorage storage() {
    return TestStorage.inMemory();
  }

  @Override
  protected int programs() {
    return 1_500;
  }

  @Test
  @Tag("slow")
  void noneOfAHundredThousandProgramsPassesALimitOrLosesMoney() {
    long first = Seeds.orFresh(3) * 1_000_000;
    for (long seed = first; seed < first + 100_000; seed++) new MoneyModel(seed, storage()).run();
  }
}

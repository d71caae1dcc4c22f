package io.freightsdk.internal.spend;

import io.freightsdk.spend.TestStorage;

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
}

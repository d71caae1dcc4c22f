package io.freightsdk.spend;

/** What a balance settles, in memory. */
class BalanceTest extends BalanceContract {
  @Override
  protected TestStorage storage() {
    return TestStorage.inMemory();
  }

  @Override
  protected int worlds() {
    return 40;
  }

  @Override
  protected int thorough() {
    return 3_000;
  }
}

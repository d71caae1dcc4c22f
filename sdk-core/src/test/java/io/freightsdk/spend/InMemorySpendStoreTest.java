package io.freightsdk.spend;

class InMemorySpendStoreTest extends SpendStoreContract {
  @Override
  SpendStore create() {
    return SpendStore.inMemory();
  }
}

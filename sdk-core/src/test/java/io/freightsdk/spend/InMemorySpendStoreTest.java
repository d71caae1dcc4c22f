package io.freightsdk.spend;

import java.time.Clock;

class InMemorySpendStoreTest extends SpendStoreContract {
  @Override
  SpendStore create(Clock clock) {
    return SpendStore.inMemory();
  }
}

package io.freightsdk.spend;

/** The contract of a ledger, in memory. */
class MemoryLedgerTest extends LedgerContract {
  @Override
  protected TestStorage storage() {
    return TestStorage.inMemory();
  }
}

package io.freightsdk.internal.ledger;

import io.freightsdk.internal.ledger.memory.MemoryLedger;
import java.time.Clock;

/** The rules, in memory. */
class MemoryRulesTest extends RulesContract {
  @Override
  LedgerStorage open(Clock clock) {
    return new MemoryLedger(clock, 10_000);
  }
}

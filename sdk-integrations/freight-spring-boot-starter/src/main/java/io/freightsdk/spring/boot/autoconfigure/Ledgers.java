package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import org.jspecify.annotations.Nullable;

/** The ledgers of clients, whoever has made them. */
final class Ledgers {
  private Ledgers() {}

  /** The ledger of a client's guard; null if the guard is none of a ledger. */
  static @Nullable SpendLedger of(FreightClient client) {
    return client.spendGuard() instanceof LedgerGuard guard ? guard.ledger() : null;
  }
}

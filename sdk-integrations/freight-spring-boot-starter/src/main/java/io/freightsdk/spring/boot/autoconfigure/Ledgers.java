package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.FreightClient;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The ledgers of clients, whoever has made them. */
final class Ledgers {
  private Ledgers() {}

  /** The ledger of a client's guard; null if the guard is none of a ledger. */
  static @Nullable SpendLedger of(FreightClient client) {
    return client.spendGuard() instanceof LedgerGuard guard ? guard.ledger() : null;
  }

  /** Each ledger once, with the name of the first of its clients. */
  static void each(Map<String, FreightClient> clients, BiConsumer<String, SpendLedger> then) {
    IdentityHashMap<SpendLedger, Boolean> seen = new IdentityHashMap<>();
    new TreeMap<>(clients)
        .forEach(
            (name, client) -> {
              SpendLedger ledger = of(client);
              if (ledger != null && seen.put(ledger, true) == null) then.accept(name, ledger);
            });
  }
}

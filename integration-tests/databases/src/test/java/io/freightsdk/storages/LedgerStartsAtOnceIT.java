package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.StartsAtOnce;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever starts at once on an empty database starts. */
class LedgerStartsAtOnceIT {
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.StartsAtOnce#starts")
  void aLedgerOpensForEverybody(EmptyDatabase kind, int starters) throws Exception {
    StartsAtOnce.on(
        kind,
        starters,
        database -> {
          SqlStorage.createTables(database);
          Buyer buyer = new Buyer(SqlStorage.open(database, "b", null), List.of());
          assertThat(buyer.totals()).isEqualTo(new SpendTotals(Usd.ZERO, Usd.ZERO, Usd.ZERO));
        });
  }
}

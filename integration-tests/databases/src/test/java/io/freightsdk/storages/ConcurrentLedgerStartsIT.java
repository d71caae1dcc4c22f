package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.ConcurrentStarts;
import io.freightsdk.testing.EmptyDatabase;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Several processes start concurrently on an empty database. */
class ConcurrentLedgerStartsIT {
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.ConcurrentStarts#starts")
  void concurrentStartsOnAnEmptyDatabaseSucceed(EmptyDatabase kind, int starters) throws Exception {
    ConcurrentStarts.run(
        kind,
        starters,
        database -> {
          SqlStorage.createTables(database);
          Buyer buyer = new Buyer(SqlStorage.open(database, "b", null), List.of());
          assertThat(buyer.totals()).isEqualTo(new SpendTotals(Usd.ZERO, Usd.ZERO, Usd.ZERO));
        });
  }
}

package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import java.time.Clock;
import javax.sql.DataSource;

/** Opens ledgers with a simulated storage or clock. */
public final class SimulatedLedgers {
  private SimulatedLedgers() {}

  /** Opens a ledger with this storage. */
  public static SpendLedger open(LedgerStorage storage) {
    return new SpendLedger(storage);
  }

  /** Opens a ledger in a database, with this clock instead of the database's clock. */
  public static SpendLedger jdbc(DataSource dataSource, String name, Clock clock) {
    return open(SqlStorage.open(dataSource, name, clock));
  }
}

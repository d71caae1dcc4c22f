package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
import java.time.Clock;
import javax.sql.DataSource;

/** Opens ledgers in a world that is simulated. */
public final class SimulatedLedgers {
  private SimulatedLedgers() {}

  /** A ledger whose storage is the world's. */
  public static SpendLedger open(LedgerStorage storage) {
    return new SpendLedger(storage);
  }

  /** A ledger in a database whose clock is another one. */
  public static SpendLedger jdbc(DataSource dataSource, String name, Clock clock) {
    return open(SqlStorage.open(dataSource, name, clock));
  }
}

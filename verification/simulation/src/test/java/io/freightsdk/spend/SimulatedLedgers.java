package io.freightsdk.spend;

import io.freightsdk.internal.spend.Outside;
import io.freightsdk.internal.spend.Storage;
import io.freightsdk.internal.spend.jdbc.JdbcStorage;
import io.freightsdk.sql.SchemaMode;
import java.time.Clock;
import javax.sql.DataSource;

/** Opens ledgers in a world that is simulated. */
public final class SimulatedLedgers {
  private SimulatedLedgers() {}

  /** A ledger whose threads and time are the world's. */
  public static SpendLedger open(Storage storage, SpendListener listener, Outside outside) {
    return new StoredLedger(storage, null, null, listener, outside);
  }

  /** A ledger in a database whose clock is another one. */
  public static SpendLedger jdbc(DataSource dataSource, String name, Clock clock) {
    Storage storage = JdbcStorage.open(dataSource, name, SchemaMode.CREATE, clock);
    return open(storage, new SpendListener() {}, Outside.system());
  }
}

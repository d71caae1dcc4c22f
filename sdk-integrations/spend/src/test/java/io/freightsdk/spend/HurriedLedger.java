package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.DatabaseThread;
import io.freightsdk.internal.ledger.store.SqlStorage;
import java.time.Duration;
import javax.sql.DataSource;

/** A ledger in a database that gives up the ends of calls sooner than half a minute. */
public final class HurriedLedger {
  private HurriedLedger() {}

  /**
   * Opens it.
   *
   * @param late how long an end is tried after its caller has stopped waiting
   */
  public static SpendLedger jdbc(DataSource database, String name, Duration late) {
    return new SpendLedger(SqlStorage.open(database, name, null, DatabaseThread.PAUSE, late));
  }
}

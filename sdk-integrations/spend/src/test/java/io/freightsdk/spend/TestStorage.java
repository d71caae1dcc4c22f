package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryLedger;
import io.freightsdk.internal.ledger.store.SqlLedger;
import java.nio.file.Path;
import java.time.Clock;
import javax.sql.DataSource;

/** One ledger of a test, in a storage that is tested. */
public interface TestStorage {
  /** Opens the ledger: empty at first, and as it was in another process or after a restart. */
  LedgerStorage open(Clock clock);

  /** Whether it is there after its process has ended. */
  default boolean isKept() {
    return true;
  }

  /** In the maps of one process. */
  static TestStorage inMemory() {
    return new TestStorage() {
      private MemoryLedger storage;

      @Override
      public synchronized LedgerStorage open(Clock clock) {
        if (storage == null) storage = new MemoryLedger(clock, 10_000);
        return storage;
      }

      @Override
      public boolean isKept() {
        return false;
      }
    };
  }

  /** In a file. */
  static TestStorage file(Path path) {
    return clock -> SqlLedger.open(path, clock);
  }

  /** In a database, under a name that no other test has. */
  static TestStorage jdbc(DataSource database, String name) {
    return clock -> {
      SqlLedger.createTables(database);
      return SqlLedger.open(database, name, clock);
    };
  }
}

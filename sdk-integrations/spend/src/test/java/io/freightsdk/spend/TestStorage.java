package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.internal.ledger.store.SqlStorage;
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
      private MemoryStorage storage;

      @Override
      public synchronized LedgerStorage open(Clock clock) {
        if (storage == null) storage = new MemoryStorage(clock, 10_000);
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
    return clock -> SqlStorage.open(path, clock);
  }

  /** In a database, under a name that no other test has. */
  static TestStorage jdbc(DataSource database, String name) {
    return clock -> {
      SqlStorage.createTables(database);
      return SqlStorage.open(database, name, clock);
    };
  }
}

package io.freightsdk.spend;

import io.freightsdk.internal.ledger.store.SqlStorage;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The contract of a ledger, in a SQLite database that an application opened with its defaults. */
@Tag("slow") // MemoryLedgerTest has the rules, and the databases job of each pull request runs this
class SqliteDatabaseLedgerTest extends LedgerContract {
  @TempDir static Path folder;
  private static SQLiteDataSource database;

  @BeforeAll
  static void openDatabase() {
    database = new SQLiteDataSource();
    database.setUrl("jdbc:sqlite:" + folder.resolve("application"));
  }

  private final String name = UUID.randomUUID().toString();

  /** Without a script: the tables of SQLite are made by the first ledger. */
  @Override
  protected TestStorage storage() {
    return clock -> SqlStorage.open(database, name, clock);
  }
}

package io.freightsdk.internal.ledger;

import io.freightsdk.internal.ledger.jdbc.JdbcLedger;
import java.nio.file.Path;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteDataSource;

/** The rules, in a database of SQLite that an application opened with its defaults. */
class SqliteDatabaseRulesTest extends RulesContract {
  @TempDir Path folder;

  @Override
  LedgerStorage open(Clock clock) {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + folder.resolve(UUID.randomUUID().toString()));
    return JdbcLedger.open(source, "acme", clock);
  }
}

package io.freightsdk.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** The contract, in a file of SQLite. */
class SqliteDatabaseTest extends DatabaseContract {
  @TempDir private Path folder;

  @Override
  DataSource source() {
    return source(30_000);
  }

  private SQLiteDataSource source(int busyTimeoutMillis) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setBusyTimeout(busyTimeoutMillis);
    SQLiteDataSource sqlite = new SQLiteDataSource(config);
    sqlite.setUrl("jdbc:sqlite:" + folder.resolve("things.db"));
    return sqlite;
  }

  @Override
  String timeType() {
    return "TIMESTAMP";
  }

  @Override
  String createView() {
    return "CREATE VIEW IF NOT EXISTS";
  }

  @Test
  void lockedFileIsTriedAgain() throws SQLException {
    AtomicInteger runs = new AtomicInteger();
    try (Connection other = source().getConnection();
        Statement statement = other.createStatement()) {
      boolean unused = statement.execute("BEGIN IMMEDIATE");
      Database impatient =
          new Database(
              () -> {
                if (runs.incrementAndGet() == 3) {
                  boolean isOver = statement.execute("ROLLBACK");
                }
                return source(1).getConnection();
              },
              "things");
      assertThat(impatient.<Integer>inTransaction(handle -> 1)).isEqualTo(1);
    }
    assertThat(runs).hasValue(3);
  }
}

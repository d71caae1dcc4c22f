package io.freightsdk.spend.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.freightsdk.spend.SpendStoreException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/**
 * The tables, and how they come to be. Each migration only adds, so that an older release of this
 * library keeps working on the tables of a newer one.
 */
final class Schema {
  private static final List<String> MIGRATIONS = List.of("V1.sql");
  private static final int MAX_RUNS = 5;

  private Schema() {}

  /** Creates what is missing. Processes that do so at once may collide; the losers look again. */
  static void create(DataSource dataSource, String book) {
    for (int run = 1; ; run++) {
      try {
        Tx.run(dataSource, "create its tables", tx -> applyMissing(tx, book));
        return;
      } catch (SpendStoreException e) {
        if (run == MAX_RUNS) throw e;
      }
    }
  }

  private static boolean applyMissing(Tx tx, String book) throws SQLException {
    tx.script(
        "CREATE TABLE IF NOT EXISTS freight_spend_schema (version INTEGER NOT NULL PRIMARY KEY)");
    Integer applied =
        tx.one("SELECT COALESCE(MAX(version), 0) FROM freight_spend_schema", row -> row.getInt(1));
    for (int version = applied == null ? 1 : applied + 1; version <= MIGRATIONS.size(); version++) {
      for (String statement : text(MIGRATIONS.get(version - 1)).split(";\\s*\n", -1)) {
        if (!statement.isBlank()) tx.script(statement);
      }
      tx.update("INSERT INTO freight_spend_schema (version) VALUES (?)", version);
    }
    Books.create(tx, book);
    return true;
  }

  private static String text(String name) {
    try (InputStream in = Schema.class.getResourceAsStream(name)) {
      if (in == null) throw new IllegalStateException("the jar lacks " + name);
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

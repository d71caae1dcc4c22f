package io.freightsdk.verify;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Ledgers of one run, under names that nobody else has. Safe for concurrent use. */
final class Scratch {
  private static final int VALID_SECONDS = 10;
  private static final int SEVERAL = 8;

  /** For a connection to come. */
  private static final Duration EACH = Duration.ofSeconds(20);

  private static final List<String> TABLES =
      List.of(
          "freight_reservation", "freight_sum", "freight_memory", "freight_ledger", "freight_book");

  private final String prefix =
      "verify-" + HexFormat.of().toHexDigits(UUID.randomUUID().getMostSignificantBits()) + "-";

  /** Guarded by this. */
  private final List<String> books = new ArrayList<>();

  /** With how many connections to look for rows. */
  private final Map<DataSource, Integer> pools = new LinkedHashMap<>();

  String prefix() {
    return prefix;
  }

  /** Another name. */
  synchronized String book() {
    String book = prefix + (books.size() + 1);
    books.add(book);
    return book;
  }

  /** Rows may be there too. */
  synchronized void isUsedIn(DataSource pool) {
    pools.putIfAbsent(pool, 1);
  }

  /** Which of them a connection reaches is chance: rows are looked for on several. */
  synchronized void reachesSeveralDatabases(DataSource pool) {
    pools.put(pool, SEVERAL);
  }

  /** Deletes all rows; null, or why some of them are still there. */
  synchronized @Nullable String remove() {
    boolean interrupted = Thread.interrupted();
    try {
      for (Map.Entry<DataSource, Integer> pool : pools.entrySet()) {
        Bounded.call(
            () -> {
              remove(pool.getKey(), pool.getValue());
              return true;
            });
      }
      books.clear();
      return null;
    } catch (Bounded.Failure e) {
      return e.getMessage();
    } catch (InterruptedException e) {
      interrupted = true;
      return "the thread was interrupted twice";
    } finally {
      if (interrupted) Thread.currentThread().interrupt();
    }
  }

  private void remove(DataSource pool, int most) throws SQLException, InterruptedException {
    try (Held held = Held.of(pool, most, EACH)) {
      if (held.connections().isEmpty()) throw new SQLException(held.refusal());
      Map<Connection, SQLException> refused = new LinkedHashMap<>();
      for (Connection connection : held.connections()) {
        try {
          remove(connection);
        } catch (SQLException e) {
          refused.put(connection, e);
        }
      }
      // A replica refuses to delete, and loses its rows when the primary does.
      for (Map.Entry<Connection, SQLException> one : refused.entrySet()) {
        for (String table : TABLES) if (isThere(one.getKey(), table)) throw one.getValue();
      }
    }
  }

  private void remove(Connection connection) throws SQLException {
    if (!connection.getAutoCommit()) connection.setAutoCommit(true);
    for (String table : TABLES) {
      if (!isThere(connection, table)) continue;
      try (PreparedStatement delete =
          connection.prepareStatement("DELETE FROM " + table + " WHERE book = ?")) {
        for (String book : books) {
          delete.setString(1, book);
          delete.executeUpdate();
        }
      }
    }
  }

  /** Whether the table has a row of these; one that is missing or may not be read has none. */
  private boolean isThere(Connection connection, String table) throws SQLException {
    try (PreparedStatement find =
        connection.prepareStatement("SELECT 1 FROM " + table + " WHERE book = ?")) {
      for (String book : books) {
        find.setString(1, book);
        try (ResultSet row = find.executeQuery()) {
          if (row.next()) return true;
        }
      }
      return false;
    } catch (SQLException e) {
      // Of a connection that is lost nobody knows whether rows are there.
      if (!connection.isValid(VALID_SECONDS)) throw e;
      return false;
    }
  }
}

package io.freightsdk.examples.crash;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** Pools of connections to the shared database, and copies of what is in it. */
final class Databases {
  private static final List<String> TABLES =
      List.of(
          "freight_book",
          "freight_sum",
          "freight_reservation",
          "freight_memory",
          "freight_ledger",
          "payment",
          "cap",
          "hold");

  private Databases() {}

  /** Connections to a database; Redis has none. */
  static DataSource pool(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      PGConnectionPoolDataSource postgres = new PGConnectionPoolDataSource();
      postgres.setUrl(url);
      return large(JdbcConnectionPool.create(postgres));
    }
    if (url.startsWith("jdbc:h2:")) return large(JdbcConnectionPool.create(url, "", ""));
    if (url.startsWith("redis:")) return new JdbcDataSource();
    try {
      // Without a pool: the driver's own is one for each URL, and keeps threads.
      return new MariaDbDataSource(url);
    } catch (SQLException e) {
      throw new IllegalArgumentException(url, e);
    }
  }

  /** Enough for twenty clients. */
  private static DataSource large(JdbcConnectionPool pool) {
    pool.setMaxConnections(60);
    return pool;
  }

  /** The rows of one ledger, or of all other tables. */
  static Map<String, List<List<Object>>> copy(String url, String book) throws SQLException {
    Map<String, List<List<Object>>> copy = new LinkedHashMap<>();
    try (Connection connection = pool(url).getConnection()) {
      for (String table : tables(connection)) {
        try (PreparedStatement rows =
            connection.prepareStatement("SELECT * FROM " + table + of(table))) {
          if (!of(table).isEmpty()) rows.setString(1, book);
          copy.put(table, rows(rows.executeQuery()));
        }
      }
    }
    return copy;
  }

  private static List<List<Object>> rows(ResultSet result) throws SQLException {
    List<List<Object>> rows = new ArrayList<>();
    while (result.next()) {
      List<Object> row = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) row.add(result.getObject(i));
      rows.add(row);
    }
    return rows;
  }

  /** Replaces the rows of the ledger by those of a copy. */
  static void restore(Map<String, List<List<Object>>> copy, String url, String book)
      throws SQLException {
    try (Connection connection = pool(url).getConnection()) {
      connection.setAutoCommit(false);
      List<String> tables = tables(connection);
      List<String> childrenFirst = new ArrayList<>(tables);
      Collections.reverse(childrenFirst);
      for (String table : childrenFirst) {
        try (PreparedStatement old =
            connection.prepareStatement("DELETE FROM " + table + of(table))) {
          if (!of(table).isEmpty()) old.setString(1, book);
          old.executeUpdate();
        }
      }
      for (String table : tables) {
        for (List<Object> row : copy.getOrDefault(table, List.of())) {
          String marks = "?" + ", ?".repeat(row.size() - 1);
          try (PreparedStatement insert =
              connection.prepareStatement("INSERT INTO " + table + " VALUES (" + marks + ")")) {
            for (int i = 0; i < row.size(); i++) insert.setObject(i + 1, row.get(i));
            insert.executeUpdate();
          }
        }
      }
      connection.commit();
      connection.setAutoCommit(true);
    }
  }

  private static String of(String table) {
    return table.startsWith("freight_") ? " WHERE book = ?" : "";
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> tables = new ArrayList<>();
    for (String table : TABLES) {
      try (PreparedStatement there =
          connection.prepareStatement(
              "SELECT 1 FROM information_schema.tables WHERE LOWER(table_name) = ?")) {
        there.setString(1, table);
        if (there.executeQuery().next()) tables.add(table);
      }
    }
    return tables;
  }
}

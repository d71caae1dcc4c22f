package io.freightsdk.mcp;

import io.freightsdk.agent.ToolMemory;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Sql;
import io.freightsdk.internal.sql.Tables;
import io.freightsdk.spend.SpendLedgerException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What the tools remember, in the database of the books. The row of the book is locked during a
 * change. Uses SQL that H2, PostgreSQL and MariaDB have in common.
 */
record DatabaseMemory(DataSource database, String book) implements ToolMemory {
  private static final String BOOK = "";
  private static final String TABLE =
      "CREATE TABLE IF NOT EXISTS freight_mcp_memory (book VARCHAR(64) NOT NULL,"
          + " id VARCHAR(100) NOT NULL, body VARCHAR(4000) NOT NULL,"
          + " PRIMARY KEY (book, id))";
  private static final Tables TABLES =
      Tables.of(new Tables.Table("freight_mcp_memory", "book, id, body"));

  /** Creates the table and the book if they are missing. */
  static DatabaseMemory open(DataSource database, String book) {
    DatabaseMemory memory = new DatabaseMemory(database, book);
    Boolean unused =
        memory.run(
            connection -> {
              // By itself it takes texts that differ in case for one.
              boolean isCareless = Database.of(connection) == Database.MYSQL;
              String exactly =
                  isCareless ? " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
              memory.create(new Sql(connection), TABLE + exactly);
              return true;
            });
    return memory;
  }

  private void create(Sql sql, String table) throws SQLException {
    try {
      List<String> unused = TABLES.make(sql, List.of(table));
      String find = "SELECT body FROM freight_mcp_memory WHERE book = ? AND id = ?";
      if (!sql.list(find, row -> true, book, BOOK).isEmpty()) return;
      sql.update("INSERT INTO freight_mcp_memory (body, book, id) VALUES ('', ?, ?)", book, BOOK);
    } catch (Sql.Failure e) {
      // Another process that starts has added the book.
      if (!e.isDuplicate()) throw e.cause;
    }
  }

  @Override
  public <T extends @Nullable Object> T change(Function<Rows, T> change) {
    return run(
        connection -> {
          connection.setAutoCommit(false);
          try {
            lock(connection);
            T result = change.apply(new Stored(connection, book));
            connection.commit();
            return result;
          } catch (Throwable e) {
            connection.rollback();
            throw e;
          }
        });
  }

  private void lock(Connection connection) throws SQLException {
    try (PreparedStatement lock =
        connection.prepareStatement(
            "SELECT body FROM freight_mcp_memory WHERE book = ? AND id = ? FOR UPDATE")) {
      lock.setString(1, book);
      lock.setString(2, BOOK);
      try (ResultSet row = lock.executeQuery()) {
        if (!row.next()) throw new SQLException("the book was deleted");
      }
    }
  }

  /** A failure within a change, told as that of the memory. */
  private static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final SQLException sql;

    Failure(SQLException sql) {
      super(sql);
      this.sql = sql;
    }
  }

  private record Stored(Connection connection, String book) implements Rows {
    @Override
    public @Nullable String read(String id) {
      return list("SELECT id, body FROM freight_mcp_memory WHERE book = ? AND id = ?", id).get(id);
    }

    @Override
    public void write(String id, String text) {
      int written =
          update("UPDATE freight_mcp_memory SET body = ? WHERE book = ? AND id = ?", text, id);
      if (written == 0) insert(id, text);
    }

    void insert(String id, String text) {
      int unused =
          update("INSERT INTO freight_mcp_memory (body, book, id) VALUES (?, ?, ?)", text, id);
    }

    private int update(String sql, String text, String id) {
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setString(1, text);
        statement.setString(2, book);
        statement.setString(3, id);
        return statement.executeUpdate();
      } catch (SQLException e) {
        throw new Failure(e);
      }
    }

    @Override
    public void delete(String id) {
      try (PreparedStatement statement =
          connection.prepareStatement("DELETE FROM freight_mcp_memory WHERE book = ? AND id = ?")) {
        statement.setString(1, book);
        statement.setString(2, id);
        statement.executeUpdate();
      } catch (SQLException e) {
        throw new Failure(e);
      }
    }

    /** Ids have no character that LIKE takes for a pattern, except for the underscore. */
    @Override
    public SortedMap<String, String> list(String prefix) {
      SortedMap<String, String> found =
          list(
              "SELECT id, body FROM freight_mcp_memory WHERE book = ? AND id LIKE ?", prefix + "%");
      found.keySet().removeIf(id -> !id.startsWith(prefix) || id.isEmpty());
      return found;
    }

    private SortedMap<String, String> list(String sql, String id) {
      try (PreparedStatement query = connection.prepareStatement(sql)) {
        query.setString(1, book);
        query.setString(2, id);
        SortedMap<String, String> found = new TreeMap<>();
        try (ResultSet rows = query.executeQuery()) {
          while (rows.next()) found.put(rows.getString(1), rows.getString(2));
        }
        return found;
      } catch (SQLException e) {
        throw new Failure(e);
      }
    }
  }

  private interface Work<T extends @Nullable Object> {
    T on(Connection connection) throws SQLException;
  }

  private <T extends @Nullable Object> T run(Work<T> work) {
    try (Connection connection = database.getConnection()) {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      return work.on(connection);
    } catch (Failure e) {
      throw failed(e.sql);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static SpendLedgerException failed(SQLException e) {
    return new SpendLedgerException("orders: the database cannot be read or written", e, true);
  }
}

package io.freightsdk.internal.sql;

import io.freightsdk.internal.sql.Connections.Borrowed;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A pooler before PostgreSQL that gives each transaction another session, as pgbouncer does. The
 * driver names statements of a session, COMMIT too, and would meet those of other connections: a
 * commit that was answered may be none.
 */
final class Pooler {
  /** A named statement is missing, is there already, or is another one; a rollback was none. */
  private static final Set<String> MIXED_UP = Set.of("26000", "42P05", "08P01", "25P02");

  /** Others use its sessions as well, so one look may miss it. */
  private static final int LOOKS = 5;

  /** By then a driver that names statements has named this one; pgjdbc does at the fifth run. */
  private static final int RUNS = 50;

  private Pooler() {}

  /** Refuses connections whose statements a pooler would mix up. */
  static void refuseMixedUp(Connections connections, Connection connection) throws SQLException {
    try {
      if (!sharesSessions(connections, connection) || !namesStatements(connection)) return;
    } catch (Sql.Failure failure) {
      if (!MIXED_UP.contains(failure.cause.getSQLState())) throw failure;
    }
    throw DatabaseException.refused(
        "a pooler gives each transaction another session of PostgreSQL, and the driver would meet its statements on others; add prepareThreshold=0 to the URL, or let pgbouncer pool by session");
  }

  /** Whether two connections that are open use one session, or one of them uses two. */
  private static boolean sharesSessions(Connections connections, Connection one)
      throws SQLException {
    try (Borrowed borrowed = another(connections)) {
      if (borrowed == null) return false;
      Connection other = borrowed.connection();
      for (int look = 0; look < LOOKS; look++) {
        int before = session(one);
        other.setAutoCommit(false);
        try {
          if (session(other) == before || session(one) != before) return true;
        } finally {
          end(other);
        }
      }
      return false;
    }
  }

  /** Null where a pool of the application has no second one. */
  private static @Nullable Borrowed another(Connections connections) {
    try {
      return connections.borrow();
    } catch (SQLException none) {
      return null;
    }
  }

  private static int session(Connection connection) {
    List<Integer> session =
        new Sql(connection).list("SELECT pg_backend_pid()", row -> row.getInt(1));
    if (session.isEmpty()) throw new Sql.Failure(new SQLException("another statement", "26000"));
    return session.get(0);
  }

  /** As {@code S_1}: a pooler that knows of named statements gives them names of its own. */
  private static boolean namesStatements(Connection connection) throws SQLException {
    // Sessions still have what drivers named before: only this text is surely of now.
    String named =
        "SELECT name FROM pg_prepared_statements WHERE name LIKE 'S%' AND statement LIKE '%"
            + UUID.randomUUID()
            + "%'";
    Sql sql = new Sql(connection);
    connection.setAutoCommit(false);
    try {
      for (int run = 0; run < RUNS; run++) {
        if (!sql.list(named, row -> row.getString(1)).isEmpty()) return true;
      }
      return false;
    } finally {
      end(connection);
    }
  }

  private static void end(Connection connection) {
    Connections.quietly(connection::rollback);
    Connections.quietly(() -> connection.setAutoCommit(true));
  }
}

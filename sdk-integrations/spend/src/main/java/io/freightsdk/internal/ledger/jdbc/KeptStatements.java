package io.freightsdk.internal.ledger.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jdbi.v3.core.statement.DefaultStatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilder;
import org.jdbi.v3.core.statement.StatementBuilderFactory;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the statements of one connection, which is used by one thread and lent to it again and
 * again: SQLite would otherwise compile each of them again, nearly half of the work of a change.
 */
final class KeptStatements extends DefaultStatementBuilder implements StatementBuilderFactory {
  private static final int MOST = 100;

  /** Those that nobody uses, by their text; what was not used for the longest time comes first. */
  private final Map<String, PreparedStatement> kept = new LinkedHashMap<>();

  /** The texts of those that are in use, as SQLite has them. */
  private final IdentityHashMap<Statement, String> inUse = new IdentityHashMap<>();

  @Override
  public StatementBuilder createStatementBuilder(Connection connection) {
    return this;
  }

  /** Not one of a connection that has been closed since, and replaced by another. */
  @Override
  public PreparedStatement create(Connection connection, String sql, StatementContext context)
      throws SQLException {
    PreparedStatement found = kept.remove(sql);
    PreparedStatement statement =
        found != null && found.getConnection() == connection.unwrap(Connection.class)
            ? found
            : super.create(connection, sql, context);
    inUse.put(statement, sql);
    return statement;
  }

  @Override
  public void close(Connection connection, String named, Statement statement) throws SQLException {
    String sql = inUse.remove(statement);
    if (sql == null || !(statement instanceof PreparedStatement prepared)) {
      super.close(connection, named, statement);
      return;
    }
    prepared.clearBatch();
    // A row that was left unread would keep its reading of the file open.
    boolean unused = prepared.getMoreResults();
    close(kept.put(sql, prepared));
    if (kept.size() > MOST) close(kept.remove(kept.keySet().iterator().next()));
  }

  private static void close(@Nullable PreparedStatement statement) throws SQLException {
    if (statement != null) statement.close();
  }
}

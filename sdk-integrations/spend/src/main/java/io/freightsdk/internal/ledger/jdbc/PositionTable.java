package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.LedgerStorage;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.spend.SpendLedgerException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.StatementContext;
import org.jspecify.annotations.Nullable;

/**
 * Positions that processes share, as texts. Each statement is a transaction of its own, and all
 * that fails is an {@link IllegalStateException}.
 */
public final class PositionTable {
  /** A read without the cache costs 2 cents: it is not worth a longer wait. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Duration PAUSE = Duration.ofMillis(20);

  private final Transactions transactions;
  private final Dialect dialect;

  /** A row. */
  public record Kept(Instant readAt, String reading) {}

  private PositionTable(DataSource source) {
    this.transactions = new Transactions(source, Purpose.POSITIONS, PAUSE);
    this.dialect = run(Dialect::of, LedgerStorage.PATIENCE);
  }

  /** Looks for the table on a server, and makes it on SQLite and H2. */
  public static PositionTable open(DataSource source) {
    PositionTable table = new PositionTable(source);
    prepare(table.dialect.isServer() ? table.tables()::check : table.tables()::create);
    return table;
  }

  /** Makes the table if it is missing; any number of processes may do so at once. */
  public static void create(DataSource source) {
    prepare(new PositionTable(source).tables()::create);
  }

  private Tables tables() {
    return new Tables(transactions, dialect);
  }

  public @Nullable Kept get(String name) {
    return run(
        handle ->
            handle
                .createQuery("SELECT read_at, reading FROM freight_position WHERE name = :name")
                .bind("name", name)
                .map(this::kept)
                .findOne()
                .orElse(null),
        PATIENCE);
  }

  private Kept kept(ResultSet row, StatementContext context) throws SQLException {
    return new Kept(Micros.instant(dialect.time(row, "read_at")), row.getString("reading"));
  }

  /** Writes a row, whatever it had: a later reading may be one of a clock that is ahead. */
  public void put(String name, Kept kept) {
    int unused =
        run(
            handle ->
                handle
                    .createUpdate(dialect.replacePosition())
                    .bind("name", name)
                    .bind("readAt", dialect.time(kept.readAt()))
                    .bind("reading", kept.reading())
                    .execute(),
            PATIENCE);
  }

  /** Deletes what was read before a time. */
  public void purge(Instant before) {
    int unused =
        run(
            handle ->
                handle
                    .createUpdate("DELETE FROM freight_position WHERE read_at < :before")
                    .bind("before", dialect.time(before))
                    .execute(),
            LedgerStorage.PATIENCE);
  }

  private <T extends @Nullable Object> T run(Function<Handle, T> statement, Duration atMost) {
    try {
      return transactions.run(statement, atMost);
    } catch (SpendLedgerException e) {
      throw failed(e);
    }
  }

  private static void prepare(Runnable work) {
    try {
      work.run();
    } catch (SpendLedgerException e) {
      throw failed(e);
    }
  }

  /** It is no failure of a ledger. */
  private static IllegalStateException failed(SpendLedgerException e) {
    return new IllegalStateException(e.getMessage(), e);
  }
}

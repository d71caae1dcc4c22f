package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.jdbc.Transactions.DatabaseFailure;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.argument.Argument;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * One change or reading of a ledger: its lock, its time, and what it sends to the database. A
 * change first locks the ledger's row, and reads the time and everything else in later statements,
 * so that it sees what the previous holder of the lock has stored.
 *
 * <p>All others wait for the lock during each round trip to the database. So what is written is
 * kept until the next query or the end, and then sent in one round trip where the driver can.
 */
final class LedgerTransaction {
  /** A database's clock that is set back by less stands still; of more it is believed. */
  private static final long STANDS_STILL = TimeUnit.MINUTES.toMicros(1);

  private static final String HEAD =
      "SELECT changes, last_id, last_at FROM freight_ledger WHERE ledger = :ledger";

  final Dialect dialect;
  final Texts texts;
  final String ledger;
  final boolean isChange;

  private final Handle handle;

  /** That was given; null for the database's. */
  private final @Nullable LongSupplier clock;

  /** The row of the ledger as it was locked. */
  private final Head head;

  /** Null until it is read. */
  private @Nullable Long now;

  private long lastId;
  private boolean isChanged;
  private final List<Write> unsent = new ArrayList<>();

  private record Head(long changes, long lastId, long lastAt) {}

  /**
   * @param clock that was given; null for the database's
   */
  LedgerTransaction(
      Handle handle,
      Dialect dialect,
      Texts texts,
      String ledger,
      @Nullable LongSupplier clock,
      boolean isChange) {
    this.handle = handle;
    this.dialect = dialect;
    this.texts = texts;
    this.ledger = ledger;
    this.clock = clock;
    this.isChange = isChange;
    Head found = isChange ? lock() : first(HEAD, query -> {}, this::head);
    if (found == null) throw new IllegalStateException("the ledger " + ledger + " was deleted");
    this.head = found;
    this.lastId = head.lastId;
  }

  private @Nullable Head lock() {
    String isolation = dialect.readCommitted();
    boolean isJoined = isolation != null && dialect.takesSeveral();
    String sql =
        texts.of(
            List.of("lock"), () -> (isJoined ? isolation + ";\n" : "") + HEAD + dialect.rowLock());
    if (isolation != null && !isJoined) {
      int unused = DatabaseFailure.marked(() -> handle.execute(isolation));
    }
    Query query = handle.createQuery(sql);
    return DatabaseFailure.marked(
        () ->
            query
                .bind("ledger", ledger)
                .execute(
                    (executed, context) -> {
                      try (context) {
                        PreparedStatement statement = executed.get();
                        if (isJoined) statement.getMoreResults();
                        ResultSet rows = statement.getResultSet();
                        return rows.next() ? head(rows) : null;
                      }
                    }));
  }

  private Head head(ResultSet row) throws SQLException {
    return new Head(row.getLong("changes"), row.getLong("last_id"), dialect.time(row, "last_at"));
  }

  // --- its time and its numbers ---

  /** The same for all of it. */
  long now() {
    if (now == null) {
      String sql =
          texts.of(
              List.of("now"),
              () ->
                  "SELECT " + dialect.clock + " AS now FROM freight_ledger WHERE ledger = :ledger");
      return Objects.requireNonNull(first(sql, query -> {}, this::now));
    }
    return now;
  }

  /** Takes the time from a row that has {@link Dialect#clock} as {@code now}. */
  long now(ResultSet row) throws SQLException {
    if (now == null) now = time(row.getLong("now"));
    return now;
  }

  private long time(long ofDatabase) {
    if (clock != null) return clock.getAsLong();
    boolean isSetBack = ofDatabase < head.lastAt && ofDatabase > head.lastAt - STANDS_STILL;
    return isSetBack ? head.lastAt : ofDatabase;
  }

  long nextId() {
    changes();
    return ++lastId;
  }

  // --- what it reads ---

  interface Mapper<T> {
    T of(ResultSet row) throws SQLException;
  }

  /** All rows of a query, in which {@code :ledger} is bound. */
  <T> List<T> list(String sql, Consumer<Query> values, Mapper<T> mapper) {
    send();
    Query query = handle.createQuery(sql).bind("ledger", ledger);
    values.accept(query);
    return DatabaseFailure.marked(() -> query.map((row, context) -> mapper.of(row)).list());
  }

  <T> @Nullable T first(String sql, Consumer<Query> values, Mapper<T> mapper) {
    List<T> found = list(sql, values, mapper);
    return found.isEmpty() ? null : found.get(0);
  }

  // --- what it writes ---

  /** Sends it with the others. */
  void write(Write write) {
    changes();
    unsent.add(write);
  }

  private void changes() {
    if (!isChange) throw new UnsupportedOperationException("a reading writes nothing");
    isChanged = true;
  }

  /** Whether it wrote something, and the last change was made at a later time. */
  boolean isSetBack() {
    return isChanged && now() < head.lastAt;
  }

  /**
   * Ends a change that wrote something.
   *
   * @throws DatabaseFailure if the row that was locked was not the newest: H2 has been seen to give
   *     such a one, among connections that broke
   */
  void save() {
    if (!isChanged) return;
    write(
        Write.update("freight_ledger", ledger)
            .set("changes", head.changes + 1)
            .set("last_id", lastId)
            .set("last_at", dialect.time(now()))
            .where("changes = ?", head.changes)
            .atLeast(1));
    send();
  }

  private void send() {
    if (unsent.isEmpty()) return;
    List<Write> writes = List.copyOf(unsent);
    unsent.clear();
    if (dialect.takesSeveral()) send(writes);
    else for (Write one : writes) send(List.of(one));
  }

  /** Behind some poolers a statement may be that of another connection, and no failure says so. */
  private void send(List<Write> together) {
    List<List<Object>> kinds = together.stream().map(Write::kind).toList();
    String sql =
        texts.of(kinds, () -> together.stream().map(Write::sql).collect(Collectors.joining(";\n")));
    Update update = handle.createUpdate(sql);
    List<Argument> values = together.stream().flatMap(Write::values).toList();
    for (int i = 0; i < values.size(); i++) update.bind(i, values.get(i));
    boolean isWritten =
        DatabaseFailure.marked(
            () ->
                update.execute(
                    (executed, context) -> {
                      try (context) {
                        PreparedStatement statement = executed.get();
                        for (Write one : together) {
                          if (statement.getUpdateCount() < one.leastRows()) return false;
                          statement.getMoreResults();
                        }
                        return true;
                      }
                    }));
    if (!isWritten) throw DatabaseFailure.changedMeanwhile();
  }
}

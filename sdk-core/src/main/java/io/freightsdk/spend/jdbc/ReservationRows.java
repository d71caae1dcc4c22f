package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Book;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Reservation.Call;
import io.freightsdk.model.Operation;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of freight_spend_reservation. */
final class ReservationRows implements Book.Reservations {
  private static final String TABLE = "freight_spend_reservation";
  private static final String COLUMNS =
      "id, idempotency_key, operation, paths, state, nano, least_nano, calls, lost_us,"
          + " unknown_entry, counted_us, first_seen_us";
  private static final String SELECT = "SELECT " + COLUMNS + " FROM " + TABLE + " WHERE book = ?";
  private static final String DELETE = "DELETE FROM " + TABLE + " WHERE book = ?";

  /** How many rows are read at once. */
  private static final int SOME = 200;

  private final Sql sql;
  private final String book;

  /** Ids of rows that exist. */
  private final Set<Long> known = new HashSet<>();

  /** What was read together with the scopes; null after a row has changed. */
  private @Nullable Long earliestEnd;

  private @Nullable String absentKey;

  ReservationRows(Sql sql, String book) {
    this.sql = sql;
    this.book = book;
  }

  void expected(long earliestEnd) {
    this.earliestEnd = earliestEnd;
  }

  void expectedNone(String key) {
    absentKey = key;
  }

  private void changed() {
    earliestEnd = null;
    absentKey = null;
  }

  @Override
  public @Nullable Reservation find(long id) {
    return sql.one(SELECT + " AND id = ?", this::read, book, id);
  }

  /**
   * Compares keys again, because a database may treat texts as equal that differ in case or
   * trailing spaces.
   */
  @Override
  public @Nullable Reservation byKey(String key) {
    if (key.equals(absentKey)) return null;
    String query = SELECT + " AND idempotency_key = ? ORDER BY id DESC";
    return sql.list(query, this::read, book, key).stream()
        .filter(found -> key.equals(found.key()))
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable Reservation byCall(String token) {
    String like = "%" + token + ":%";
    return sql.one(SELECT + " AND ends_us < ? AND calls LIKE ?", this::read, book, NONE_RUNS, like);
  }

  @Override
  public long earliestEnd(long now) {
    if (earliestEnd != null) return earliestEnd;
    String query = "SELECT COALESCE(MIN(ends_us), ?) FROM " + TABLE + " WHERE book = ?";
    return sql.number(query, NONE_RUNS, book);
  }

  @Override
  public List<Reservation> ended(long by) {
    return sql.list(
        SELECT + " AND ends_us <= ? ORDER BY ends_us LIMIT " + SOME, this::read, book, by);
  }

  @Override
  public List<Reservation> uncertain() {
    return sql.list(SELECT + " AND state IN ('HELD', 'UNKNOWN')", this::read, book);
  }

  @Override
  public void save(Reservation money) {
    if (known.contains(money.id())) delete(money);
    changed();
    known.add(money.id());
    sql.insert(
        TABLE,
        COLUMNS + ", ends_us, book",
        money.id(),
        money.key(),
        money.operation().name(),
        Sql.text(money.paths()),
        money.state().name(),
        money.amount(),
        money.least(),
        calls(money),
        money.lostAt(),
        money.unknownEntry(),
        money.countedAt(),
        money.firstSeen(),
        money.earliestEnd(),
        book);
  }

  @Override
  public void delete(Reservation money) {
    changed();
    known.remove(money.id());
    sql.update(DELETE + " AND id = ?", book, money.id());
  }

  @Override
  public void dropKeys(long before) {
    String old =
        " AND first_seen_us < ? AND counted_us < ? AND ends_us = ?"
            + " AND (state = 'CHARGED' OR state = 'UNKNOWN' AND unknown_entry = 0)";
    sql.update(DELETE + old, book, before, before, NONE_RUNS);
  }

  /**
   * A call is {@code token:end:+} while it runs and {@code token:end:-} after it has ended without
   * a result.
   */
  private static String calls(Reservation money) {
    return money.calls().stream()
        .map(call -> call.token() + ':' + call.end() + (call.dead() ? ":-" : ":+"))
        .collect(Collectors.joining(","));
  }

  private Reservation read(ResultSet row) throws SQLException {
    known.add(row.getLong(1));
    return new Reservation(
        row.getLong(1),
        row.getString(2),
        Operation.valueOf(row.getString(3)),
        Sql.texts(row.getString(4)),
        Reservation.State.valueOf(row.getString(5)),
        row.getLong(6),
        row.getLong(7),
        Sql.texts(row.getString(8)).stream().map(ReservationRows::call).toList(),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11),
        row.getLong(12));
  }

  private static Call call(String text) {
    String[] parts = text.split(":", 3);
    return new Call(parts[0], Long.parseLong(parts[1]), parts[2].equals("-"));
  }
}

package io.freightsdk.spend.jdbc;

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
final class ReservationRows {
  private static final String SELECT =
      "SELECT id, idempotency_key, operation, paths, state, nano, calls, lost_us, unknown_entry,"
          + " counted_us, first_seen_us FROM freight_spend_reservation WHERE book = ? AND ";

  /** As many as are read at once. */
  private static final int SOME = 200;

  private final Sql sql;
  private final String book;

  /** Rows that are surely there. */
  private final Set<Long> known = new HashSet<>();

  ReservationRows(Sql sql, String book) {
    this.sql = sql;
    this.book = book;
  }

  @Nullable Reservation find(long id) {
    return sql.one(SELECT + "id = ?", this::read, book, id);
  }

  /** Databases may take texts for equal that differ in case or trailing spaces. */
  @Nullable Reservation byKey(String key) {
    return sql.list(SELECT + "idempotency_key = ? ORDER BY id DESC", this::read, book, key).stream()
        .filter(known -> key.equals(known.key()))
        .findFirst()
        .orElse(null);
  }

  @Nullable Reservation byCall(String token) {
    return sql.one(
        SELECT + "ends_us < ? AND calls LIKE ?",
        this::read,
        book,
        Long.MAX_VALUE,
        "%" + token + ":%");
  }

  long earliestEnd() {
    Long end =
        sql.one(
            "SELECT MIN(ends_us) FROM freight_spend_reservation WHERE book = ?",
            row -> row.getObject(1) == null ? null : row.getLong(1),
            book);
    return end == null ? Long.MAX_VALUE : end;
  }

  boolean isIdle() {
    return sql.one(SELECT + "state = 'HELD' LIMIT 1", this::read, book) == null;
  }

  List<Reservation> ended(long by) {
    return sql.list(SELECT + "ends_us <= ? ORDER BY ends_us LIMIT " + SOME, this::read, book, by);
  }

  List<Reservation> uncertain() {
    return sql.list(SELECT + "state IN ('HELD', 'UNKNOWN')", this::read, book);
  }

  void save(Reservation money) {
    if (known.add(money.id())) {
      insert(money);
      return;
    }
    Object[] values = {
      Sql.text(money.paths()),
      money.state().name(),
      money.amount(),
      calls(money),
      money.earliestEnd(),
      money.lostAt(),
      money.unknownEntry(),
      money.countedAt(),
      book,
      money.id()
    };
    sql.update(
        "UPDATE freight_spend_reservation SET paths = ?, state = ?, nano = ?, calls = ?,"
            + " ends_us = ?, lost_us = ?, unknown_entry = ?, counted_us = ?"
            + " WHERE book = ? AND id = ?",
        values);
  }

  private void insert(Reservation money) {
    sql.update(
        "INSERT INTO freight_spend_reservation (book, id, idempotency_key, operation, paths, state,"
            + " nano, calls, ends_us, lost_us, unknown_entry, counted_us, first_seen_us)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        book,
        money.id(),
        money.key(),
        money.operation().name(),
        Sql.text(money.paths()),
        money.state().name(),
        money.amount(),
        calls(money),
        money.earliestEnd(),
        money.lostAt(),
        money.unknownEntry(),
        money.countedAt(),
        money.firstSeen());
  }

  void delete(Reservation money) {
    sql.update("DELETE FROM freight_spend_reservation WHERE book = ? AND id = ?", book, money.id());
    known.remove(money.id());
  }

  void dropKeys(long before) {
    sql.update(
        "DELETE FROM freight_spend_reservation WHERE book = ? AND state = 'CHARGED'"
            + " AND first_seen_us < ? AND ends_us = ?",
        book,
        before,
        Long.MAX_VALUE);
  }

  /** A call is {@code token:end:+} while it runs and {@code token:end:-} once it is dead. */
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
        Sql.texts(row.getString(7)).stream().map(ReservationRows::call).toList(),
        row.getLong(8),
        row.getLong(9),
        row.getLong(10),
        row.getLong(11));
  }

  private static Call call(String text) {
    int token = text.indexOf(':');
    int end = text.indexOf(':', token + 1);
    long endsAt = Long.parseLong(text.substring(token + 1, end));
    return new Call(text.substring(0, token), endsAt, text.endsWith("-"));
  }
}

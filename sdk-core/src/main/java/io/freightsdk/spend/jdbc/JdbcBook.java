package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Book;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A book in a database, within one transaction. */
final class JdbcBook implements Book {
  private static final String COLUMNS =
      "clock_us, version, opening_nano, opened_at, adjusted_nano, dropped_us, last_reservation,"
          + " last_entry";

  private static final String SAVE =
      "UPDATE freight_spend_book SET "
          + COLUMNS.replace(",", " = ?,")
          + " = ? WHERE book = ? AND version = ?";

  private final Sql sql;
  private final String name;
  private final boolean mayBeRepeated;
  private final ReservationRows reservations;
  private final ScopeRows scopes;
  private final LineRows lines;

  private long now;
  private Header header = Header.NEW;
  private Header stored = header;

  JdbcBook(
      Sql sql,
      Database database,
      String name,
      @Nullable LongSupplier micros,
      boolean locked,
      boolean mayBeRepeated) {
    this.sql = sql;
    this.name = name;
    this.mayBeRepeated = mayBeRepeated;
    this.reservations = new ReservationRows(sql, name);
    this.scopes = new ScopeRows(sql, name, reservations);
    this.lines = new LineRows(sql, name);
    Boolean found =
        sql.one(
            "SELECT %s, %s FROM freight_spend_book WHERE book = ?%s"
                .formatted(COLUMNS, database.clock, locked ? " FOR UPDATE" : ""),
            row -> read(row, micros),
            name);
    if (found == null) throw new Sql.Failure(new SQLException("there is no book " + name));
  }

  /** A book's time never goes backwards, even if a clock does. */
  private boolean read(ResultSet row, @Nullable LongSupplier micros) throws SQLException {
    now = Math.max(row.getLong(1), micros != null ? micros.getAsLong() : row.getLong(9));
    Long opening = row.getObject(3) == null ? null : row.getLong(3);
    header =
        new Header(
            row.getLong(2),
            opening,
            row.getLong(4),
            row.getLong(5),
            row.getLong(6),
            row.getLong(7),
            row.getLong(8));
    stored = header;
    return true;
  }

  static void create(Sql sql, String name) {
    boolean known = sql.number("SELECT COUNT(*) FROM freight_spend_book WHERE book = ?", name) > 0;
    if (!known) sql.insert("freight_spend_book", COLUMNS + ", book", values(0, Header.NEW, name));
  }

  /** Writes all changes that have not been written yet. */
  void save() {
    scopes.flush();
    if (header.equals(stored)) return;
    @Nullable Object[] values = values(now, header, name);
    values = Arrays.copyOf(values, values.length + 1);
    values[values.length - 1] = stored.version();
    boolean alone = sql.update(SAVE, values) == 1;
    // H2 has been seen to give the lock with a row from before another one's change, among
    // connections that broke: written back, it would hand out the same numbers again for ever.
    if (!alone) throw new Sql.Failure(new SQLException("the book was changed meanwhile", "40001"));
  }

  private static @Nullable Object[] values(long now, Header header, String name) {
    return new @Nullable Object[] {
      now,
      header.version(),
      header.opening(),
      header.openedAt(),
      header.adjusted(),
      header.droppedUntil(),
      header.reservations(),
      header.entries(),
      name
    };
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public boolean mayBeRepeated() {
    return mayBeRepeated;
  }

  @Override
  public Header header() {
    return header;
  }

  @Override
  public void header(Header header) {
    this.header = header;
  }

  @Override
  public void expect(Collection<String> paths, List<Ring> rings, @Nullable String key) {
    scopes.expect(paths, rings, key);
  }

  @Override
  public Scopes scopes() {
    return scopes;
  }

  @Override
  public Reservations reservations() {
    return reservations;
  }

  @Override
  public Lines lines() {
    return lines;
  }
}

package io.freightsdk.spend.jdbc;

import io.freightsdk.internal.spend.Book;
import io.freightsdk.internal.spend.NanoUsd;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.ScopePaths;
import io.freightsdk.internal.spend.Window;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A book in a database, within one transaction. It stores what it is told. */
final class JdbcBook implements Book {
  private final Sql sql;
  private final String name;
  private final boolean mayBeRepeated;
  private final ScopeRows scopes;
  private final ReservationRows reservations;
  private final LineRows lines;

  private long now;
  private Header header = new Header(0, null, 0, 0, 0);
  private Header stored = header;
  private long lastReservation;
  private long lastEntry;

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
    this.scopes = new ScopeRows(sql, name);
    this.reservations = new ReservationRows(sql, name);
    this.lines = new LineRows(sql, name);
    Boolean found =
        sql.one(
            "SELECT clock_us, last_reservation, last_entry, version, opening_nano, opened_at,"
                + " adjusted_nano, dropped_us, "
                + database.clock
                + " FROM freight_spend_book WHERE book = ?"
                + (locked ? " FOR UPDATE" : ""),
            row -> read(row, micros),
            name);
    if (found == null) throw new Sql.Failure(new SQLException("there is no book " + name));
  }

  /** Whichever clock is behind, a book's time does not run backwards. */
  private boolean read(ResultSet row, @Nullable LongSupplier micros) throws SQLException {
    long clock = micros != null ? micros.getAsLong() : row.getLong(9);
    now = Math.max(row.getLong(1), clock);
    lastReservation = row.getLong(2);
    lastEntry = row.getLong(3);
    long opening = row.getLong(5);
    boolean open = !row.wasNull();
    header =
        new Header(
            row.getLong(4), open ? opening : null, row.getLong(6), row.getLong(7), row.getLong(8));
    stored = header;
    return true;
  }

  static void create(Sql sql, String name) {
    boolean known = sql.number("SELECT COUNT(*) FROM freight_spend_book WHERE book = ?", name) > 0;
    if (known) return;
    sql.update("INSERT INTO freight_spend_book VALUES (?, 0, 0, 0, 0, NULL, 0, 0, 0)", name);
  }

  /** Writes what has not been written yet. */
  void save() {
    scopes.flush();
    if (header.equals(stored)) return;
    sql.update(
        "UPDATE freight_spend_book SET clock_us = ?, last_reservation = ?, last_entry = ?,"
            + " version = ?, opening_nano = ?, opened_at = ?, adjusted_nano = ?, dropped_us = ?"
            + " WHERE book = ?",
        now,
        lastReservation,
        lastEntry,
        header.version(),
        header.opening(),
        header.openedAt(),
        header.adjusted(),
        header.droppedUntil(),
        name);
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
  public long nextReservation() {
    return ++lastReservation;
  }

  @Override
  public long nextEntry() {
    return ++lastEntry;
  }

  @Override
  public long lastEntry() {
    return lastEntry;
  }

  @Override
  public void expect(Collection<String> paths, List<Ring> windows, @Nullable String key) {
    scopes.expect(paths, windows, key);
  }

  @Override
  public long held(String scope) {
    return scopes.scope(scope).held();
  }

  @Override
  public long spent(String scope) {
    return scopes.scope(scope).spent();
  }

  @Override
  public long forgottenUpTo(String scope) {
    return scopes.scope(scope).forgotten();
  }

  @Override
  public long sum(Ring ring) {
    return scopes.sum(ring);
  }

  @Override
  public List<Slot> slots(Ring ring) {
    return scopes.slots(ring);
  }

  @Override
  public void track(Ring ring) {
    scopes.track(ring);
  }

  @Override
  public List<Ring> tracked(Collection<String> paths) {
    return scopes.tracked(paths);
  }

  @Override
  public void add(String scope, Window window, long slot, long amount) {
    scopes.add(scope, window, slot, amount);
  }

  @Override
  public void add(Collection<String> paths, Operation operation, long held, long spent) {
    for (String path : paths) {
      ScopeRows.Change change = scopes.change(path, operation);
      change.add(ScopeRows.HELD, held);
      change.add(ScopeRows.SPENT, spent);
    }
  }

  @Override
  public void forget(String scope) {
    scopes.forget(scope, lastEntry);
  }

  @Override
  public @Nullable Reservation byKey(String key) {
    return scopes.hasNoKey(key) ? null : reservations.byKey(key);
  }

  @Override
  public @Nullable Reservation reservation(long id) {
    return reservations.find(id);
  }

  @Override
  public @Nullable Reservation byCall(String token) {
    return reservations.byCall(token);
  }

  @Override
  public long earliestEnd() {
    Long expected = scopes.earliestEnd();
    return expected != null ? expected : reservations.earliestEnd();
  }

  @Override
  public boolean isIdle() {
    return reservations.isIdle();
  }

  @Override
  public List<Reservation> ended(long by) {
    scopes.forgetEarliestEnd();
    return reservations.ended(by);
  }

  @Override
  public List<Reservation> uncertain() {
    return reservations.uncertain();
  }

  @Override
  public void save(Reservation reservation) {
    reservations.save(reservation);
  }

  @Override
  public void delete(Reservation reservation) {
    reservations.delete(reservation);
  }

  @Override
  public void dropKeys(long before) {
    reservations.dropKeys(before);
  }

  @Override
  public void add(Line line) {
    lines.insert(line);
    count(line.entry(), 1);
  }

  @Override
  public void replace(Line before, Line after) {
    lines.update(after);
    count(before.entry(), -1);
    count(after.entry(), 1);
  }

  private void count(SpendEntry entry, int sign) {
    long amount = sign * NanoUsd.spent(entry.amountUsd());
    for (String path : ScopePaths.upwards(entry.scope())) {
      ScopeRows.Change change = scopes.change(path, entry.operation());
      switch (entry.outcome()) {
        case CHARGED -> {
          change.add(ScopeRows.CHARGED, amount);
          change.add(ScopeRows.CHARGED_COUNT, sign);
        }
        case UNKNOWN -> {
          change.add(ScopeRows.UNKNOWN, amount);
          change.add(ScopeRows.UNKNOWN_COUNT, sign);
        }
        case NOT_CHARGED -> change.add(ScopeRows.NOT_CHARGED_COUNT, sign);
      }
    }
  }

  @Override
  public @Nullable Line line(long entry) {
    return lines.find(entry);
  }

  @Override
  public List<Line> linesOf(String token, long reservation, long after) {
    return lines.ofCall(token, reservation, after);
  }

  @Override
  public List<Line> unknown() {
    return lines.unknown();
  }

  @Override
  public void chargedSince(String scope, long countedAt, Consumer<Line> reader) {
    lines.chargedSince(scope, countedAt, reader);
  }

  @Override
  public List<Long> pricesCharged(Operation operation, long after) {
    return lines.pricesCharged(operation, after);
  }

  @Override
  public long charged() {
    return NanoUsd.spent(scopes.totals(SpendScope.CLIENT, null).chargedUsd());
  }

  @Override
  public List<SpendEntry> page(SpendFilter filter, long after, int atMost) {
    return lines.page(filter, after, atMost);
  }

  @Override
  public boolean drop(long before) {
    return lines.drop(before);
  }

  SpendTotals totals(SpendFilter filter) {
    boolean running = filter.loadNumber() == null && filter.from() == null && filter.to() == null;
    if (running) {
      String scope = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
      return scopes.totals(scope, filter.operation());
    }
    return lines.totals(filter, header.droppedUntil());
  }
}

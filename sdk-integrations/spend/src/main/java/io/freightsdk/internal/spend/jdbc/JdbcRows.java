package io.freightsdk.internal.spend.jdbc;

import static io.freightsdk.internal.spend.jdbc.Values.flag;
import static io.freightsdk.internal.spend.jdbc.Values.literal;
import static io.freightsdk.internal.spend.jdbc.Values.number;
import static io.freightsdk.internal.spend.jdbc.Values.text;

import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Head;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Memory;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.internal.spend.Rows;
import io.freightsdk.internal.spend.State;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a ledger within one transaction, which has its row locked, or without one. What is
 * written is collected, and sent before the next reading or at the end.
 */
final class JdbcRows implements Rows {
  static final String HEAD =
      "now_at, first_expiry_at, opening, balance_usd, opened_at, out_before, adjusted_usd,"
          + " compared_at, comparison_id, swept_at, began_at";
  static final String SUM = "scope, kind, slot, nano";
  static final String RESERVATION =
      "purchase, id, scope, price_usd, made_at, expires_at, state, said_at, settled, load_number,"
          + " request_id";
  static final String MEMORY = "name, body, until_at";

  /** A database's clock that is set back by less stands still; of more it is believed. */
  private static final long STANDS_STILL = TimeUnit.MINUTES.toMicros(1);

  private static final String SELECT_RESERVATION =
      "SELECT " + RESERVATION + " FROM freight_reservation WHERE book = ? AND ";
  private static final String SELECT_MEMORY =
      "SELECT " + MEMORY + " FROM freight_memory WHERE book = ? AND ";

  private final Sql sql;
  private final Database database;
  private final String book;
  private final @Nullable LongSupplier micros;
  private final boolean locked;

  /** Whether the last number is looked for in the table, because a run before has failed. */
  private boolean looksForIds;

  private final Values columns;
  private final LedgerTable ledger;

  private @Nullable Opened opened;
  private @Nullable Head head;
  private long lastId;

  /** No pending reservation expires earlier; 0 if none is pending. */
  private long firstExpiry;

  /** Whether somebody has dealt with what expires first, so that it has to be looked for again. */
  private boolean askedForExpired;

  private boolean headChanged;
  private final Map<Long, Line> lines = new LinkedHashMap<>();
  private final Map<String, Reservation> reservations = new LinkedHashMap<>();
  private final Map<Sum, Long> sums = new HashMap<>();
  private final Map<String, @Nullable Memory> memories = new LinkedHashMap<>();

  /** The numbers that were given to new lines. */
  private final Set<Long> numbered = new HashSet<>();

  /** New lines that were sent already. */
  private final Set<Long> inserted = new HashSet<>();

  /** The row of the ledger as it was read, and the time: until the clock was read the last one. */
  private record Opened(long version, long lastId, long firstExpiry, Head head, long now) {
    long timeBy(long clock) {
      return clock < now && clock > now - STANDS_STILL ? now : clock;
    }

    Opened at(long time) {
      return new Opened(version, lastId, firstExpiry, head, time);
    }
  }

  /**
   * @param micros null for the database's clock
   * @param locked whether this is a change
   * @param again whether it was tried before. The row of the ledger may know fewer lines than there
   *     are: where it was put back, or H2 gave the lock with a row from before another one's change
   */
  JdbcRows(
      Sql sql,
      Database database,
      String book,
      @Nullable LongSupplier micros,
      boolean locked,
      boolean again) {
    this.sql = sql;
    this.database = database;
    this.book = book;
    this.micros = micros;
    this.locked = locked;
    this.looksForIds = again;
    this.columns = new Values(database);
    this.ledger = new LedgerTable(sql, book, columns);
    if (locked) open();
  }

  private Opened open() {
    if (opened != null) return opened;
    List<Opened> found = new ArrayList<>();
    List<Long> clock = new ArrayList<>();
    // The time in a statement of its own, after that which waits for the lock: the databases take
    // it when a statement begins, and whoever had the lock meanwhile was later.
    sql.listAll(
        List.of(
            new Sql.Query(
                "SELECT version, last_id, %s, %s FROM freight_book WHERE book = ?%s"
                    .formatted(HEAD, database.durability, locked ? database.rowLock() : ""),
                List.of(book),
                row -> found.add(opened(row))),
            new Sql.Query(
                "SELECT " + database.clock, List.of(), row -> clock.add(row.getLong(1)))));
    if (found.isEmpty()) {
      throw new Sql.Failure(new SQLException("the ledger " + book + " was deleted", "02000"));
    }
    if (clock.isEmpty()) throw new Sql.Failure(new SQLException("no time was read", "40001"));
    Opened row = found.get(0);
    Opened read = row.at(micros == null ? row.timeBy(clock.get(0)) : micros.getAsLong());
    opened = read;
    head = read.head;
    lastId = read.lastId;
    firstExpiry = read.firstExpiry;
    return read;
  }

  private Opened opened(ResultSet row) throws SQLException {
    if (locked) database.demandDurability(sql, row.getString(14));
    Head head =
        new Head(
            row.getLong(5),
            columns.nano(row, 6),
            columns.micros(row, 7),
            columns.micros(row, 8),
            columns.nano(row, 9),
            columns.micros(row, 10),
            number(row, 11),
            columns.micros(row, 13),
            columns.micros(row, 12));
    return new Opened(
        row.getLong(1), row.getLong(2), columns.micros(row, 4), head, columns.micros(row, 3));
  }

  /**
   * Sends what was written, and ends the version that was read. H2 has been seen to give the lock
   * with a row from before another one's change, among connections that broke: written back, it
   * would hand out the same numbers again for ever.
   */
  void save() {
    if (askedForExpired) {
      flush();
      firstExpiry = nextExpiry();
      headChanged = true;
    }
    boolean changed =
        headChanged
            || !lines.isEmpty()
            || !reservations.isEmpty()
            || !sums.isEmpty()
            || !memories.isEmpty()
            || !inserted.isEmpty();
    if (changed) send(true);
  }

  private void flush() {
    if (lines.isEmpty() && reservations.isEmpty() && sums.isEmpty() && memories.isEmpty()) return;
    headChanged = true;
    send(false);
  }

  /** All that is written, in one round trip where the driver can. */
  private void send(boolean last) {
    List<Sql.Statement> statements = new ArrayList<>();
    List<Runnable> checks = new ArrayList<>();
    int[][] written = new int[1][];
    for (Line line : lines.values()) {
      int at = statements.size();
      if (isNew(line)) {
        statements.add(ledger.insert(line));
        inserted.add(line.id());
        checks.add(() -> requireWritten(written[0][at]));
      } else {
        statements.add(ledger.update(line));
        checks.add(
            () -> {
              if (written[0][at] == 0) insertIfMissing(line);
            });
      }
    }
    for (Reservation reservation : reservations.values()) {
      int at = statements.size();
      statements.add(statement(reservation));
      checks.add(() -> requireWritten(written[0][at]));
    }
    if (!sums.isEmpty() && database != Database.H2) {
      int at = statements.size();
      statements.add(adding(sums));
      checks.add(() -> requireWritten(written[0][at]));
    }
    memories.forEach(
        (name, memory) -> {
          int at = statements.size();
          statements.add(statement(name, memory));
          // What is forgotten need not have been there.
          if (memory != null) checks.add(() -> requireWritten(written[0][at]));
        });
    if (last) {
      int at = statements.size();
      statements.add(ofHead());
      checks.add(
          () -> {
            if (written[0][at] != 1) throw changedMeanwhile();
          });
    }
    written[0] = sql.updateAll(statements);
    checks.forEach(Runnable::run);
    if (database == Database.H2) addOneByOne();
    lines.clear();
    reservations.clear();
    sums.clear();
    memories.clear();
  }

  /** A driver may say that a row was not changed because it is as it was. */
  private void insertIfMissing(Line line) {
    if (ledger.find(line.id()) != null) return;
    requireWritten(sql.updateAll(List.of(ledger.insert(line)))[0]);
  }

  private boolean isNew(Line line) {
    return numbered.contains(line.id()) && !inserted.contains(line.id());
  }

  /** Behind a pooler a prepared statement may be that of another connection. */
  private static void requireWritten(int rows) {
    if (rows < 1) throw new Sql.Failure(new SQLException("a row was not written", "40001"));
  }

  private static Sql.Failure changedMeanwhile() {
    return new Sql.Failure(new SQLException("the ledger was changed meanwhile", "40001"));
  }

  private Sql.Statement ofHead() {
    Opened before = open();
    Head head = head();
    return new Sql.Statement(
        "UPDATE freight_book SET version = ?, last_id = ?, "
            + HEAD.replace(",", " = ?,")
            + " = ? WHERE book = ? AND version = ?",
        Arrays.asList(
            before.version + 1,
            lastId,
            columns.time(before.now),
            columns.timeOrNull(firstExpiry),
            head.opening(),
            columns.usd(head.balance()),
            columns.timeOrNull(head.openedAt()),
            columns.timeOrNull(head.outBefore()),
            columns.usd(head.adjusted()),
            columns.timeOrNull(head.comparedAt()),
            head.comparison(),
            columns.timeOrNull(head.sweptAt()),
            columns.timeOrNull(head.since()),
            book,
            before.version));
  }

  private void requireLocked() {
    if (!locked) throw new UnsupportedOperationException("a look writes nothing");
  }

  @Override
  public long now() {
    return open().now;
  }

  @Override
  public Head head() {
    Opened read = open();
    return head == null ? read.head : head;
  }

  @Override
  public void put(Head head) {
    requireLocked();
    this.head = head;
    headChanged = true;
  }

  @Override
  public long nextId() {
    requireLocked();
    headChanged = true;
    if (looksForIds) lastId = Math.max(lastId, ledger.highestId());
    looksForIds = false;
    numbered.add(++lastId);
    return lastId;
  }

  // --- entries, reservations and sums ---

  @Override
  public Found find(String name, List<Sum.Range> ranges) {
    flush();
    List<Line> entries = new ArrayList<>();
    List<Reservation> found = new ArrayList<>();
    Map<Sum, Long> read = new TreeMap<>(ORDER);
    List<Sql.Query> queries = new ArrayList<>();
    queries.add(ledger.named(name, row -> entries.add(ledger.line(row))));
    queries.add(
        new Sql.Query(
            SELECT_RESERVATION + "purchase = ?",
            List.of(book, name),
            row -> found.add(reservation(row))));
    if (!ranges.isEmpty()) queries.add(query(ranges, read));
    sql.listAll(queries);
    Entry entry =
        entries.isEmpty() ? null : entries.get(0) instanceof Entry purchase ? purchase : null;
    return new Found(entry, found, read);
  }

  @Override
  public void retire(Entry entry) {
    requireLocked();
    flush();
    Entry retired = entry.retired();
    int unused =
        sql.update(
            "UPDATE freight_reservation SET purchase = ? WHERE book = ? AND purchase = ?",
            retired.name(),
            book,
            entry.name());
    put(retired);
  }

  @Override
  public @Nullable Entry retired(String name, String reservationId) {
    flush();
    // An exclamation mark comes right after the blank that ends the name.
    List<String> found =
        sql.list(
            "SELECT purchase FROM freight_reservation WHERE book = ? AND purchase > ? AND purchase"
                + " < ? AND id = ?",
            row -> row.getString(1),
            book,
            name + ' ',
            name + '!',
            reservationId);
    return found.isEmpty() ? null : (Entry) ledger.find(found.get(0));
  }

  private static final Comparator<Sum> ORDER =
      Comparator.comparing(Sum::scope).thenComparing(Sum::kind).thenComparing(Sum::slot);

  @Override
  public Map<Sum, Long> sums(List<Sum.Range> ranges) {
    Map<Sum, Long> read = new TreeMap<>(ORDER);
    if (ranges.isEmpty()) return read;
    flush();
    sql.listAll(List.of(query(ranges, read)));
    return read;
  }

  private Sql.Query query(List<Sum.Range> ranges, Map<Sum, Long> read) {
    List<String> parts = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (Sum.Range range : new LinkedHashSet<>(ranges)) {
      boolean one = range.to() - range.from() == 1;
      parts.add(
          "SELECT "
              + SUM
              + " FROM freight_sum WHERE book = ? AND scope = ? AND kind = '"
              + range.kind().name()
              + (one ? "' AND slot = ?" : "' AND slot >= ? AND slot < ?"));
      values.addAll(List.of(book, range.scope(), range.from()));
      if (!one) values.add(range.to());
    }
    return new Sql.Query(
        String.join(" UNION ALL ", parts),
        values,
        row ->
            read.put(
                new Sum(row.getString(1), Sum.Kind.valueOf(row.getString(2)), row.getLong(3)),
                row.getLong(4)));
  }

  @Override
  public void add(Map<Sum, Long> amounts) {
    requireLocked();
    amounts.forEach((sum, amount) -> sums.merge(sum, amount, Long::sum));
    sums.values().removeIf(amount -> amount == 0);
  }

  private Sql.Statement adding(Map<Sum, Long> amounts) {
    List<Object> values = new ArrayList<>();
    // In their order, so that rows that are next to each other are found one after another.
    Map<Sum, Long> ordered = new TreeMap<>(ORDER);
    ordered.putAll(amounts);
    ordered.forEach(
        (sum, amount) ->
            values.addAll(List.of(book, sum.scope(), sum.kind().name(), sum.slot(), amount)));
    String rows = String.join(", ", Collections.nCopies(amounts.size(), "(?, ?, ?, ?, ?)"));
    String added =
        database == Database.POSTGRESQL || database == Database.SQLITE
            ? " ON CONFLICT (book, scope, kind, slot) DO UPDATE SET nano = freight_sum.nano +"
                + " EXCLUDED.nano"
            : " ON DUPLICATE KEY UPDATE nano = nano + VALUES(nano)";
    return new Sql.Statement(
        "INSERT INTO freight_sum (book, scope, kind, slot, nano) VALUES " + rows + added, values);
  }

  /** H2 has no statement for both; a row that is not there is inserted. */
  private void addOneByOne() {
    sums.forEach(
        (sum, amount) -> {
          Object[] values = {amount, book, sum.scope(), sum.kind().name(), sum.slot()};
          String update =
              "UPDATE freight_sum SET nano = nano + ? WHERE book = ? AND scope = ? AND kind = ?"
                  + " AND slot = ?";
          if (sql.update(update, values) > 0) return;
          requireWritten(
              sql.update(
                  "INSERT INTO freight_sum (nano, book, scope, kind, slot) VALUES (?, ?, ?, ?, ?)",
                  values));
        });
  }

  @Override
  public void put(Reservation reservation) {
    requireLocked();
    reservations.put(reservation.id(), reservation);
    if (reservation.state() != State.PENDING) return;
    if (firstExpiry == 0 || reservation.expires() < firstExpiry) {
      firstExpiry = reservation.expires();
    }
  }

  private Sql.Statement statement(Reservation reservation) {
    String names = "(book, " + RESERVATION + ")";
    String values = "VALUES (" + Sql.marks(12) + ")";
    String replace =
        switch (database) {
          case POSTGRESQL, SQLITE ->
              "INSERT INTO freight_reservation %s %s ON CONFLICT (book, purchase, id) DO UPDATE SET"
                  + " scope = EXCLUDED.scope, price_usd = EXCLUDED.price_usd, made_at ="
                  + " EXCLUDED.made_at, expires_at = EXCLUDED.expires_at, state = EXCLUDED.state,"
                  + " said_at = EXCLUDED.said_at, settled = EXCLUDED.settled, load_number ="
                  + " EXCLUDED.load_number, request_id = EXCLUDED.request_id";
          case MYSQL -> "REPLACE INTO freight_reservation %s %s";
          case H2 -> "MERGE INTO freight_reservation %s KEY (book, purchase, id) %s";
        };
    return new Sql.Statement(
        replace.formatted(names, values),
        Arrays.asList(
            book,
            reservation.entry(),
            reservation.id(),
            reservation.scope(),
            columns.usd(reservation.price()),
            columns.time(reservation.at()),
            columns.time(reservation.expires()),
            reservation.state().name(),
            columns.timeOrNull(reservation.saidAt()),
            reservation.settled(),
            text(reservation.loadNumber()),
            text(reservation.requestId())));
  }

  private Reservation reservation(ResultSet row) throws SQLException {
    return new Reservation(
        row.getString(2),
        row.getString(1),
        row.getString(3),
        columns.nano(row, 4),
        columns.micros(row, 5),
        columns.micros(row, 6),
        State.valueOf(row.getString(7)),
        columns.micros(row, 8),
        flag(row, 9),
        row.getString(10),
        row.getString(11));
  }

  @Override
  public List<Reservation> expired(int atMost) {
    long now = now();
    if (firstExpiry == 0 || firstExpiry > now) return List.of();
    flush();
    askedForExpired = locked;
    return sql.list(
        SELECT_RESERVATION
            + "state = 'PENDING' AND expires_at <= ? ORDER BY expires_at, id LIMIT "
            + atMost,
        this::reservation,
        book,
        columns.time(now));
  }

  private long nextExpiry() {
    String next =
        "SELECT MIN(expires_at) FROM freight_reservation WHERE book = ? AND state = 'PENDING'";
    return sql.list(next, row -> columns.micros(row, 1), book).get(0);
  }

  @Override
  public long lastExpiry(String scope) {
    flush();
    return ledger.lastExpiry(scope);
  }

  // --- lines ---

  @Override
  public void put(Line line) {
    requireLocked();
    lines.put(line.id(), line);
  }

  @Override
  public @Nullable Line line(long id) {
    flush();
    return ledger.find(id);
  }

  @Override
  public @Nullable Line line(String name) {
    flush();
    return ledger.find(name);
  }

  @Override
  public List<Line> lines(Filter filter, long afterId, int atMost) {
    flush();
    return ledger.lines(filter, afterId, atMost);
  }

  @Override
  public Totals totals(Filter filter) {
    flush();
    return ledger.totals(filter);
  }

  @Override
  public List<Entry> recent(long since) {
    flush();
    return ledger.recent(since);
  }

  @Override
  public int drop(long before, int atMost) {
    requireLocked();
    flush();
    headChanged = true;
    return ledger.drop(before, head().comparison(), atMost);
  }

  @Override
  public void sweep() {
    requireLocked();
    flush();
    headChanged = true;
    long now = now();
    String kind = database == Database.POSTGRESQL ? "kind || ''" : "kind";
    for (Sum.Kind slots : Sum.Kind.SLOTS) {
      sql.update(
          "DELETE FROM freight_sum WHERE book = ? AND " + kind + " = ? AND slot < ?",
          book,
          slots.name(),
          now - slots.kept());
    }
    sql.update(
        "DELETE FROM freight_memory WHERE book = ? AND until_at <= ?", book, columns.time(now));
  }

  // --- what integrations remember ---

  @Override
  public @Nullable Memory memory(String name) {
    flush();
    List<Memory> found = sql.list(SELECT_MEMORY + "name = ?", this::memory, book, name);
    return found.isEmpty() ? null : found.get(0);
  }

  @Override
  public List<Memory> memories(String prefix) {
    flush();
    List<Memory> found =
        new ArrayList<>(
            sql.list(
                SELECT_MEMORY + "name LIKE ? ESCAPE '!'",
                this::memory,
                book,
                literal(prefix) + "%"));
    found.sort(Comparator.comparing(Memory::name));
    return found;
  }

  private Memory memory(ResultSet row) throws SQLException {
    return new Memory(row.getString(1), row.getString(2), columns.micros(row, 3));
  }

  @Override
  public void put(Memory memory) {
    requireLocked();
    memories.put(memory.name(), memory);
  }

  @Override
  public void forget(String name) {
    requireLocked();
    memories.put(name, null);
  }

  private Sql.Statement statement(String name, @Nullable Memory memory) {
    if (memory == null) {
      return new Sql.Statement(
          "DELETE FROM freight_memory WHERE book = ? AND name = ?", List.of(book, name));
    }
    String row = "(book, " + MEMORY + ")%s VALUES (?, ?, ?, ?)";
    String replace =
        switch (database) {
          case POSTGRESQL, SQLITE ->
              "INSERT INTO freight_memory "
                  + row.formatted("")
                  + " ON CONFLICT (book, name) DO UPDATE SET body = EXCLUDED.body, until_at ="
                  + " EXCLUDED.until_at";
          case MYSQL -> "REPLACE INTO freight_memory " + row.formatted("");
          case H2 -> "MERGE INTO freight_memory " + row.formatted(" KEY (book, name)");
        };
    return new Sql.Statement(
        replace, Arrays.asList(book, name, text(memory.text()), columns.time(memory.until())));
  }
}

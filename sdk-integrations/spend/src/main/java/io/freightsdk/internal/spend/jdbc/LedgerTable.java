package io.freightsdk.internal.spend.jdbc;

import static io.freightsdk.internal.spend.jdbc.Values.flag;
import static io.freightsdk.internal.spend.jdbc.Values.literal;
import static io.freightsdk.internal.spend.jdbc.Values.text;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Entry;
import io.freightsdk.internal.spend.Filter;
import io.freightsdk.internal.spend.Line;
import io.freightsdk.internal.spend.Rows.Totals;
import io.freightsdk.internal.sql.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of {@code freight_ledger}. */
record LedgerTable(Sql sql, String book, Values columns) {
  static final String COLUMNS =
      "id, kind, name, made_at, operation, load_number, customer_ref, outcome, amount_usd,"
          + " least_usd, reserved_usd, running, is_open, scopes, said_by, said_why, entry_id,"
          + " balance_usd, opening_usd, unexplained_usd, settled, left_open, opened_anew, account,"
          + " idempotency_key, request_id, counts_at, said_at, lowest_usd";

  private static final String SELECT = "SELECT " + COLUMNS + " FROM freight_ledger WHERE book = ?";
  private static final String INSERT =
      "INSERT INTO freight_ledger (book, " + COLUMNS + ") VALUES (?, " + marks() + ")";
  private static final String UPDATE =
      "UPDATE freight_ledger SET id = ?, "
          + COLUMNS.substring("id, ".length()).replace(",", " = ?,")
          + " = ? WHERE book = ? AND id = ?";

  private static String marks() {
    return Sql.marks(COLUMNS.split(",").length);
  }

  /** The kinds of rows, as they stand there. */
  private enum Kind {
    PURCHASE,
    ADJUSTMENT,
    SETTLEMENT,
    COMPARISON
  }

  Sql.Statement insert(Line line) {
    List<@Nullable Object> values = new ArrayList<>();
    values.add(book);
    values.addAll(values(line));
    return new Sql.Statement(INSERT, values);
  }

  Sql.Statement update(Line line) {
    List<@Nullable Object> values = new ArrayList<>(values(line));
    values.add(book);
    values.add(line.id());
    return new Sql.Statement(UPDATE, values);
  }

  private List<@Nullable Object> values(Line line) {
    if (line instanceof Entry entry) return ofPurchase(entry);
    if (line instanceof Line.Adjustment said) return ofAdjustment(said);
    if (line instanceof Line.Settlement said) return ofSettlement(said);
    return ofComparison((Line.Comparison) line);
  }

  private List<@Nullable Object> ofPurchase(Entry entry) {
    return Arrays.asList(
        entry.id(),
        Kind.PURCHASE.name(),
        entry.name(),
        columns.time(entry.at()),
        entry.operation(),
        text(entry.loadNumber()),
        text(entry.customerRef()),
        entry.outcome().name(),
        columns.usd(entry.most()),
        columns.usd(entry.least()),
        columns.usd(entry.held()),
        entry.running(),
        entry.isOpen(),
        entry.scopes(),
        text(entry.settledBy()),
        text(entry.settledWhy()),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        entry.account(),
        entry.key(),
        text(entry.requestId()),
        columns.time(entry.countsAt()),
        columns.timeOrNull(entry.saidAt()),
        columns.usd(entry.lowest()));
  }

  private List<@Nullable Object> ofAdjustment(Line.Adjustment said) {
    List<@Nullable Object> values = of(said, Kind.ADJUSTMENT, said.amount(), said.amount());
    values.set(14, text(said.who()));
    values.set(15, text(said.why()));
    return values;
  }

  private List<@Nullable Object> ofSettlement(Line.Settlement said) {
    List<@Nullable Object> values = of(said, Kind.SETTLEMENT, said.amount(), said.amount());
    values.set(4, said.operation());
    values.set(5, text(said.loadNumber()));
    values.set(6, text(said.customerRef()));
    values.set(7, (said.charged() ? Charge.Kind.CHARGED : Charge.Kind.NONE).name());
    values.set(13, said.scopes());
    values.set(14, text(said.who()));
    values.set(15, text(said.why()));
    values.set(16, said.entryId());
    values.set(23, said.account());
    values.set(24, said.key());
    return values;
  }

  private List<@Nullable Object> ofComparison(Line.Comparison said) {
    List<@Nullable Object> values = of(said, Kind.COMPARISON, said.most(), said.least());
    values.set(15, text(said.reason()));
    values.set(17, columns.usd(said.balance()));
    values.set(18, columns.usd(said.opening()));
    values.set(19, columns.usd(said.unexplained()));
    values.set(20, said.settled());
    values.set(21, said.open());
    values.set(22, said.openedAnew());
    return values;
  }

  /** What every row has; anything else is NULL. */
  private List<@Nullable Object> of(Line line, Kind kind, long most, long least) {
    @Nullable Object[] values = new @Nullable Object[COLUMNS.split(",").length];
    values[0] = line.id();
    values[1] = kind.name();
    values[2] = line.name();
    values[3] = columns.time(line.at());
    values[8] = columns.usd(most);
    values[9] = columns.usd(least);
    values[10] = columns.usd(0);
    values[11] = false;
    values[12] = false;
    return Arrays.asList(values);
  }

  private Line read(ResultSet row) throws SQLException {
    long id = row.getLong(1);
    Kind kind = Kind.valueOf(row.getString(2));
    String name = row.getString(3);
    long at = columns.micros(row, 4);
    return switch (kind) {
      case PURCHASE ->
          new Entry(
              id,
              name,
              row.getString(24),
              row.getString(5),
              row.getString(25),
              row.getString(7),
              at,
              row.getString(14),
              columns.micros(row, 27),
              columns.micros(row, 28),
              Charge.Kind.valueOf(row.getString(8)),
              columns.nano(row, 29),
              columns.nano(row, 9),
              row.getBoolean(12),
              columns.nano(row, 11),
              row.getString(6),
              row.getString(26),
              row.getString(15),
              row.getString(16));
      case ADJUSTMENT ->
          new Line.Adjustment(
              id, name, at, columns.nano(row, 9), row.getString(15), row.getString(16));
      case SETTLEMENT ->
          new Line.Settlement(
              id,
              name,
              at,
              row.getLong(17),
              row.getString(24),
              row.getString(5),
              row.getString(25),
              row.getString(7),
              row.getString(6),
              row.getString(14),
              row.getString(8).equals(Charge.Kind.CHARGED.name()),
              columns.nano(row, 9),
              row.getString(15),
              row.getString(16));
      case COMPARISON ->
          new Line.Comparison(
              id,
              name,
              at,
              columns.nano(row, 18),
              columns.nano(row, 19),
              columns.nano(row, 10),
              columns.nano(row, 9),
              columns.nano(row, 20),
              row.getInt(21),
              row.getInt(22),
              Boolean.TRUE.equals(flag(row, 23)),
              row.getString(16));
    };
  }

  /** Asks for the line with a name. */
  Sql.Query named(String name, Sql.Row<?> taker) {
    return new Sql.Query(SELECT + " AND name = ?", List.of(book, name), taker);
  }

  Line line(ResultSet row) throws SQLException {
    return read(row);
  }

  @Nullable Line find(String name) {
    return only(sql.list(SELECT + " AND name = ?", this::read, book, name));
  }

  @Nullable Line find(long id) {
    return only(sql.list(SELECT + " AND id = ?", this::read, book, id));
  }

  /** The highest number of a line; 0 if there is none. */
  long highestId() {
    return sql.list(
            "SELECT MAX(id) FROM freight_ledger WHERE book = ?", row -> row.getLong(1), book)
        .get(0);
  }

  private static @Nullable Line only(List<Line> found) {
    return found.isEmpty() ? null : found.get(0);
  }

  List<Line> lines(Filter filter, long after, int atMost) {
    Where where = where(filter);
    where.and("id > ?", after);
    return sql.list(
        SELECT + where.text + " ORDER BY id LIMIT " + atMost, this::read, where.values.toArray());
  }

  /** Those that are running, and those of which something was said since then. */
  List<Entry> recent(long since) {
    // By way of the reservations: an index of what was said would be one more to write here, too.
    return sql
        .list(
            SELECT
                + " AND name IN (SELECT purchase FROM freight_reservation WHERE book = ? AND state"
                + " = 'PENDING' UNION SELECT purchase FROM freight_reservation WHERE said_at >= ?"
                + " AND book = ?) AND kind = 'PURCHASE' AND (running OR (said_at >= ? AND outcome"
                + " <> 'NONE')) ORDER BY id",
            this::read,
            book,
            book,
            columns.time(since),
            book,
            columns.time(since))
        .stream()
        .map(Entry.class::cast)
        .toList();
  }

  /** By when all that is running in a scope is known; 0 if nothing is. */
  long lastExpiry(String scope) {
    Where where = new Where(book);
    where.inside(scope);
    return sql.list(
            "SELECT MAX(CASE WHEN expires_at > counts_at THEN"
                + " expires_at ELSE counts_at END) FROM freight_reservation pending JOIN"
                + " freight_ledger purchase ON purchase.book = pending.book AND purchase.name ="
                + " pending.purchase WHERE pending.book = ? AND pending.state = 'PENDING'"
                + where.text,
            row -> columns.micros(row, 1),
            where.values.toArray())
        .get(0);
  }

  Totals totals(Filter filter) {
    Where where = where(filter);
    where.text.append(" AND kind = 'PURCHASE'");
    String query =
        "SELECT "
            + sum("NOT running AND outcome = 'CHARGED'", "amount_usd")
            + ", "
            + sum("NOT running AND outcome = 'UNKNOWN'", "amount_usd")
            + ", "
            + "COALESCE(SUM(reserved_usd), 0)"
            + ", "
            + sum("NOT running AND outcome = 'CHARGED'", "1")
            + ", "
            + sum("NOT running AND outcome = 'UNKNOWN'", "1")
            + ", "
            + sum("NOT running AND outcome = 'NONE'", "1")
            + " FROM freight_ledger WHERE book = ?"
            + where.text;
    return sql.list(
            query,
            row ->
                new Totals(
                    columns.nano(row, 1),
                    columns.nano(row, 2),
                    columns.nano(row, 3),
                    row.getLong(4),
                    row.getLong(5),
                    row.getLong(6)),
            where.values.toArray())
        .get(0);
  }

  private static String sum(String condition, String value) {
    return "COALESCE(SUM(CASE WHEN " + condition + " THEN " + value + " ELSE 0 END), 0)";
  }

  /** Deletes the oldest lines of before a time that nothing needs; how many. */
  int drop(long before, @Nullable Long comparison, int atMost) {
    record Old(long id, String name) {}
    List<Old> old =
        sql.list(
            "SELECT id, name FROM freight_ledger WHERE book = ? AND made_at < ? AND NOT running"
                + " AND NOT is_open AND id <> ? ORDER BY made_at, id LIMIT "
                + atMost,
            row -> new Old(row.getLong(1), row.getString(2)),
            book,
            columns.time(before),
            comparison == null ? 0 : comparison);
    List<@Nullable Object[]> names = new ArrayList<>();
    List<@Nullable Object[]> ids = new ArrayList<>();
    for (Old line : old) {
      names.add(new Object[] {book, line.name});
      ids.add(new Object[] {book, line.id});
    }
    sql.batch("DELETE FROM freight_reservation WHERE book = ? AND purchase = ?", names);
    sql.batch("DELETE FROM freight_ledger WHERE book = ? AND id = ?", ids);
    return old.size();
  }

  private Where where(Filter filter) {
    Where where = new Where(book);
    // Literals: an index of open lines alone is not used for what a parameter may be.
    if (filter.openOnly()) where.text.append(" AND is_open");
    if (filter.entriesOnly()) where.text.append(" AND kind = 'PURCHASE'");
    where.and("operation = ?", filter.operation());
    where.and("load_number = ?", filter.loadNumber());
    where.and("customer_ref = ?", filter.customerRef());
    where.and("made_at >= ?", filter.from() == null ? null : columns.time(filter.from()));
    where.and("made_at < ?", filter.to() == null ? null : columns.time(filter.to()));
    if (filter.scope() != null) where.inside(filter.scope());
    return where;
  }

  /** What a row has to meet besides its ledger; a condition on null is none. */
  private static final class Where {
    private final StringBuilder text = new StringBuilder();
    private final List<Object> values = new ArrayList<>();

    Where(String book) {
      values.add(book);
    }

    void and(String condition, @Nullable Object value, Object... more) {
      if (value == null) return;
      text.append(" AND ").append(condition);
      values.add(value);
      values.addAll(List.of(more));
    }

    /** One of the paths is this scope or inside it. */
    void inside(String scope) {
      and(
          "(CONCAT(' ', scopes, ' ') LIKE ? ESCAPE '!' OR CONCAT(' ', scopes) LIKE ? ESCAPE '!')",
          "% " + literal(scope) + " %",
          "% " + literal(scope) + "/%");
    }
  }
}

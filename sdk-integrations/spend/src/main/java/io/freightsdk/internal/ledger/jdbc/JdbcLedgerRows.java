package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.Comparison;
import io.freightsdk.internal.ledger.Entry;
import io.freightsdk.internal.ledger.Filter;
import io.freightsdk.internal.ledger.LedgerRows;
import io.freightsdk.internal.ledger.Outcome;
import io.freightsdk.internal.ledger.Paths;
import io.freightsdk.internal.ledger.Reservation;
import io.freightsdk.internal.ledger.Totals;
import io.freightsdk.internal.ledger.Windows;
import io.freightsdk.internal.ledger.jdbc.Transactions.DatabaseFailure;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a ledger within one transaction. A change first locks the ledger's row, and reads the
 * time and everything else in later statements, so that it sees what whoever had the lock before it
 * has stored.
 */
final class JdbcLedgerRows implements LedgerRows {
  /** A database's clock that is set back by less stands still; of more it is believed. */
  private static final long STANDS_STILL = TimeUnit.MINUTES.toMicros(1);

  /**
   * So long what the window of a scope has passed is brought up to date by all entries of the time
   * since then; after that its own are added up anew.
   */
  private static final long OF_USE = TimeUnit.MINUTES.toMicros(15);

  /**
   * An entry counts less than this after the end of any of its reservations: all of a key are made
   * within a day.
   */
  private static final long AHEAD = TimeUnit.DAYS.toMicros(2);

  /** So often it is stored. */
  private static final long WORTH_KEEPING = TimeUnit.MINUTES.toMicros(1);

  private static final String ALL_ENTRIES = "freight_entry WHERE ledger = :ledger";

  private final Handle handle;
  private final Dialect dialect;
  private final String ledger;
  private final boolean isChange;

  /** That was given; null for the database's. */
  private final @Nullable LongSupplier clock;

  /** The row of the ledger as it was locked. */
  private final Head head;

  /** Null until it is read. */
  private @Nullable Long now;

  private long lastId;
  private boolean isChanged;

  private record Head(long changes, long lastId, long lastAt) {}

  /** What had left a window at a time. */
  private record Passed(long nano, long until) {}

  /** What was ever counted in a scope, and what is kept of its windows, by their spans. */
  private record Counters(String scope, long total, Map<String, Passed> passed) {}

  /**
   * The window of a limit. What it counts is what was ever counted, less what it has passed. That
   * is kept, so that of a large ledger only those amounts are added up which it has passed since.
   *
   * @param kept null if it has to be added up anew
   */
  private record Window(SpendLimit limit, long begin, long total, @Nullable Passed kept) {
    long passed(long sum) {
      return kept == null ? total - sum : kept.nano + sum;
    }

    boolean isWorthKeeping() {
      return kept == null || begin - kept.until >= WORTH_KEEPING;
    }
  }

  /**
   * @param clock that was given; null for the database's
   */
  JdbcLedgerRows(
      Handle handle,
      Dialect dialect,
      String ledger,
      @Nullable LongSupplier clock,
      boolean isChange) {
    this.handle = handle;
    this.dialect = dialect;
    this.ledger = ledger;
    this.isChange = isChange;
    Head found =
        first(
            query(
                "SELECT changes, last_id, last_at FROM freight_ledger WHERE ledger = :ledger"
                    + (isChange ? dialect.rowLock() : "")),
            row ->
                new Head(
                    row.getLong("changes"), row.getLong("last_id"), dialect.time(row, "last_at")));
    if (found == null) throw new IllegalStateException("the ledger " + ledger + " was deleted");
    this.head = found;
    this.lastId = head.lastId;
    this.clock = clock;
  }

  @Override
  public long now() {
    if (now == null) {
      now = time(only(handle.createQuery("SELECT " + dialect.clock), row -> row.getLong(1)));
    }
    return now;
  }

  private long time(long ofDatabase) {
    if (clock != null) return clock.getAsLong();
    boolean isSetBack = ofDatabase < head.lastAt && ofDatabase > head.lastAt - STANDS_STILL;
    return isSetBack ? head.lastAt : ofDatabase;
  }

  /**
   * Ends a change that wrote something.
   *
   * @throws DatabaseFailure if the row that was locked was not the newest: H2 has been seen to give
   *     such a one, among connections that broke
   */
  void save() {
    if (!isChanged) return;
    if (now() < head.lastAt) forgetPassedAfterNow();
    Update update =
        update(
                "UPDATE freight_ledger SET changes = changes + 1, last_id = :lastId,"
                    + " last_at = :lastAt WHERE ledger = :ledger AND changes = :changes")
            .bind("lastId", lastId)
            .bind("lastAt", dialect.time(now()))
            .bind("changes", head.changes);
    if (execute(update) != 1) throw DatabaseFailure.changedMeanwhile();
  }

  // --- statements ---

  private Query query(String sql) {
    return handle.createQuery(sql).bind("ledger", ledger);
  }

  private interface Mapper<T> {
    T of(ResultSet row) throws SQLException;
  }

  private static <T> List<T> list(Query query, Mapper<T> mapper) {
    return DatabaseFailure.marked(() -> query.map((row, context) -> mapper.of(row)).list());
  }

  private static <T> @Nullable T first(Query query, Mapper<T> mapper) {
    List<T> found = list(query, mapper);
    return found.isEmpty() ? null : found.get(0);
  }

  private static <T> T only(Query query, Mapper<T> mapper) {
    return DatabaseFailure.marked(() -> query.map((row, context) -> mapper.of(row)).one());
  }

  private Update update(String sql) {
    return handle.createUpdate(sql).bind("ledger", ledger);
  }

  private static int execute(Update update) {
    return DatabaseFailure.marked(update::execute);
  }

  /** Behind some poolers a statement may be that of another connection, and no failure says so. */
  private static void changeOne(Update statement) {
    if (execute(statement) != 1) throw DatabaseFailure.changedMeanwhile();
  }

  private void writes() {
    if (!isChange) throw new UnsupportedOperationException("a reading writes nothing");
    isChanged = true;
  }

  @Override
  public long nextId() {
    writes();
    return ++lastId;
  }

  // --- reservations ---

  /** What a paid call reads first, and with it the time: each is a way to the database. */
  @Override
  public List<Reservation> reservationsBeside(String id) {
    String sql =
        "SELECT %s AS now, freight_reservation.* FROM (SELECT 1 AS one) only_one"
                .formatted(dialect.clock)
            + " LEFT JOIN freight_reservation ON ledger = :ledger AND entry_id = (SELECT entry_id"
            + " FROM freight_reservation WHERE ledger = :ledger AND id = :id)";
    return list(query(sql).bind("id", id), this::timed).stream().flatMap(Optional::stream).toList();
  }

  private Optional<Reservation> timed(ResultSet row) throws SQLException {
    if (now == null) now = time(row.getLong("now"));
    return row.getString("id") == null ? Optional.empty() : Optional.of(reservation(row));
  }

  @Override
  public List<Reservation> reservations(long entryId) {
    String sql = "SELECT * FROM freight_reservation WHERE ledger = :ledger AND entry_id = :entryId";
    return list(query(sql).bind("entryId", entryId), this::reservation);
  }

  private Reservation reservation(ResultSet row) throws SQLException {
    return new Reservation(
        row.getString("id"),
        row.getLong("entry_id"),
        row.getString("scope"),
        dialect.nano(row, "price_usd"),
        dialect.time(row, "made_at"),
        dialect.time(row, "expires_at"),
        Outcome.valueOf(row.getString("outcome")),
        dialect.time(row, "ended_at"),
        row.getBoolean("settled"));
  }

  @Override
  public void insert(Reservation reservation) {
    writes();
    String insert =
        "INSERT INTO freight_reservation (ledger, id, entry_id, scope, price_usd, made_at,"
            + " expires_at, outcome, ended_at, settled) VALUES (:ledger, :id, :entryId, :scope,"
            + " :price, :madeAt, :expiresAt, :outcome, :endedAt, :settled)";
    changeOne(bound(update(insert), reservation));
  }

  @Override
  public void update(Reservation reservation) {
    writes();
    String update =
        "UPDATE freight_reservation SET outcome = :outcome, ended_at = :endedAt,"
            + " settled = :settled WHERE ledger = :ledger AND id = :id";
    changeOne(bound(update(update), reservation));
  }

  private <S extends SqlStatement<S>> S bound(S statement, Reservation reservation) {
    return statement
        .bind("id", reservation.id())
        .bind("entryId", reservation.entryId())
        .bind("scope", reservation.scope())
        .bind("price", dialect.usd(reservation.price()))
        .bind("madeAt", dialect.time(reservation.madeAt()))
        .bind("expiresAt", dialect.time(reservation.expiresAt()))
        .bind("outcome", reservation.outcome().name())
        .bind("endedAt", dialect.time(reservation.endedAt()))
        .bind("settled", reservation.settled());
  }

  // --- entries ---

  @Override
  public @Nullable Entry entry(long id) {
    String sql = "SELECT * FROM freight_entry WHERE ledger = :ledger AND id = :id";
    return first(query(sql).bind("id", id), this::entry);
  }

  @Override
  public @Nullable Entry entryOf(String key) {
    // Without ORDER BY: SQLite would go through the whole ledger in that order to find the key.
    String sql =
        "SELECT * FROM freight_entry WHERE ledger = :ledger AND "
            + dialect.is("idempotency_key", "key");
    return list(query(sql).bind("key", key), this::entry).stream()
        .max(Comparator.comparing(Entry::id))
        .orElse(null);
  }

  private Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong("id"),
        row.getString("operation"),
        row.getString("idempotency_key"),
        row.getString("customer_ref"),
        row.getString("load_number"),
        row.getString("request_id"),
        dialect.time(row, "made_at"),
        row.getString("scopes"),
        Outcome.valueOf(row.getString("outcome")),
        dialect.nano(row, "least_usd"),
        dialect.nano(row, "amount_usd"),
        dialect.time(row, "counts_at"),
        row.getString("settled_by"),
        row.getString("settled_why"));
  }

  @Override
  public void put(@Nullable Entry before, Entry after) {
    writes();
    String sql =
        before == null
            ? "INSERT INTO freight_entry (ledger, id, operation, idempotency_key, customer_ref,"
                + " load_number, request_id, made_at, scopes, outcome, least_usd, amount_usd,"
                + " counts_at, settled_by, settled_why) VALUES (:ledger, :id, :operation, :key,"
                + " :customerRef, :loadNumber, :requestId, :madeAt, :scopes, :outcome, :least,"
                + " :amount, :countsAt, :settledBy, :settledWhy)"
            : "UPDATE freight_entry SET load_number = :loadNumber, request_id = :requestId,"
                + " scopes = :scopes, outcome = :outcome, least_usd = :least, amount_usd = :amount,"
                + " counts_at = :countsAt, settled_by = :settledBy, settled_why = :settledWhy"
                + " WHERE ledger = :ledger AND id = :id";
    Update update =
        update(sql)
            .bind("id", after.id())
            .bind("operation", after.operation())
            .bind("key", after.key())
            .bind("customerRef", text(after.customerRef()))
            .bind("loadNumber", text(after.loadNumber()))
            .bind("requestId", text(after.requestId()))
            .bind("madeAt", dialect.time(after.madeAt()))
            .bind("scopes", after.scopes())
            .bind("outcome", after.outcome().name())
            .bind("least", dialect.usd(after.least()))
            .bind("amount", dialect.usd(after.amount()))
            .bind("countsAt", dialect.time(after.countsAt()))
            .bind("settledBy", text(after.settledBy()))
            .bind("settledWhy", text(after.settledWhy()));
    if (before == null) {
      changeOne(update);
    } else {
      int unused = execute(update);
    }
    count(before, after);
    if (before != null) forgetPassed(before, after);
  }

  /** PostgreSQL stores no NUL: one in a text of the service is no reason not to book its call. */
  private static @Nullable String text(@Nullable String text) {
    return text == null ? null : text.replace("\0", "");
  }

  private void count(@Nullable Entry before, Entry after) {
    Set<String> scopes = new HashSet<>(Paths.around(after.scopes()));
    if (before != null) scopes.addAll(Paths.around(before.scopes()));
    PreparedBatch batch = handle.prepareBatch(dialect.addToTotal());
    // In one order, as every change adds to them.
    scopes.stream()
        .sorted()
        .forEach(
            scope -> {
              long charged = chargedIn(scope, after) - chargedIn(scope, before);
              long open = openIn(scope, after) - openIn(scope, before);
              if (charged == 0 && open == 0) return;
              batch
                  .bind("ledger", ledger)
                  .bind("scope", scope)
                  .bind("charged", dialect.usd(charged))
                  .bind("open", dialect.usd(open))
                  .add();
            });
    if (batch.size() == 0) return;
    int[] written = DatabaseFailure.marked(batch::execute);
    if (IntStream.of(written).anyMatch(rows -> rows == 0)) throw DatabaseFailure.changedMeanwhile();
  }

  private static long chargedIn(String scope, @Nullable Entry entry) {
    return entry != null && entry.outcome() == Outcome.CHARGED ? amountIn(scope, entry) : 0;
  }

  private static long openIn(String scope, @Nullable Entry entry) {
    return entry != null && entry.outcome() != Outcome.CHARGED ? amountIn(scope, entry) : 0;
  }

  private static long amountIn(String scope, Entry entry) {
    return Paths.isInside(entry.scopes(), scope) ? entry.amount() : 0;
  }

  @Override
  public List<Entry> entries(Filter filter, long afterId, int atMost) {
    String sql =
        "SELECT * FROM freight_entry WHERE id > :afterId AND %s ORDER BY id LIMIT %d"
            .formatted(taken(filter), atMost);
    return list(bound(query(sql), filter).bind("afterId", afterId), this::entry);
  }

  @Override
  public Totals totals(Filter filter) {
    String isReserved = "outcome = 'RESERVED' AND counts_at > :now";
    String reserved =
        "SELECT SUM(amount_usd) FROM freight_entry WHERE %s AND %s"
            .formatted(taken(filter), isReserved);
    if (filter.isOfScopeOnly()) return ofCounters(filter, reserved);
    String sql =
        "SELECT SUM(CASE WHEN outcome = 'CHARGED' THEN amount_usd END) AS charged,"
            + " SUM(CASE WHEN outcome <> 'CHARGED' THEN amount_usd END) AS not_charged,"
            + " (%s) AS reserved FROM freight_entry WHERE %s".formatted(reserved, taken(filter));
    return only(bound(query(sql), filter), this::totals);
  }

  /** What is not reserved is in the counters, with what was deleted. */
  private Totals ofCounters(Filter filter, String reserved) {
    String sql =
        "SELECT charged_usd AS charged, open_usd AS not_charged, (%s) AS reserved"
                .formatted(reserved)
            + " FROM freight_total WHERE ledger = :ledger AND scope = :ofScope";
    String scope = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    Totals found = first(bound(query(sql), filter).bind("ofScope", scope), this::totals);
    return found == null ? Totals.NOTHING : found;
  }

  private Totals totals(ResultSet row) throws SQLException {
    long reserved = dialect.nano(row, "reserved");
    return new Totals(
        dialect.nano(row, "charged"), dialect.nano(row, "not_charged") - reserved, reserved);
  }

  private String taken(Filter filter) {
    List<String> conditions = new ArrayList<>(List.of("ledger = :ledger"));
    if (filter.operation() != null) conditions.add("operation = :operation");
    if (filter.loadNumber() != null) conditions.add(dialect.is("load_number", "loadNumber"));
    if (filter.customerRef() != null) conditions.add(dialect.is("customer_ref", "customerRef"));
    if (filter.scope() != null) conditions.add(inside(filter.scope(), "scope"));
    if (filter.from() != null) conditions.add("made_at >= :from");
    if (filter.to() != null) conditions.add("made_at < :to");
    if (filter.unknownOnly()) {
      conditions.add("(outcome = 'UNKNOWN' OR (outcome = 'RESERVED' AND counts_at <= :now))");
    }
    return String.join(" AND ", conditions);
  }

  private Query bound(Query query, Filter filter) {
    query.bind("now", dialect.time(now()));
    if (filter.operation() != null) query.bind("operation", filter.operation());
    if (filter.loadNumber() != null) query.bind("loadNumber", filter.loadNumber());
    if (filter.customerRef() != null) query.bind("customerRef", filter.customerRef());
    if (filter.from() != null) query.bind("from", dialect.time(filter.from()));
    if (filter.to() != null) query.bind("to", dialect.time(filter.to()));
    return filter.scope() == null ? query : bindScope(query, filter.scope(), "scope");
  }

  // --- what limits count ---

  /** All limits by two statements, however many they are. */
  @Override
  public List<Long> counted(List<SpendLimit> limits) {
    if (limits.isEmpty()) return List.of();
    Map<String, Counters> counters = counters(limits);
    List<Window> windows = new ArrayList<>();
    Map<SpendLimit, Long> counted = new HashMap<>();
    for (SpendLimit limit : limits) {
      Counters ofScope = counters.get(limit.scope());
      if (ofScope == null) continue;
      if (limit.kind() == SpendLimit.Kind.TOTAL) counted.put(limit, ofScope.total);
      else windows.add(window(limit, ofScope));
    }
    List<Long> sums = sums(windows);
    for (int i = 0; i < windows.size(); i++) {
      Window window = windows.get(i);
      long passed = window.passed(sums.get(i));
      counted.put(window.limit, window.total - passed);
      if (isChange && window.isWorthKeeping()) keep(window, passed);
    }
    return limits.stream().map(limit -> counted.getOrDefault(limit, 0L)).toList();
  }

  private Map<String, Counters> counters(List<SpendLimit> limits) {
    String sql =
        "SELECT freight_total.scope, charged_usd + open_usd AS usd, span, passed_usd, passed_until"
            + " FROM freight_total LEFT JOIN freight_window"
            + " ON freight_window.ledger = freight_total.ledger"
            + " AND freight_window.scope = freight_total.scope"
            + " WHERE freight_total.ledger = :ledger AND freight_total.scope IN (<scopes>)";
    List<String> scopes = limits.stream().map(SpendLimit::scope).distinct().toList();
    Map<String, Counters> counters = new HashMap<>();
    for (Counters row : list(query(sql).bindList("scopes", scopes), this::counters)) {
      counters.computeIfAbsent(row.scope, any -> row).passed.putAll(row.passed);
    }
    return counters;
  }

  private Counters counters(ResultSet row) throws SQLException {
    Map<String, Passed> passed = new HashMap<>();
    long until = dialect.time(row, "passed_until");
    if (until != 0) {
      passed.put(row.getString("span"), new Passed(dialect.nano(row, "passed_usd"), until));
    }
    return new Counters(row.getString("scope"), dialect.nano(row, "usd"), passed);
  }

  private Window window(SpendLimit limit, Counters counters) {
    long begin = Windows.begin(limit, now());
    Passed kept = counters.passed.get(span(limit));
    // Of the client every entry of a time is read, so the shorter time is less work.
    long ofUse = isClient(limit.scope()) ? now() - begin : OF_USE;
    boolean isOfUse = kept != null && kept.until <= begin && begin - kept.until < ofUse;
    return new Window(limit, begin, counters.total, isOfUse ? kept : null);
  }

  private static String span(SpendLimit limit) {
    return String.valueOf(limit.zone() == null ? limit.window() : limit.zone());
  }

  /** What each window has passed since it was kept; of one that was not, what is in it. */
  private List<Long> sums(List<Window> windows) {
    if (windows.isEmpty()) return List.of();
    List<String> sums = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) sums.add(sum(windows.get(i), i));
    Query query = query(String.join(" UNION ALL ", sums));
    for (int i = 0; i < windows.size(); i++) {
      Window window = windows.get(i);
      Passed kept = window.kept;
      query.bind("from" + i, dialect.time(kept == null ? window.begin : kept.until));
      if (kept == null) bindEntries(query, window.limit.scope(), window.begin, "scope" + i);
      else query.bind("to" + i, dialect.time(window.begin));
      bindScope(query, window.limit.scope(), "scope" + i);
    }
    Long[] found = new Long[windows.size()];
    for (Sum sum : list(query, this::sum)) found[sum.place] = sum.nano;
    return List.of(found);
  }

  private record Sum(int place, long nano) {}

  private Sum sum(ResultSet row) throws SQLException {
    return new Sum(row.getInt("place"), dialect.nano(row, "found"));
  }

  private String sum(Window window, int place) {
    String scope = window.limit.scope();
    String name = "scope" + place;
    String isSince = "counts_at >= :from" + place;
    boolean isAnew = window.kept == null;
    if (isAnew && !isClient(scope)) {
      // One by one by their numbers: PostgreSQL would read all of a ledger that it takes for small.
      return "SELECT %d AS place, SUM((SELECT CASE WHEN %s THEN amount_usd END FROM %s AND id = entry_id AND %s)) AS found FROM %s"
          .formatted(place, isSince, ALL_ENTRIES, inside(scope, name), reserved(name));
    }
    return "SELECT %d AS place, SUM(amount_usd) AS found FROM %s AND %s AND %s%s"
        .formatted(
            place,
            ALL_ENTRIES,
            isSince,
            inside(scope, name),
            isAnew ? "" : " AND counts_at < :to" + place);
  }

  private void keep(Window window, long passed) {
    writes();
    String delete =
        "DELETE FROM freight_window WHERE ledger = :ledger AND scope = :scope AND span = :span";
    int unused = execute(bound(update(delete), window));
    String insert =
        "INSERT INTO freight_window (ledger, scope, span, passed_usd, passed_until)"
            + " VALUES (:ledger, :scope, :span, :passed, :until)";
    changeOne(
        bound(update(insert), window)
            .bind("passed", dialect.usd(passed))
            .bind("until", dialect.time(window.begin)));
  }

  private static <S extends SqlStatement<S>> S bound(S statement, Window window) {
    return statement.bind("scope", window.limit.scope()).bind("span", span(window.limit));
  }

  /**
   * After a clock was set back: those windows have passed a time in which amounts may still change.
   */
  private void forgetPassedAfterNow() {
    String delete = "DELETE FROM freight_window WHERE ledger = :ledger AND passed_until > :now";
    int unused = execute(update(delete).bind("now", dialect.time(now())));
  }

  /** Windows that have passed where an amount was, or where it is now, are added up anew. */
  private void forgetPassed(Entry before, Entry after) {
    long first = Math.min(before.countsAt(), after.countsAt());
    if (first >= now()) return;
    Set<String> scopes = new HashSet<>(Paths.around(after.scopes()));
    scopes.addAll(Paths.around(before.scopes()));
    String delete =
        "DELETE FROM freight_window WHERE ledger = :ledger AND passed_until > :first"
            + " AND scope IN (<scopes>)";
    int unused =
        execute(
            update(delete)
                .bindList("scopes", List.copyOf(scopes))
                .bind("first", dialect.time(first)));
  }

  @Override
  public @Nullable Long firstCounted(SpendLimit limit) {
    String scope = limit.scope();
    String sql =
        "SELECT counts_at FROM %s AND %s AND counts_at >= :begin AND amount_usd > 0"
                .formatted(entries(scope, "scope"), inside(scope, "scope"))
            + " ORDER BY counts_at LIMIT 1";
    long begin = Windows.begin(limit, now());
    Query query = query(sql).bind("begin", dialect.time(begin));
    bindEntries(query, scope, begin, "scope");
    return first(bindScope(query, scope, "scope"), row -> dialect.time(row, "counts_at"));
  }

  private static boolean isClient(String scope) {
    return scope.equals(SpendScope.CLIENT);
  }

  /**
   * Entries among which are all of a scope that count at a time or later: those for which something
   * was reserved in it, so that a large ledger is not searched for a few.
   */
  private static String entries(String scope, String name) {
    if (isClient(scope)) return ALL_ENTRIES;
    // SQLite reads the left side of a CROSS JOIN first.
    return reserved(name) + " CROSS JOIN " + ALL_ENTRIES + " AND id = entry_id";
  }

  /** Their numbers. */
  private static String reserved(String name) {
    String reserved =
        "SELECT entry_id FROM freight_reservation WHERE ledger = :ledger AND expires_at >= :%sSince"
            .formatted(name);
    return "(%1$s AND scope = :%2$sOnly UNION %1$s AND scope > :%2$sFirst AND scope < :%2$sLast) reserved"
        .formatted(reserved, name);
  }

  private void bindEntries(Query query, String scope, long begin, String name) {
    if (isClient(scope)) return;
    query
        .bind(name + "Since", dialect.time(begin - AHEAD))
        .bind(name + "Only", scope)
        .bind(name + "First", scope + "/")
        .bind(name + "Last", scope + "0");
  }

  /** A condition on entries that count in a scope: one of their paths is it, or inside it. */
  private String inside(String scope, String name) {
    if (isClient(scope)) return "1 = 1";
    return "(%s OR %s)"
        .formatted(
            dialect.contains("CONCAT(' ', scopes, ' ')", name),
            dialect.contains("CONCAT(' ', scopes)", name + "Inside"));
  }

  private static Query bindScope(Query query, String scope, String name) {
    if (isClient(scope)) return query;
    return query.bind(name, " " + scope + " ").bind(name + "Inside", " " + scope + "/");
  }

  // --- comparisons, and what is old ---

  @Override
  public @Nullable Comparison lastComparison() {
    String sql = "SELECT * FROM freight_comparison WHERE ledger = :ledger ORDER BY id DESC LIMIT 1";
    return first(query(sql), this::comparison);
  }

  private Comparison comparison(ResultSet row) throws SQLException {
    Comparison.Reading reading =
        new Comparison.Reading(
            dialect.nano(row, "balance_usd"),
            dialect.time(row, "read_from"),
            dialect.time(row, "read_to"));
    return new Comparison(
        row.getString("name"),
        reading,
        dialect.nano(row, "taken_usd"),
        dialect.nano(row, "least_usd"),
        dialect.nano(row, "most_usd"),
        new Comparison.Spent(
            dialect.nano(row, "deleted_least_usd"), dialect.nano(row, "deleted_most_usd")));
  }

  @Override
  public void put(Comparison made) {
    writes();
    Comparison last = lastComparison();
    if (last != null && last.name().equals(made.name())) {
      String replace =
          "UPDATE freight_comparison SET deleted_least_usd = :deletedLeast,"
              + " deleted_most_usd = :deletedMost WHERE ledger = :ledger AND name = :name";
      int unused = execute(ofDeleted(update(replace), made));
      return;
    }
    String insert =
        "INSERT INTO freight_comparison (ledger, id, name, read_from, read_to, balance_usd,"
            + " taken_usd, least_usd, most_usd, difference_usd, deleted_least_usd,"
            + " deleted_most_usd) VALUES (:ledger, :id, :name, :from, :to, :balance,"
            + " :taken, :least, :most, :difference, :deletedLeast, :deletedMost)";
    changeOne(
        ofDeleted(update(insert), made)
            .bind("id", nextId())
            .bind("from", dialect.time(made.reading().from()))
            .bind("to", dialect.time(made.reading().to()))
            .bind("balance", dialect.usd(made.reading().balance()))
            .bind("taken", dialect.usd(made.taken()))
            .bind("least", dialect.usd(made.least()))
            .bind("most", dialect.usd(made.most()))
            .bind("difference", dialect.usd(made.difference())));
  }

  private <S extends SqlStatement<S>> S ofDeleted(S statement, Comparison made) {
    return statement
        .bind("name", made.name())
        .bind("deletedLeast", dialect.usd(made.deleted().least()))
        .bind("deletedMost", dialect.usd(made.deleted().most()));
  }

  @Override
  public Comparison.Spent spent(Comparison.Reading from, Comparison.Reading to) {
    Query query =
        query(
                "SELECT SUM(CASE WHEN made_at > :fromTo AND counts_at < :toFrom THEN least_usd ELSE 0"
                    + " END) AS least, SUM(amount_usd) AS most FROM freight_entry"
                    + " WHERE ledger = :ledger AND counts_at >= :fromFrom AND made_at <= :toTo")
            .bind("fromFrom", dialect.time(from.from()))
            .bind("fromTo", dialect.time(from.to()))
            .bind("toFrom", dialect.time(to.from()))
            .bind("toTo", dialect.time(to.to()));
    return only(
        query, row -> new Comparison.Spent(dialect.nano(row, "least"), dialect.nano(row, "most")));
  }

  @Override
  public List<Entry> known(long before, int atMost) {
    String sql =
        "SELECT * FROM freight_entry WHERE ledger = :ledger AND counts_at < :before"
            + " AND outcome IN ('CHARGED', 'NONE') ORDER BY id LIMIT "
            + atMost;
    return list(query(sql).bind("before", dialect.time(before)), this::entry);
  }

  @Override
  public void delete(List<Entry> entries) {
    writes();
    List<Long> ids = entries.stream().map(Entry::id).toList();
    String reservations =
        "DELETE FROM freight_reservation WHERE ledger = :ledger AND entry_id IN (<ids>)";
    int unused = execute(update(reservations).bindList("ids", ids));
    String delete = "DELETE FROM freight_entry WHERE ledger = :ledger AND id IN (<ids>)";
    int unused2 = execute(update(delete).bindList("ids", ids));
  }
}

package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.ChargeState;
import io.freightsdk.internal.ledger.Entry;
import io.freightsdk.internal.ledger.Paths;
import io.freightsdk.internal.ledger.Windows;
import io.freightsdk.spend.SpendLimit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/**
 * What limits count. For totals each scope has a counter of all that was ever written. A window
 * counts that, less what it has passed, which is kept: so of a large ledger only those amounts are
 * added up which it has passed since.
 */
final class LimitSums {
  /**
   * So long what the window of a scope has passed is brought up to date by all entries of the time
   * since then; after that its own are added up anew.
   */
  private static final long OF_USE = TimeUnit.MINUTES.toMicros(15);

  /**
   * An entry counts less than this after the end of any of its reservations: all of a key end
   * within a day and a minute.
   */
  private static final long AHEAD = TimeUnit.HOURS.toMicros(25);

  /** So often what a window has passed is stored. */
  private static final long WORTH_KEEPING = TimeUnit.MINUTES.toMicros(1);

  private static final String ALL_ENTRIES = "freight_entry WHERE ledger = :ledger";

  private final LedgerTransaction transaction;
  private final Dialect dialect;

  /** What had left a window at a time. */
  private record Passed(long nano, long until) {}

  /** What was ever counted in a scope, and what is kept of its windows, by their spans. */
  private record Counters(String scope, long total, Map<String, Passed> passed) {}

  /**
   * The window of a limit.
   *
   * @param total what was ever counted in its scope
   * @param kept null if what it has passed has to be added up anew
   */
  private record Window(
      SpendLimit limit, long begin, long total, @Nullable Passed kept, InScope inScope) {
    long passed(long sum) {
      return kept == null ? total - sum : kept.nano + sum;
    }

    /** All that the text of its sum depends on. */
    List<Object> kind() {
      return List.of(inScope.name(), inScope.isClient(), kept == null);
    }

    boolean isWorthKeeping() {
      return kept == null || begin - kept.until >= WORTH_KEEPING;
    }
  }

  LimitSums(LedgerTransaction transaction) {
    this.transaction = transaction;
    this.dialect = transaction.dialect;
  }

  // --- what each limit counts ---

  /** All limits by two queries, however many they are. */
  List<Long> counted(List<SpendLimit> limits) {
    if (limits.isEmpty()) return List.of();
    Map<String, Counters> counters = counters(limits);
    List<Window> windows = new ArrayList<>();
    Map<SpendLimit, Long> counted = new HashMap<>();
    for (SpendLimit limit : limits) {
      Counters ofScope = counters.get(limit.scope());
      if (ofScope == null) continue;
      if (limit.kind() == SpendLimit.Kind.TOTAL) counted.put(limit, ofScope.total);
      else windows.add(window(limit, ofScope, "scope" + windows.size()));
    }
    List<Long> sums = sums(windows);
    for (int i = 0; i < windows.size(); i++) {
      Window window = windows.get(i);
      long passed = window.passed(sums.get(i));
      counted.put(window.limit, window.total - passed);
      if (transaction.isChange && window.isWorthKeeping()) keep(window, passed);
    }
    return limits.stream().map(limit -> counted.getOrDefault(limit, 0L)).toList();
  }

  private Map<String, Counters> counters(List<SpendLimit> limits) {
    List<String> scopes = limits.stream().map(SpendLimit::scope).distinct().toList();
    String sql =
        transaction.texts.of(List.of("counters", scopes.size()), () -> countersSql(scopes.size()));
    Map<String, Counters> counters = new HashMap<>();
    transaction
        .list(sql, query -> bind(query, scopes), this::counters)
        .forEach(row -> counters.computeIfAbsent(row.scope, any -> row).passed.putAll(row.passed));
    return counters;
  }

  private static String countersSql(int scopes) {
    return "SELECT freight_total.scope, charged_usd + open_usd AS usd, span, passed_usd, passed_until"
        + " FROM freight_total LEFT JOIN freight_window"
        + " ON freight_window.ledger = freight_total.ledger"
        + " AND freight_window.scope = freight_total.scope"
        + " WHERE freight_total.ledger = :ledger AND freight_total.scope IN (%s)"
            .formatted(
                IntStream.range(0, scopes)
                    .mapToObj(i -> ":scope" + i)
                    .collect(Collectors.joining(", ")));
  }

  private static void bind(Query query, List<String> scopes) {
    for (int i = 0; i < scopes.size(); i++) query.bind("scope" + i, scopes.get(i));
  }

  private Counters counters(ResultSet row) throws SQLException {
    Map<String, Passed> passed = new HashMap<>();
    long until = dialect.time(row, "passed_until");
    if (until != 0) {
      passed.put(row.getString("span"), new Passed(dialect.nano(row, "passed_usd"), until));
    }
    return new Counters(row.getString("scope"), dialect.nano(row, "usd"), passed);
  }

  private Window window(SpendLimit limit, Counters counters, String name) {
    long now = transaction.now();
    long begin = Windows.begin(limit, now);
    InScope inScope = new InScope(dialect, limit.scope(), name);
    Passed kept = counters.passed.get(span(limit));
    // Of the client every entry of a time is read, so the shorter time is less work.
    long ofUse = inScope.isClient() ? now - begin : OF_USE;
    boolean isOfUse = kept != null && kept.until <= begin && begin - kept.until < ofUse;
    return new Window(limit, begin, counters.total, isOfUse ? kept : null, inScope);
  }

  private static String span(SpendLimit limit) {
    return String.valueOf(limit.zone() == null ? limit.window() : limit.zone());
  }

  /** What each window has passed since it was kept; of one that was not, what is in it. */
  private List<Long> sums(List<Window> windows) {
    if (windows.isEmpty()) return List.of();
    String sql =
        transaction.texts.of(windows.stream().map(Window::kind).toList(), () -> sumsSql(windows));
    Long[] found = new Long[windows.size()];
    transaction
        .list(
            sql,
            query -> windows.forEach(window -> bind(query, window)),
            row -> new Sum(row.getInt("place"), dialect.nano(row, "found")))
        .forEach(sum -> found[sum.place] = sum.nano);
    return List.of(found);
  }

  private String sumsSql(List<Window> windows) {
    List<String> sums = new ArrayList<>();
    for (int i = 0; i < windows.size(); i++) sums.add(sum(windows.get(i), i));
    return String.join(" UNION ALL ", sums);
  }

  private record Sum(int place, long nano) {}

  private String sum(Window window, int place) {
    InScope inScope = window.inScope;
    String name = inScope.name();
    String isSince = "counts_at >= :%sFrom".formatted(name);
    boolean isAnew = window.kept == null;
    if (isAnew && !inScope.isClient()) {
      // One by one by their numbers: PostgreSQL would read all of a ledger that it takes for small.
      return "SELECT %d AS place, SUM((SELECT CASE WHEN %s THEN amount_usd END FROM %s AND id = entry_id AND %s)) AS found FROM %s"
          .formatted(place, isSince, ALL_ENTRIES, inScope.sql(), reserved(name));
    }
    return "SELECT %d AS place, SUM(amount_usd) AS found FROM %s AND %s AND %s%s"
        .formatted(
            place,
            ALL_ENTRIES,
            isSince,
            inScope.sql(),
            isAnew ? "" : " AND counts_at < :%sTo".formatted(name));
  }

  private void bind(Query query, Window window) {
    InScope inScope = window.inScope;
    Passed kept = window.kept;
    query.bind(inScope.name() + "From", dialect.time(kept == null ? window.begin : kept.until));
    if (kept == null) bindEntries(query, inScope, window.begin);
    else query.bind(inScope.name() + "To", dialect.time(window.begin));
    inScope.bind(query);
  }

  private void keep(Window window, long passed) {
    String scope = window.limit.scope();
    String span = span(window.limit);
    transaction.write(
        Write.delete("freight_window", transaction.ledger)
            .where("scope = ?", scope)
            .where("span = ?", span));
    transaction.write(
        Write.insert("freight_window", transaction.ledger)
            .set("scope", scope)
            .set("span", span)
            .set("passed_usd", dialect.usd(passed))
            .set("passed_until", dialect.time(window.begin)));
  }

  /** When the first of the entries counts that a window counts; null if it counts none. */
  @Nullable Long firstCounted(SpendLimit limit) {
    InScope inScope = new InScope(dialect, limit.scope(), "scope");
    String sql =
        "SELECT counts_at FROM %s AND %s AND counts_at >= :begin AND amount_usd > 0"
                .formatted(entries(inScope), inScope.sql())
            + " ORDER BY counts_at LIMIT 1";
    long begin = Windows.begin(limit, transaction.now());
    return transaction.first(
        sql,
        query -> {
          query.bind("begin", dialect.time(begin));
          bindEntries(query, inScope, begin);
          inScope.bind(query);
        },
        row -> dialect.time(row, "counts_at"));
  }

  /**
   * Entries among which are all of a scope that count at a time or later: those for which something
   * was reserved in it, so that a large ledger is not searched for a few.
   */
  private String entries(InScope inScope) {
    if (inScope.isClient()) return ALL_ENTRIES;
    // The left side is read first by H2 of a LEFT JOIN, and by SQLite of a CROSS JOIN.
    return "%s %s JOIN freight_entry ON ledger = :ledger AND id = entry_id WHERE id IS NOT NULL"
        .formatted(reserved(inScope.name()), dialect == Dialect.SQLITE ? "CROSS" : "LEFT");
  }

  /** Their numbers. */
  private static String reserved(String name) {
    String reserved =
        "SELECT entry_id FROM freight_reservation WHERE ledger = :ledger AND expires_at >= :%sSince"
            .formatted(name);
    return "(%1$s AND scope = :%2$sOnly UNION %1$s AND scope > :%2$sFirst AND scope < :%2$sLast) reserved"
        .formatted(reserved, name);
  }

  private void bindEntries(Query query, InScope inScope, long begin) {
    if (inScope.isClient()) return;
    String name = inScope.name();
    query
        .bind(name + "Since", dialect.time(begin - AHEAD))
        .bind(name + "Only", inScope.scope())
        .bind(name + "First", inScope.scope() + "/")
        .bind(name + "Last", inScope.scope() + "0");
  }

  // --- what an entry changes in them ---

  /**
   * Counts an entry as it is now in place of how it was.
   *
   * @param before null for a new one
   */
  void count(@Nullable Entry before, Entry after) {
    // In one order, as every change adds to them.
    Set<String> scopes = new TreeSet<>(Paths.around(after.scopes()));
    if (before != null) scopes.addAll(Paths.around(before.scopes()));
    List<Change> changes =
        scopes.stream()
            .map(scope -> change(scope, before, after))
            .filter(change -> change.charged != 0 || change.open != 0)
            .toList();
    if (!changes.isEmpty()) add(changes);
    if (before != null) forgetPassed(Math.min(before.countsAt(), after.countsAt()), scopes);
  }

  /** What is added to the counter of a scope. */
  private record Change(String scope, long charged, long open) {}

  private static Change change(String scope, @Nullable Entry before, Entry after) {
    return new Change(
        scope,
        chargedIn(scope, after) - chargedIn(scope, before),
        openIn(scope, after) - openIn(scope, before));
  }

  private static long chargedIn(String scope, @Nullable Entry entry) {
    return entry != null && entry.outcome() == ChargeState.CHARGED ? amountIn(scope, entry) : 0;
  }

  private static long openIn(String scope, @Nullable Entry entry) {
    return entry != null && entry.outcome() != ChargeState.CHARGED ? amountIn(scope, entry) : 0;
  }

  private static long amountIn(String scope, Entry entry) {
    return Paths.isInside(entry.scopes(), scope) ? entry.amount() : 0;
  }

  private void add(List<Change> changes) {
    int rows = changes.size();
    String sql =
        transaction.texts.of(List.of("counters", "add", rows), () -> dialect.addToTotals(rows));
    Write write = Write.of(sql).atLeast(rows);
    for (Change change : changes) {
      write
          .value(transaction.ledger)
          .value(change.scope)
          .value(dialect.usd(change.charged))
          .value(dialect.usd(change.open));
    }
    transaction.write(write);
  }

  /** Windows that have passed where an amount was, or where it is now, are added up anew. */
  private void forgetPassed(long first, Set<String> scopes) {
    if (first >= transaction.now()) return;
    transaction.write(
        Write.delete("freight_window", transaction.ledger)
            .where("passed_until > ?", dialect.time(first))
            .whereIn("scope", scopes));
  }

  /**
   * After a clock was set back: those windows have passed a time in which amounts may still change.
   */
  void forgetPassedAfterNow() {
    transaction.write(
        Write.delete("freight_window", transaction.ledger)
            .where("passed_until > ?", dialect.time(transaction.now())));
  }
}

package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.BalanceReading;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.LimitPeriod;
import io.freightsdk.internal.ledger.rules.StoredEntry;
import io.freightsdk.internal.ledger.rules.StoredReservation;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Dialect;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a ledger in a database, within the transaction of a change or in single statements of
 * a read. Writes are collected until {@link #flush}. Tables store times as microseconds since 1970
 * and amounts as billionths of a USD; the views of the scripts show instants and USD.
 */
final class SqlRows implements LedgerRows {
  /**
   * Begins each change. A second change waits here, and then reads everything that the first has
   * stored. The new value is the number of the change.
   */
  private static final String LOCK =
      "UPDATE freight_ledger SET changes = changes + 1 WHERE ledger = :ledger";

  private final Statements statements;

  /** The number of the last change. */
  private final long changes;

  private final Instant now;
  private final EntryTable entries;
  private final SpendQueries queries;
  private final BalanceTables comparisons;
  private final EntryPurge purged;

  private SqlRows(Statements statements, long changes, Instant now) {
    this.statements = statements;
    this.changes = changes;
    this.now = now;
    this.entries = new EntryTable(statements);
    this.queries = new SpendQueries(statements, now);
    this.comparisons = new BalanceTables(statements);
    this.purged = new EntryPurge(statements, now);
  }

  /**
   * Locks the ledger for a change, until the transaction ends.
   *
   * @param clock of a test; null for the database's clock
   */
  static SqlRows forChange(Handle handle, Dialect dialect, String ledger, @Nullable Clock clock) {
    Statements statements = new Statements(handle, dialect, ledger);
    boolean returnsRows = dialect == Dialect.POSTGRESQL || dialect == Dialect.SQLITE;
    if (!returnsRows) {
      handle.createUpdate(LOCK).bind("ledger", ledger).execute();
      return open(statements, select(dialect), clock);
    }
    return open(statements, LOCK + " RETURNING " + head(dialect), clock);
  }

  static SqlRows forRead(Handle handle, Dialect dialect, String ledger, @Nullable Clock clock) {
    return open(new Statements(handle, dialect, ledger), select(dialect), clock);
  }

  private static String head(Dialect dialect) {
    return "changes, " + dialect.clock + " AS now";
  }

  private static String select(Dialect dialect) {
    return "SELECT " + head(dialect) + " FROM freight_ledger WHERE ledger = :ledger";
  }

  private static SqlRows open(Statements statements, String sql, @Nullable Clock clock) {
    return statements
        .query(sql)
        .map(
            (row, context) ->
                new SqlRows(
                    statements,
                    row.getLong("changes"),
                    clock == null
                        ? EpochMicros.instant(row.getLong("now"))
                        : clock.instant().truncatedTo(ChronoUnit.MICROS)))
        .findOne()
        .orElseThrow(
            () ->
                DatabaseException.permanentFailure(
                    "ledger",
                    null,
                    "its row in freight_ledger is missing",
                    "restore the tables of freight-spend",
                    null));
  }

  /** Sends the writes that wait, and returns whether the change has to be committed. */
  boolean flush() {
    statements.flush();
    return statements.hasWrites();
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long changeNumber() {
    return changes;
  }

  @Override
  public @Nullable StoredEntry entryFor(
      String reservationId, String accountId, @Nullable String key) {
    return entries.entryFor(reservationId, accountId, key);
  }

  @Override
  public @Nullable StoredEntry entry(long entryId) {
    return entries.entry(entryId);
  }

  @Override
  public boolean hasPaidFor(String loadId, String accountId, String key, long otherThanEntry) {
    return entries.hasPaidFor(loadId, accountId, key, otherThanEntry);
  }

  @Override
  public @Nullable String loadNumberOf(String accountId, String customerRef) {
    return entries.loadNumberOf(accountId, customerRef);
  }

  @Override
  public void setLoadNumberIfAbsent(String accountId, String customerRef, String loadNumber) {
    entries.setLoadNumberIfAbsent(accountId, customerRef, loadNumber);
  }

  @Override
  public void insert(StoredEntry entry) {
    entries.insert(entry);
  }

  @Override
  public void update(StoredEntry entry) {
    entries.update(entry);
  }

  @Override
  public void insert(StoredReservation reservation) {
    entries.insert(reservation);
  }

  @Override
  public void update(StoredReservation reservation) {
    entries.update(reservation);
  }

  @Override
  public List<BigDecimal> sums(List<LimitPeriod> periods) {
    return queries.sums(periods);
  }

  @Override
  public @Nullable Instant whenRunningTotalReaches(LimitPeriod period, BigDecimal sum) {
    return queries.whenRunningTotalReaches(period, sum);
  }

  @Override
  public SpendTotals totals(SpendFilter filter) {
    return queries.totals(filter);
  }

  @Override
  public List<SpendEntry> entries(SpendFilter filter, long afterId, int atMost) {
    return queries.entries(filter, afterId, atMost);
  }

  @Override
  public Map<String, AccountTotals> accountTotals() {
    return comparisons.accountTotals();
  }

  @Override
  public @Nullable BalanceReading firstReading(String accountId) {
    return comparisons.firstReading(accountId);
  }

  @Override
  public void insert(long id, BalanceReading reading, BalanceComparison comparison) {
    comparisons.insert(id, reading, comparison);
  }

  @Override
  public void insertIfAbsent(String id, BalanceAdjustment adjustment) {
    comparisons.insertIfAbsent(id, adjustment);
  }

  @Override
  public List<BalanceAdjustment> adjustments(Instant from, Instant to) {
    return comparisons.adjustments(from, to);
  }

  @Override
  public int purge(Instant before, int atMost) {
    return purged.purge(before, atMost);
  }
}

package io.freightsdk.internal.ledger.store;

import io.freightsdk.internal.ledger.rules.Adjustment;
import io.freightsdk.internal.ledger.rules.ChargeState;
import io.freightsdk.internal.ledger.rules.Comparison;
import io.freightsdk.internal.ledger.rules.Entry;
import io.freightsdk.internal.ledger.rules.EntryWithReservations;
import io.freightsdk.internal.ledger.rules.Filter;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.Paths;
import io.freightsdk.internal.ledger.rules.Reservation;
import io.freightsdk.internal.ledger.rules.Totals;
import io.freightsdk.internal.sql.Database;
import io.freightsdk.internal.sql.DatabaseException;
import io.freightsdk.internal.sql.Dialect;
import io.freightsdk.spend.SpendScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.Query;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.Update;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a ledger within one transaction: the statements, and how rows become values. Times
 * are microseconds since 1970 and amounts billionths of a USD in every database; the views of the
 * scripts show them to people.
 */
final class SqlRows implements LedgerRows {
  /**
   * Begins each change. A second one waits here, and sees all that the first has stored, because it
   * reads later. The count is the number of the change.
   */
  private static final String LOCK =
      "UPDATE freight_ledger SET changes = changes + 1 WHERE ledger = :ledger";

  /** The number of the last change, and the time. */
  private static String countAndTime(Dialect dialect) {
    return "SELECT changes, "
        + dialect.clock
        + " AS now FROM freight_ledger WHERE ledger = :ledger";
  }

  // --- entries and their reservations ---

  /** An entry with its reservations, one in each row. */
  private static final String ENTRY_WITH_RESERVATIONS =
      """
      SELECT entry.*, reservation.id AS reservation_id, reservation.scope AS reservation_scope,
        price, made_in, reservation.made_at AS reserved_at, unknown_from,
        reservation.outcome AS reservation_outcome, ended_in, ended_at, settled
      FROM freight_entry entry
      LEFT JOIN freight_reservation reservation
        ON reservation.ledger = entry.ledger AND reservation.entry_id = entry.id
      WHERE entry.ledger = :ledger AND entry.id =
      """;

  private static final String ENTRY_OF_ID = ENTRY_WITH_RESERVATIONS + ":entry";

  /**
   * The entry of a reservation, or else the newest of a key that may have cost something. Compares
   * lengths too, because MySQL ignores blanks at the end of a text. Without the + 0, PostgreSQL may
   * look for the highest number through the whole ledger.
   */
  private static final String ENTRY_FOR_CALL =
      ENTRY_WITH_RESERVATIONS
          + """
          COALESCE(
            (SELECT entry_id FROM freight_reservation WHERE ledger = :ledger AND id = :reservation),
            (SELECT MAX(id + 0) FROM freight_entry
             WHERE ledger = :ledger AND account = :account AND outcome <> 'NONE'
               AND idempotency_key = :key AND LENGTH(idempotency_key) = LENGTH(:key)))
          """;

  /** No condition on the account, by whose index all its entries could be read. */
  private static final String BOUGHT =
      """
      SELECT COUNT(CASE WHEN account = :account AND outcome = 'CHARGED' AND id <> :entry
        AND idempotency_key = :key AND LENGTH(idempotency_key) = LENGTH(:key)
        AND LENGTH(load_id) = LENGTH(:load) THEN 1 END)
      FROM freight_entry WHERE ledger = :ledger AND load_id = :load
      """;

  private static final String INSERT_ENTRY =
      """
      INSERT INTO freight_entry (ledger, id, account, operation, idempotency_key, repeats,
        customer_ref, load_number, load_id, tracking_link, request_id, scope, made_at, window_time,
        outcome, least, amount, refunded, settled_by, settled_why)
      VALUES (:ledger, :id, :account, :operation, :key, :repeats,
        :customerRef, :loadNumber, :loadId, :trackingLink, :requestId, :scope, :madeAt, :windowTime,
        :outcome, :least, :amount, :refunded, :settledBy, :settledWhy)
      """;

  private static final String UPDATE_ENTRY =
      """
      UPDATE freight_entry SET load_number = :loadNumber, load_id = :loadId,
        tracking_link = :trackingLink, request_id = :requestId, window_time = :windowTime,
        outcome = :outcome, least = :least, amount = :amount, refunded = :refunded,
        settled_by = :settledBy, settled_why = :settledWhy
      WHERE ledger = :ledger AND id = :id
      """;

  private static final String INSERT_AMOUNT =
      """
      INSERT INTO freight_amount (ledger, entry_id, scope, operation, window_time, outcome, amount)
      VALUES (:ledger, :id, :scope, :operation, :windowTime, :outcome, :amount)
      """;

  private static final String UPDATE_AMOUNTS =
      """
      UPDATE freight_amount SET window_time = :windowTime, outcome = :outcome, amount = :amount
      WHERE ledger = :ledger AND entry_id = :id
      """;

  private static final String INSERT_RESERVATION =
      """
      INSERT INTO freight_reservation (ledger, id, entry_id, scope, price, made_in, made_at,
        unknown_from, outcome, ended_in, ended_at, settled)
      VALUES (:ledger, :id, :entry, :scope, :price, :madeByChange, :madeAt,
        :unknownFrom, :outcome, :endedByChange, :endedAt, :settled)
      """;

  private static final String UPDATE_RESERVATION =
      """
      UPDATE freight_reservation SET entry_id = :entry, unknown_from = :unknownFrom,
        outcome = :outcome, ended_in = :endedByChange, ended_at = :endedAt, settled = :settled
      WHERE ledger = :ledger AND id = :id
      """;

  // --- what scopes count ---

  /**
   * The comment is a hint to MySQL and MariaDB, which read all scopes of a ledger for one that
   * counts most of its entries.
   */
  private static final String SUM_OF_SCOPE =
      """
      SELECT SUM(amount) FROM freight_amount /*! FORCE INDEX (freight_amount_counts) */
      WHERE ledger = :ledger AND scope = :scope AND window_time >= :since
        AND (:operation = '' OR operation = :operation)
      """;

  private static final String EVER_SUM_OF_SCOPE =
      """
      SELECT SUM(amount) FROM (
        SELECT operation, amount FROM freight_amount WHERE ledger = :ledger AND scope = :scope
        UNION ALL
        SELECT operation, amount FROM freight_purged
        WHERE ledger = :ledger AND scope = :scope) counted
      WHERE :operation = '' OR operation = :operation
      """;

  private static final String WHEN_SUM_REACHES =
      """
      SELECT MIN(window_time) FROM (
        SELECT window_time, SUM(amount) OVER (ORDER BY window_time) AS reached FROM freight_amount
        WHERE ledger = :ledger AND scope = :scope AND window_time >= :since
          AND (:operation = '' OR operation = :operation)) counted
      WHERE reached >= :sum
      """;

  private static final String TOTALS_OF_SCOPE =
      """
      SELECT SUM(amount) AS total,
        SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) AS charged,
        SUM(CASE WHEN outcome = 'RESERVED' AND window_time > :now THEN amount ELSE 0 END) AS reserved
      FROM (
        SELECT outcome, window_time, amount FROM freight_amount
        WHERE ledger = :ledger AND scope = :scope
        UNION ALL
        SELECT 'CHARGED' AS outcome, 0 AS window_time, amount FROM freight_purged
        WHERE ledger = :ledger AND scope = :scope) counted
      """;

  // --- what people ask for ---

  /** A filter takes everything where its value is empty. */
  private static final String MATCHES =
      """
        (:account = '' OR account = :account)
        AND (:operation = '' OR operation = :operation)
        AND made_at >= :from AND made_at < :to
        AND (:scope = 'client' OR id IN (
          SELECT entry_id FROM freight_amount WHERE ledger = :ledger AND scope = :scope))
        AND (:unknownOnly = 0
          OR outcome = 'UNKNOWN' OR (outcome = 'RESERVED' AND window_time <= :now))
      """;

  // With id + 0 these use the index of the load or the reference: SQLite, which does not know that
  // one ledger has most of the rows, takes a plain id for a reason to read along the primary key.

  private static final String OF_LOAD =
      """
      FROM freight_entry WHERE ledger = :ledger AND id + 0 > :after AND id + 0 < :before
        AND load_number = :load AND LENGTH(load_number) = LENGTH(:load)
        AND (:reference = '' OR customer_ref = :reference
          AND LENGTH(customer_ref) = LENGTH(:reference)) AND
      """
          + MATCHES;

  private static final String OF_REFERENCE =
      """
      FROM freight_entry WHERE ledger = :ledger AND id + 0 > :after AND id + 0 < :before
        AND customer_ref = :reference AND LENGTH(customer_ref) = LENGTH(:reference) AND
      """
          + MATCHES;

  private static final String UNINDEXED =
      "FROM freight_entry WHERE ledger = :ledger AND id > :after AND id < :before AND " + MATCHES;

  private static final String ENTRIES = "SELECT * ";
  private static final String IN_ORDER = " ORDER BY id LIMIT :most";
  private static final String SORTED = " ORDER BY id + 0 LIMIT :most";
  private static final String NEWEST_FIRST = " ORDER BY id DESC LIMIT :most";
  private static final String SORTED_NEWEST_FIRST = " ORDER BY id + 0 DESC LIMIT :most";

  private static final String TOTALS =
      """
      SELECT SUM(amount) AS total,
        SUM(CASE WHEN outcome = 'CHARGED' THEN amount ELSE 0 END) AS charged,
        SUM(CASE WHEN outcome = 'RESERVED' AND window_time > :now THEN amount ELSE 0 END) AS reserved
      """;

  private static final String ENTRIES_OF_LOAD = ENTRIES + OF_LOAD + SORTED;
  private static final String ENTRIES_OF_REFERENCE = ENTRIES + OF_REFERENCE + SORTED;
  private static final String ENTRIES_UNINDEXED = ENTRIES + UNINDEXED + IN_ORDER;
  private static final String NEWEST_OF_LOAD = ENTRIES + OF_LOAD + SORTED_NEWEST_FIRST;
  private static final String NEWEST_OF_REFERENCE = ENTRIES + OF_REFERENCE + SORTED_NEWEST_FIRST;
  private static final String NEWEST_UNINDEXED = ENTRIES + UNINDEXED + NEWEST_FIRST;
  private static final String TOTALS_OF_LOAD = TOTALS + OF_LOAD;
  private static final String TOTALS_OF_REFERENCE = TOTALS + OF_REFERENCE;
  private static final String TOTALS_UNINDEXED = TOTALS + UNINDEXED;

  // --- comparisons ---

  private static final String KNOWN =
      """
      SELECT account, SUM(least) AS least, SUM(most) AS most, SUM(recorded) AS recorded FROM (
        SELECT account, least + refunded AS least, amount + refunded AS most, 0 AS recorded
        FROM freight_entry WHERE ledger = :ledger
        UNION ALL
        SELECT account, least, most, 0 AS recorded
        FROM freight_purged_account WHERE ledger = :ledger
        UNION ALL
        SELECT account, 0 AS least, 0 AS most, amount AS recorded
        FROM freight_adjustment WHERE ledger = :ledger) known
      GROUP BY account
      """;

  private static final String FIRST_READING =
      """
      SELECT * FROM freight_comparison WHERE ledger = :ledger AND account = :account
      ORDER BY id LIMIT 1
      """;

  private static final String INSERT_COMPARISON =
      """
      INSERT INTO freight_comparison (ledger, id, account, compared_at, balance, known_least,
        known_most, known_recorded, taken, least, most, recorded, unexplained)
      VALUES (:ledger, :id, :account, :at, :balance, :knownLeast,
        :knownMost, :knownRecorded, :taken, :least, :most, :recorded, :unexplained)
      """;

  private static final String ADJUSTMENTS =
      "SELECT COUNT(*) FROM freight_adjustment WHERE ledger = :ledger AND id = :id";

  private static final String INSERT_ADJUSTMENT =
      """
      INSERT INTO freight_adjustment (ledger, id, account, recorded_at, amount, recorded_by, why)
      VALUES (:ledger, :id, :account, :now, :amount, :by, :why)
      """;

  // --- what is old ---

  private static final String PURGEABLE =
      """
      SELECT * FROM freight_entry
      WHERE ledger = :ledger AND window_time < :before AND outcome IN ('CHARGED', 'NONE')
      ORDER BY id LIMIT :most
      """;

  private static final String DELETE_RESERVATIONS =
      "DELETE FROM freight_reservation WHERE ledger = :ledger AND entry_id = :id";

  private static final String DELETE_AMOUNTS =
      "DELETE FROM freight_amount WHERE ledger = :ledger AND entry_id = :id";

  private static final String DELETE_ENTRY =
      "DELETE FROM freight_entry WHERE ledger = :ledger AND id = :id";

  private static final String ADD_PURGED =
      """
      UPDATE freight_purged SET amount = amount + :amount
      WHERE ledger = :ledger AND scope = :scope AND operation = :operation
      """;

  private static final String ADD_PURGED_OF_ACCOUNT =
      """
      UPDATE freight_purged_account SET least = least + :least, most = most + :most
      WHERE ledger = :ledger AND account = :account
      """;

  private static final String INSERT_PURGED_OF_ACCOUNT =
      """
      INSERT INTO freight_purged_account (ledger, account, least, most)
      VALUES (:ledger, :account, :least, :most)
      """;

  private static final String INSERT_PURGED =
      """
      INSERT INTO freight_purged (ledger, scope, operation, amount)
      VALUES (:ledger, :scope, :operation, :amount)
      """;

  private final Handle handle;
  private final String ledger;
  private final long now;

  /** The last change; in a change, its own number. */
  private final long lastChange;

  private final boolean isChange;
  private boolean hasWritten;

  private SqlRows(Handle handle, String ledger, long now, long lastChange, boolean isChange) {
    this.handle = handle;
    this.ledger = ledger;
    this.now = now;
    this.lastChange = lastChange;
    this.isChange = isChange;
  }

  /**
   * Locks the ledger for a change, until its transaction is over.
   *
   * @param clock of a test; null for the database's
   */
  static SqlRows locked(
      Handle handle, Dialect dialect, String ledger, @Nullable LongSupplier clock) {
    int unused = handle.createUpdate(LOCK).bind("ledger", ledger).execute();
    return open(handle, dialect, ledger, clock, true);
  }

  static SqlRows toRead(
      Handle handle, Dialect dialect, String ledger, @Nullable LongSupplier clock) {
    return open(handle, dialect, ledger, clock, false);
  }

  private static SqlRows open(
      Handle handle,
      Dialect dialect,
      String ledger,
      @Nullable LongSupplier clock,
      boolean isChange) {
    SqlRows rows =
        handle
            .createQuery(countAndTime(dialect))
            .bind("ledger", ledger)
            .map(
                (row, context) ->
                    new SqlRows(
                        handle,
                        ledger,
                        clock == null ? row.getLong("now") : clock.getAsLong(),
                        row.getLong("changes"),
                        isChange))
            .findOne()
            .orElse(null);
    if (rows != null) return rows;
    throw DatabaseException.lasting(
        "ledger",
        null,
        "its row in freight_ledger is gone",
        "restore the tables of freight-spend",
        null);
  }

  /** Whether the change has to be committed. */
  boolean hasWritten() {
    return hasWritten;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long change() {
    if (!isChange) throw new UnsupportedOperationException("a reading writes nothing");
    return lastChange;
  }

  // --- statements ---

  private Query query(String sql) {
    return handle.createQuery(sql).bind("ledger", ledger);
  }

  private Update update(String sql) {
    return handle.createUpdate(sql).bind("ledger", ledger);
  }

  private static @Nullable Long number(Query query) {
    return query.mapTo(Long.class).findOne().orElse(null);
  }

  private static <T> List<T> list(Query query, RowMapper<T> mapper) {
    return query.map(mapper).list();
  }

  private static <T> @Nullable T first(Query query, RowMapper<T> mapper) {
    return query.map(mapper).findOne().orElse(null);
  }

  private int write(Update statement) {
    hasWritten = true;
    return statement.execute();
  }

  /**
   * Writes a row that is new, or that changes for certain. Behind a pooler that mixes up prepared
   * statements nothing fails, and nothing is written.
   */
  private void writeOne(Update statement) {
    if (write(statement) == 0) {
      throw Database.conflict("a row was not written");
    }
  }

  // --- entries and their reservations ---

  @Override
  public @Nullable EntryWithReservations entryFor(
      String reservationId, String account, @Nullable String key) {
    return firstWithReservations(
        query(ENTRY_FOR_CALL)
            .bind("reservation", reservationId)
            .bind("account", account)
            .bind("key", orEmpty(key)));
  }

  @Override
  public @Nullable EntryWithReservations entry(long entryId) {
    return firstWithReservations(query(ENTRY_OF_ID).bind("entry", entryId));
  }

  private record EntryAndReservation(Entry entry, @Nullable Reservation reservation) {}

  private static @Nullable EntryWithReservations firstWithReservations(Query query) {
    List<EntryAndReservation> rows =
        list(query, (row, context) -> new EntryAndReservation(entry(row), joined(row)));
    if (rows.isEmpty()) return null;
    return new EntryWithReservations(
        rows.get(0).entry,
        rows.stream().flatMap(row -> Stream.ofNullable(row.reservation)).toList());
  }

  private static @Nullable Reservation joined(ResultSet row) throws SQLException {
    if (row.getString("reservation_id") == null) return null;
    return new Reservation(
        row.getString("reservation_id"),
        row.getLong("id"),
        row.getString("reservation_scope"),
        row.getLong("price"),
        row.getLong("made_in"),
        row.getLong("reserved_at"),
        row.getLong("unknown_from"),
        ChargeState.valueOf(row.getString("reservation_outcome")),
        row.getLong("ended_in"),
        row.getLong("ended_at"),
        row.getBoolean("settled"));
  }

  @Override
  public boolean hasBought(String account, String key, String loadId, long otherThanEntry) {
    Long bought =
        number(
            query(BOUGHT)
                .bind("account", account)
                .bind("key", key)
                .bind("load", loadId)
                .bind("entry", otherThanEntry));
    return bought != null && bought > 0;
  }

  private static Entry entry(ResultSet row) throws SQLException {
    return new Entry(
        row.getLong("id"),
        row.getString("account"),
        row.getString("operation"),
        row.getString("idempotency_key"),
        row.getBoolean("repeats"),
        row.getString("customer_ref"),
        new Entry.Load(
            row.getString("load_number"), row.getString("load_id"), row.getString("tracking_link")),
        row.getString("request_id"),
        row.getLong("made_at"),
        row.getString("scope"),
        ChargeState.valueOf(row.getString("outcome")),
        row.getLong("least"),
        row.getLong("amount"),
        row.getLong("window_time"),
        row.getLong("refunded"),
        row.getString("settled_by"),
        row.getString("settled_why"));
  }

  @Override
  public void insert(Entry entry) {
    writeOne(
        bindKnown(update(INSERT_ENTRY), entry)
            .bind("account", entry.account())
            .bind("operation", entry.operation())
            .bind("key", entry.key())
            .bind("repeats", entry.repeats())
            .bind("customerRef", entry.customerRef())
            .bind("scope", entry.scope())
            .bind("madeAt", entry.madeAt()));
    PreparedBatch amounts = handle.prepareBatch(INSERT_AMOUNT);
    for (String scope : Paths.around(entry.scope())) {
      PreparedBatch unused2 =
          bindAmount(amounts, entry)
              .bind("ledger", ledger)
              .bind("scope", scope)
              .bind("operation", entry.operation())
              .add();
    }
    for (int written : amounts.execute()) {
      if (written == 0) {
        throw Database.conflict("a row was not written");
      }
    }
  }

  @Override
  public void update(Entry entry) {
    // MariaDB may count only rows that differ, and these need not.
    int unused = write(bindKnown(update(UPDATE_ENTRY), entry));
    int unused2 = write(bindAmount(update(UPDATE_AMOUNTS), entry));
  }

  private static Update bindKnown(Update statement, Entry entry) {
    return bindAmount(statement, entry)
        .bind("loadNumber", entry.load().number())
        .bind("loadId", entry.load().id())
        .bind("trackingLink", entry.load().trackingLink())
        .bind("requestId", entry.requestId())
        .bind("least", entry.least())
        .bind("refunded", entry.refunded())
        .bind("settledBy", entry.settledBy())
        .bind("settledWhy", entry.settledWhy());
  }

  private static <S extends SqlStatement<S>> S bindAmount(S statement, Entry entry) {
    return statement
        .bind("id", entry.id())
        .bind("windowTime", entry.windowTime())
        .bind("outcome", entry.outcome().name())
        .bind("amount", entry.amount());
  }

  @Override
  public void insert(Reservation reservation) {
    writeOne(
        bindKnown(update(INSERT_RESERVATION), reservation)
            .bind("scope", reservation.scope())
            .bind("price", reservation.price())
            .bind("madeByChange", reservation.madeByChange())
            .bind("madeAt", reservation.madeAt()));
  }

  @Override
  public void update(Reservation reservation) {
    writeOne(bindKnown(update(UPDATE_RESERVATION), reservation));
  }

  private static Update bindKnown(Update statement, Reservation reservation) {
    return statement
        .bind("id", reservation.id())
        .bind("entry", reservation.entryId())
        .bind("unknownFrom", reservation.unknownFrom())
        .bind("outcome", reservation.outcome().name())
        .bind("endedByChange", reservation.endedByChange())
        .bind("endedAt", reservation.endedAt())
        .bind("settled", reservation.settled());
  }

  // --- what scopes count ---

  @Override
  public long sum(String scope, @Nullable String operation, long since) {
    Query sum =
        since == EVER
            ? ofScope(EVER_SUM_OF_SCOPE, scope, operation)
            : ofScope(SUM_OF_SCOPE, scope, operation).bind("since", since);
    Long amount = number(sum);
    return amount == null ? 0 : amount;
  }

  private Query ofScope(String sql, String scope, @Nullable String operation) {
    return query(sql).bind("scope", scope).bind("operation", orEmpty(operation));
  }

  @Override
  public @Nullable Long whenSumReaches(
      String scope, @Nullable String operation, long since, long sum) {
    return number(
        ofScope(WHEN_SUM_REACHES, scope, operation).bind("since", since).bind("sum", sum));
  }

  // --- what people ask for ---

  @Override
  public Totals totals(Filter filter) {
    if (!filter.isOfScopeOnly()) {
      String sql = ofFilter(filter, TOTALS_OF_LOAD, TOTALS_OF_REFERENCE, TOTALS_UNINDEXED);
      return totals(bind(query(sql), filter, 0, Long.MAX_VALUE));
    }
    String scope = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    return totals(query(TOTALS_OF_SCOPE).bind("scope", scope).bind("now", now));
  }

  private static Totals totals(Query query) {
    Totals found = first(query, (row, context) -> totals(row));
    return found == null ? Totals.NOTHING : found;
  }

  /** What is neither charged nor reserved is unknown. */
  private static Totals totals(ResultSet row) throws SQLException {
    long charged = row.getLong("charged");
    long reserved = row.getLong("reserved");
    return new Totals(charged, row.getLong("total") - charged - reserved, reserved);
  }

  @Override
  public List<Entry> entries(Filter filter, long afterId, int atMost) {
    String sql = ofFilter(filter, ENTRIES_OF_LOAD, ENTRIES_OF_REFERENCE, ENTRIES_UNINDEXED);
    return list(
        bind(query(sql), filter, afterId, Long.MAX_VALUE).bind("most", atMost),
        (row, context) -> entry(row));
  }

  @Override
  public List<Entry> newest(Filter filter, long beforeId, int atMost) {
    String sql = ofFilter(filter, NEWEST_OF_LOAD, NEWEST_OF_REFERENCE, NEWEST_UNINDEXED);
    return list(
        bind(query(sql), filter, 0, beforeId).bind("most", atMost), (row, context) -> entry(row));
  }

  /** Of three statements, which differ in the index that they use, the one for a filter. */
  private static String ofFilter(
      Filter filter, String ofLoad, String ofReference, String unindexed) {
    if (filter.loadNumber() != null) return ofLoad;
    return filter.customerRef() != null ? ofReference : unindexed;
  }

  private Query bind(Query query, Filter filter, long afterId, long beforeId) {
    if (filter.loadNumber() != null) query.bind("load", filter.loadNumber());
    if (filter.loadNumber() != null || filter.customerRef() != null) {
      query.bind("reference", orEmpty(filter.customerRef()));
    }
    return query
        .bind("after", afterId)
        .bind("before", beforeId)
        .bind("account", orEmpty(filter.account()))
        .bind("operation", orEmpty(filter.operation()))
        .bind("scope", filter.scope() == null ? SpendScope.CLIENT : filter.scope())
        .bind("from", filter.from() == null ? Long.MIN_VALUE : filter.from())
        .bind("to", filter.to() == null ? Long.MAX_VALUE : filter.to())
        .bind("unknownOnly", filter.unknownOnly() ? 1 : 0)
        .bind("now", now);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  // --- comparisons ---

  private record OfAccount(String account, Comparison.Known known) {}

  @Override
  public Map<String, Comparison.Known> known() {
    RowMapper<OfAccount> mapper =
        (row, context) ->
            new OfAccount(
                row.getString("account"),
                new Comparison.Known(
                    row.getLong("least"), row.getLong("most"), row.getLong("recorded")));
    Map<String, Comparison.Known> known = new HashMap<>();
    for (OfAccount one : list(query(KNOWN), mapper)) known.put(one.account, one.known);
    return known;
  }

  @Override
  public Comparison.@Nullable Reading firstReading(String account) {
    return first(
        query(FIRST_READING).bind("account", account),
        (row, context) ->
            new Comparison.Reading(
                row.getLong("compared_at"),
                row.getLong("balance"),
                new Comparison.Known(
                    row.getLong("known_least"),
                    row.getLong("known_most"),
                    row.getLong("known_recorded"))));
  }

  @Override
  public void insert(Comparison comparison) {
    Comparison.Reading read = comparison.now();
    writeOne(
        update(INSERT_COMPARISON)
            .bind("id", comparison.id())
            .bind("account", comparison.account())
            .bind("at", read.at())
            .bind("balance", read.balance())
            .bind("knownLeast", read.known().least())
            .bind("knownMost", read.known().most())
            .bind("knownRecorded", read.known().recorded())
            .bind("taken", comparison.taken())
            .bind("least", comparison.least())
            .bind("most", comparison.most())
            .bind("recorded", comparison.recorded())
            .bind("unexplained", comparison.unexplained()));
  }

  @Override
  public boolean hasAdjustment(String id) {
    Long found = number(query(ADJUSTMENTS).bind("id", id));
    return found != null && found > 0;
  }

  @Override
  public void insert(Adjustment adjustment) {
    writeOne(
        update(INSERT_ADJUSTMENT)
            .bind("id", adjustment.id())
            .bind("account", adjustment.account())
            .bind("now", now)
            .bind("amount", adjustment.amount())
            .bind("by", adjustment.by())
            .bind("why", adjustment.why()));
  }

  // --- what is old ---

  @Override
  public List<Entry> purgeable(long before, int atMost) {
    return list(
        query(PURGEABLE).bind("before", before).bind("most", atMost), (row, context) -> entry(row));
  }

  /** What the amounts of purged entries are added up by. */
  private record Purged(String scope, String operation) {}

  @Override
  public void purge(List<Entry> entries) {
    Map<Purged, Long> amounts = new HashMap<>();
    Map<String, Comparison.Known> accounts = new HashMap<>();
    for (Entry entry : entries) {
      accounts.merge(entry.account(), entry.known(), Comparison.Known::plus);
      for (String scope : Paths.around(entry.scope())) {
        amounts.merge(new Purged(scope, entry.operation()), entry.amount(), Math::addExact);
      }
    }
    // To add nothing changes no row, which some drivers say of a row that is not there, too.
    amounts.values().removeIf(amount -> amount == 0);
    amounts.forEach(this::addPurged);
    accounts.values().removeIf(known -> known.most() == 0);
    accounts.forEach(this::addPurged);
    for (String statement : List.of(DELETE_RESERVATIONS, DELETE_AMOUNTS, DELETE_ENTRY)) {
      PreparedBatch batch = handle.prepareBatch(statement);
      for (Entry entry : entries) {
        PreparedBatch unused = batch.bind("ledger", ledger).bind("id", entry.id()).add();
      }
      int[] unused = batch.execute();
    }
  }

  /**
   * @param amount above 0
   */
  private void addPurged(Purged what, long amount) {
    boolean isThere = write(bind(update(ADD_PURGED), what).bind("amount", amount)) > 0;
    if (!isThere) writeOne(bind(update(INSERT_PURGED), what).bind("amount", amount));
  }

  private static Update bind(Update statement, Purged what) {
    return statement.bind("scope", what.scope).bind("operation", what.operation);
  }

  /**
   * @param more not nothing
   */
  private void addPurged(String account, Comparison.Known more) {
    boolean isThere = write(purged(ADD_PURGED_OF_ACCOUNT, account, more)) > 0;
    if (!isThere) writeOne(purged(INSERT_PURGED_OF_ACCOUNT, account, more));
  }

  private Update purged(String sql, String account, Comparison.Known more) {
    return update(sql)
        .bind("account", account)
        .bind("least", more.least())
        .bind("most", more.most());
  }
}

package io.freightsdk.internal.ledger.jdbc;

import io.freightsdk.internal.ledger.ChargeState;
import io.freightsdk.internal.ledger.Comparison;
import io.freightsdk.internal.ledger.Entry;
import io.freightsdk.internal.ledger.Filter;
import io.freightsdk.internal.ledger.History;
import io.freightsdk.internal.ledger.LedgerRows;
import io.freightsdk.internal.ledger.LedgerRules;
import io.freightsdk.internal.ledger.Micros;
import io.freightsdk.internal.ledger.Reservation;
import io.freightsdk.internal.ledger.Totals;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The rows of a ledger, in one transaction. */
final class JdbcLedgerRows implements LedgerRows {
  private static final String OF_RESERVATION =
      "SELECT entry_id FROM freight_reservation WHERE ledger = :ledger AND id = :reservation";

  private final LedgerTransaction transaction;
  private final Dialect dialect;
  private final LimitSums sums;

  JdbcLedgerRows(LedgerTransaction transaction) {
    this.transaction = transaction;
    this.dialect = transaction.dialect;
    this.sums = new LimitSums(transaction);
  }

  @Override
  public long now() {
    return transaction.now();
  }

  @Override
  public long nextId() {
    return transaction.nextId();
  }

  /** Ends a change. */
  void save() {
    if (transaction.isSetBack()) sums.forgetPassedAfterNow();
    transaction.save();
  }

  // --- an entry and its reservations ---

  /** All that the change of a paid call looks for first, by one query: each is a round trip. */
  @Override
  public @Nullable History historyOf(String reservationId, @Nullable String key) {
    if (key == null) {
      return history(OF_RESERVATION, query -> query.bind("reservation", reservationId));
    }
    return history(
        transaction.texts.of(List.of("of reservation or key"), this::ofReservationOrKey),
        query -> query.bind("reservation", reservationId).bind("key", key));
  }

  private String ofReservationOrKey() {
    return "COALESCE((%s), (%s))".formatted(OF_RESERVATION, newestOfKey());
  }

  @Override
  public @Nullable History history(long entryId) {
    String itself = "SELECT id FROM freight_entry WHERE ledger = :ledger AND id = :entry";
    return history(itself, query -> query.bind("entry", entryId));
  }

  @Override
  public @Nullable History earlier(Entry entry) {
    String key = entry.key();
    if (key == null) return null;
    String ofKey = newestOfKey() + " AND id < :entry AND outcome <> 'NONE'";
    return history(ofKey, query -> query.bind("key", key).bind("entry", entry.id()));
  }

  /** Of the number itself, the highest would be looked for through the whole ledger. */
  private String newestOfKey() {
    return "SELECT MAX(id + 0) FROM freight_entry WHERE ledger = :ledger AND "
        + dialect.is("idempotency_key", "key");
  }

  /**
   * The history of an entry, and with it the time.
   *
   * @param id an expression for the number of the entry
   */
  private @Nullable History history(String id, Consumer<Query> values) {
    String sql = transaction.texts.of(List.of("history", id), () -> historySql(id));
    List<Found> found = transaction.list(sql, values, this::found);
    Entry entry = found.get(0).entry;
    if (entry == null) return null;
    return new History(
        entry, found.stream().flatMap(row -> Stream.ofNullable(row.reservation)).toList());
  }

  private String historySql(String id) {
    return "SELECT %s AS now, entry.*, reservation.id AS reservation_id, scope, price_usd,"
            .formatted(dialect.clock)
        + " reservation.made_at AS reserved_at, expires_at,"
        + " reservation.outcome AS reservation_outcome, ended_at, settled"
        + " FROM (SELECT (%s) AS found) only_one".formatted(id)
        + " LEFT JOIN freight_entry entry ON entry.ledger = :ledger AND entry.id = found"
        + " LEFT JOIN freight_reservation reservation"
        + " ON reservation.ledger = :ledger AND entry_id = found";
  }

  private record Found(@Nullable Entry entry, @Nullable Reservation reservation) {}

  private Found found(ResultSet row) throws SQLException {
    long unused = transaction.now(row);
    return new Found(
        row.getString("operation") == null ? null : entry(row),
        row.getString("reservation_id") == null ? null : reservation(row));
  }

  private Reservation reservation(ResultSet row) throws SQLException {
    return new Reservation(
        row.getString("reservation_id"),
        row.getLong("id"),
        row.getString("scope"),
        dialect.nano(row, "price_usd"),
        dialect.time(row, "reserved_at"),
        dialect.time(row, "expires_at"),
        ChargeState.valueOf(row.getString("reservation_outcome")),
        dialect.time(row, "ended_at"),
        row.getBoolean("settled"));
  }

  @Override
  public void insert(Reservation reservation) {
    transaction.write(
        Write.insert("freight_reservation", transaction.ledger)
            .set("id", reservation.id())
            .set("entry_id", reservation.entryId())
            .set("scope", reservation.scope())
            .set("price_usd", dialect.usd(reservation.price()))
            .set("made_at", dialect.time(reservation.madeAt()))
            .set("expires_at", dialect.time(reservation.expiresAt()))
            .set("outcome", reservation.outcome().name())
            .set("ended_at", dialect.time(reservation.endedAt()))
            .set("settled", reservation.settled()));
  }

  @Override
  public void update(Reservation reservation) {
    transaction.write(
        Write.update("freight_reservation", transaction.ledger)
            .set("expires_at", dialect.time(reservation.expiresAt()))
            .set("outcome", reservation.outcome().name())
            .set("ended_at", dialect.time(reservation.endedAt()))
            .set("settled", reservation.settled())
            .where("id = ?", reservation.id())
            .atLeast(1));
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
        ChargeState.valueOf(row.getString("outcome")),
        dialect.nano(row, "least_usd"),
        dialect.nano(row, "amount_usd"),
        dialect.time(row, "counts_at"),
        row.getString("settled_by"),
        row.getString("settled_why"));
  }

  @Override
  public void put(@Nullable Entry before, Entry after) {
    transaction.write(withWhatChanges(before == null ? inserted(after) : updated(after), after));
    sums.count(before, after);
  }

  private Write inserted(Entry entry) {
    return Write.insert("freight_entry", transaction.ledger)
        .set("id", entry.id())
        .set("operation", entry.operation())
        .set("idempotency_key", entry.key())
        .set("customer_ref", text(entry.customerRef()))
        .set("made_at", dialect.time(entry.madeAt()));
  }

  private Write updated(Entry entry) {
    return Write.update("freight_entry", transaction.ledger).where("id = ?", entry.id());
  }

  private Write withWhatChanges(Write write, Entry entry) {
    return write
        .set("load_number", text(entry.loadNumber()))
        .set("request_id", text(entry.requestId()))
        .set("scopes", entry.scopes())
        .set("outcome", entry.outcome().name())
        .set("least_usd", dialect.usd(entry.least()))
        .set("amount_usd", dialect.usd(entry.amount()))
        .set("counts_at", dialect.time(entry.countsAt()))
        .set("settled_by", text(entry.settledBy()))
        .set("settled_why", text(entry.settledWhy()));
  }

  /** PostgreSQL stores no NUL: one in a text of the service is no reason not to record its call. */
  private static @Nullable String text(@Nullable String text) {
    return text == null ? null : text.replace("\0", "");
  }

  @Override
  public List<Entry> entries(Filter filter, long afterId, int atMost) {
    String sql =
        "SELECT * FROM freight_entry WHERE id > :afterId AND %s ORDER BY id LIMIT %d"
            .formatted(taken(filter), atMost);
    return transaction.list(
        sql, query -> bind(query.bind("afterId", afterId), filter), this::entry);
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
    return transaction.list(sql, query -> bind(query, filter), this::totals).get(0);
  }

  /** What is not reserved is in the counters, with what was deleted. */
  private Totals ofCounters(Filter filter, String reserved) {
    String sql =
        "SELECT charged_usd AS charged, open_usd AS not_charged, (%s) AS reserved"
                .formatted(reserved)
            + " FROM freight_total WHERE ledger = :ledger AND scope = :ofScope";
    String scope = filter.scope() == null ? SpendScope.CLIENT : filter.scope();
    Totals found =
        transaction.first(sql, query -> bind(query.bind("ofScope", scope), filter), this::totals);
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
    if (filter.scope() != null) conditions.add(inScope(filter.scope()).sql());
    if (filter.from() != null) conditions.add("made_at >= :from");
    if (filter.to() != null) conditions.add("made_at < :to");
    if (filter.unknownOnly()) {
      conditions.add("(outcome = 'UNKNOWN' OR (outcome = 'RESERVED' AND counts_at <= :now))");
    }
    return String.join(" AND ", conditions);
  }

  private void bind(Query query, Filter filter) {
    query.bind("now", dialect.time(now()));
    if (filter.operation() != null) query.bind("operation", filter.operation());
    if (filter.loadNumber() != null) query.bind("loadNumber", filter.loadNumber());
    if (filter.customerRef() != null) query.bind("customerRef", filter.customerRef());
    if (filter.scope() != null) inScope(filter.scope()).bind(query);
    if (filter.from() != null) query.bind("from", dialect.time(Micros.instant(filter.from())));
    if (filter.to() != null) query.bind("to", dialect.time(Micros.instant(filter.to())));
  }

  private InScope inScope(String scope) {
    return new InScope(dialect, scope, "scope");
  }

  // --- what limits count ---

  @Override
  public List<Long> counted(List<SpendLimit> limits) {
    return sums.counted(limits);
  }

  @Override
  public @Nullable Long firstCounted(SpendLimit limit) {
    return sums.firstCounted(limit);
  }

  // --- comparisons, and what is old ---

  @Override
  public @Nullable Comparison lastComparison() {
    String sql = "SELECT * FROM freight_comparison WHERE ledger = :ledger ORDER BY id DESC LIMIT 1";
    return transaction.first(sql, query -> {}, this::comparison);
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
    Comparison last = lastComparison();
    if (last != null && last.name().equals(made.name())) {
      Write update = Write.update("freight_comparison", transaction.ledger);
      transaction.write(withDeleted(update.where("name = ?", made.name()), made.deleted()));
      return;
    }
    Write insert =
        Write.insert("freight_comparison", transaction.ledger)
            .set("id", nextId())
            .set("name", made.name())
            .set("read_from", dialect.time(made.reading().from()))
            .set("read_to", dialect.time(made.reading().to()))
            .set("balance_usd", dialect.usd(made.reading().balance()))
            .set("taken_usd", dialect.usd(made.taken()))
            .set("least_usd", dialect.usd(made.least()))
            .set("most_usd", dialect.usd(made.most()))
            .set("difference_usd", dialect.usd(made.difference()));
    transaction.write(withDeleted(insert, made.deleted()));
  }

  private Write withDeleted(Write write, Comparison.Spent deleted) {
    return write
        .set("deleted_least_usd", dialect.usd(deleted.least()))
        .set("deleted_most_usd", dialect.usd(deleted.most()));
  }

  @Override
  public Comparison.Spent spent(
      Comparison.Reading from, Comparison.Reading to, @Nullable List<Entry> only) {
    String ids =
        only == null
            ? ""
            : only.stream()
                .map(entry -> String.valueOf(entry.id()))
                .collect(Collectors.joining(", ", " AND id IN (", ")"));
    // What Entry#takenUntil says.
    String said =
        "SELECT COALESCE(MIN(CASE WHEN outcome = 'CHARGED' AND NOT settled THEN ended_at END),"
            + " MAX(CASE WHEN outcome = 'UNKNOWN' THEN ended_at END)) FROM freight_reservation"
            + " WHERE ledger = :ledger AND entry_id = freight_entry.id";
    String entries =
        "SELECT made_at, counts_at, least_usd, amount_usd, (%s) AS said_at FROM freight_entry"
                .formatted(said)
            + " WHERE ledger = :ledger AND counts_at >= :lateFrom AND made_at <= :toTo"
            + ids;
    String sql =
        "SELECT SUM(CASE WHEN made_at > :fromTo AND counts_at < :toFrom"
            + " AND (said_at IS NULL OR said_at < :toFrom) THEN least_usd ELSE 0 END) AS least,"
            + " SUM(amount_usd) AS most FROM (%s) entry".formatted(entries)
            + " WHERE counts_at >= :fromFrom OR said_at >= :fromFrom";
    return transaction
        .list(
            sql,
            query ->
                query
                    .bind("lateFrom", dialect.time(from.from() - LedgerRules.LATE))
                    .bind("fromFrom", dialect.time(from.from()))
                    .bind("fromTo", dialect.time(from.to()))
                    .bind("toFrom", dialect.time(to.from()))
                    .bind("toTo", dialect.time(to.to())),
            row -> new Comparison.Spent(dialect.nano(row, "least"), dialect.nano(row, "most")))
        .get(0);
  }

  @Override
  public List<Entry> known(long before, int atMost) {
    String sql =
        "SELECT * FROM freight_entry WHERE ledger = :ledger AND counts_at < :before"
            + " AND outcome IN ('CHARGED', 'NONE') ORDER BY id LIMIT "
            + atMost;
    return transaction.list(sql, query -> query.bind("before", dialect.time(before)), this::entry);
  }

  @Override
  public void delete(List<Entry> entries) {
    List<Long> ids = entries.stream().map(Entry::id).toList();
    String ledger = transaction.ledger;
    transaction.write(Write.delete("freight_reservation", ledger).whereIn("entry_id", ids));
    transaction.write(Write.delete("freight_entry", ledger).whereIn("id", ids));
  }
}

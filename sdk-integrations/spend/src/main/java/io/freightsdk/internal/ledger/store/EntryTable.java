package io.freightsdk.internal.ledger.store;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.ScopePaths;
import io.freightsdk.internal.ledger.rules.StoredEntry;
import io.freightsdk.internal.ledger.rules.StoredReservation;
import io.freightsdk.internal.ledger.store.Statements.Write;
import io.freightsdk.spend.SpendEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jdbi.v3.core.statement.Query;
import org.jspecify.annotations.Nullable;

/** The tables {@code freight_entry}, {@code freight_amount} and {@code freight_reservation}. */
final class EntryTable {
  /** The stored outcome while no outcome is reported. */
  private static final String RESERVED = "RESERVED";

  /** An entry with its reservations, one in each row. */
  private static final String ENTRY_WITH_RESERVATIONS =
      """
      SELECT entry.*, reservation.id AS reservation_id, reservation.scope AS reservation_scope,
        price, created_in, reservation.created_at AS reserved_at, unknown_from,
        reservation.outcome AS reservation_outcome, ended_in, ended_at, settled
      FROM freight_entry entry
      LEFT JOIN freight_reservation reservation
        ON reservation.ledger = entry.ledger AND reservation.entry_id = entry.id
      WHERE entry.ledger = :ledger AND entry.id =
      """;

  private static final String ENTRY_BY_ID = ENTRY_WITH_RESERVATIONS + ":entry";

  /**
   * The entry of a reservation, or else the newest of a key that may have cost something. Compares
   * lengths too, because MySQL ignores spaces at the end of a text. Without the + 0, PostgreSQL may
   * search the whole ledger for the highest number.
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

  /** No condition on the account: its index could lead through all its entries. */
  private static final String PAID =
      """
      SELECT COUNT(CASE WHEN account = :account AND outcome = 'CHARGED' AND id <> :entry
        AND idempotency_key = :key AND LENGTH(idempotency_key) = LENGTH(:key)
        AND LENGTH(load_id) = LENGTH(:load) THEN 1 END)
      FROM freight_entry WHERE ledger = :ledger AND load_id = :load
      """;

  /** Like {@link #PAID}, without a condition that another index could serve. */
  private static final String OF_REFERENCE =
      """
      WHERE ledger = :ledger AND customer_ref = :reference
        AND CASE WHEN account = :account AND LENGTH(customer_ref) = LENGTH(:reference)
          AND load_number IS %s THEN 1 ELSE 0 END = 1
      """;

  private static final String LOAD_NUMBER_OF_REFERENCE =
      "SELECT load_number FROM freight_entry "
          + OF_REFERENCE.replace("%s", "NOT NULL")
          + "ORDER BY id + 0 DESC LIMIT 1";

  private static final String SET_LOAD_NUMBER =
      "UPDATE freight_entry SET load_number = :loadNumber " + OF_REFERENCE.replace("%s", "NULL");

  private static final String INSERT_ENTRY =
      """
      INSERT INTO freight_entry (ledger, id, account, operation, idempotency_key, key_reused,
        customer_ref, load_number, load_id, tracking_link, request_id, scope, created_at, counted_at,
        outcome, min_amount, amount, refunded, settled_by, settled_why)
      VALUES (:ledger, :id, :account, :operation, :key, :chargeMayBeOlder,
        :customerRef, :loadNumber, :loadId, :trackingLink, :requestId, :scope, :createdAt, :chargeableUntil,
        :outcome, :min, :amount, :refunded, :settledBy, :settledWhy)
      """;

  private static final String UPDATE_ENTRY =
      """
      UPDATE freight_entry SET load_number = :loadNumber, load_id = :loadId,
        tracking_link = :trackingLink, request_id = :requestId, counted_at = :chargeableUntil,
        outcome = :outcome, min_amount = :min, amount = :amount, refunded = :refunded,
        key_reused = :chargeMayBeOlder, settled_by = :settledBy, settled_why = :settledWhy
      WHERE ledger = :ledger AND id = :id
      """;

  private static final String INSERT_AMOUNTS =
      """
      INSERT INTO freight_amount (ledger, entry_id, scope, operation, counted_at, outcome, amount)
      VALUES
      """;

  private static final String AMOUNT =
      "(:ledger, :id, :scope%d, :operation, :chargeableUntil, :outcome, :amount)";

  private static final String UPDATE_AMOUNTS =
      """
      UPDATE freight_amount SET counted_at = :chargeableUntil, outcome = :outcome, amount = :amount
      WHERE ledger = :ledger AND entry_id = :id
      """;

  private static final String INSERT_RESERVATION =
      """
      INSERT INTO freight_reservation (ledger, id, entry_id, scope, price, created_in, created_at,
        unknown_from, outcome, ended_in, ended_at, settled)
      VALUES (:ledger, :id, :entry, :scope, :price, :createdByChange, :createdAt,
        :unknownFrom, :outcome, :endedByChange, :endedAt, :settled)
      """;

  private static final String UPDATE_RESERVATION =
      """
      UPDATE freight_reservation SET entry_id = :entry, price = :price, unknown_from = :unknownFrom,
        outcome = :outcome, ended_in = :endedByChange, ended_at = :endedAt, settled = :settled
      WHERE ledger = :ledger AND id = :id
      """;

  private final Statements statements;

  EntryTable(Statements statements) {
    this.statements = statements;
  }

  // --- reading ---

  @Nullable StoredEntry entryFor(String reservationId, String accountId, @Nullable String key) {
    return first(
        statements
            .query(ENTRY_FOR_CALL)
            .bind("reservation", reservationId)
            .bind("account", accountId)
            .bind("key", key == null ? "" : key));
  }

  @Nullable StoredEntry entry(long entryId) {
    return first(statements.query(ENTRY_BY_ID).bind("entry", entryId));
  }

  private record JoinedRow(StoredEntry stored, @Nullable StoredReservation reservation) {}

  private static @Nullable StoredEntry first(Query query) {
    List<JoinedRow> rows =
        query.map((row, context) -> new JoinedRow(storedEntry(row), reservation(row))).list();
    if (rows.isEmpty()) return null;
    StoredEntry stored = rows.get(0).stored;
    return new StoredEntry(
        stored.entry(),
        stored.chargeMayBeOlder(),
        stored.chargeableUntil(),
        rows.stream().flatMap(row -> Stream.ofNullable(row.reservation)).toList());
  }

  private static @Nullable StoredReservation reservation(ResultSet row) throws SQLException {
    String id = row.getString("reservation_id");
    if (id == null) return null;
    return new StoredReservation(
        id,
        row.getLong("id"),
        row.getString("reservation_scope"),
        NanoUsd.toUsd(row.getLong("price")),
        row.getLong("created_in"),
        EpochMicros.instant(row.getLong("reserved_at")),
        EpochMicros.instant(row.getLong("unknown_from")),
        end(row));
  }

  private static StoredReservation.@Nullable End end(ResultSet row) throws SQLException {
    Charge.Kind outcome = outcome(row.getString("reservation_outcome"));
    if (outcome == null) return null;
    return new StoredReservation.End(
        outcome,
        row.getLong("ended_in"),
        EpochMicros.instant(row.getLong("ended_at")),
        row.getBoolean("settled"));
  }

  private static Charge.@Nullable Kind outcome(String stored) {
    return stored.equals(RESERVED) ? null : Charge.Kind.valueOf(stored);
  }

  /** Reads a row of {@code freight_entry} as an entry at a time. */
  static SpendEntry entry(ResultSet row, Instant now) throws SQLException {
    return storedEntry(row).asOf(now);
  }

  private static StoredEntry storedEntry(ResultSet row) throws SQLException {
    Charge.Kind outcome = outcome(row.getString("outcome"));
    SpendEntry entry =
        new SpendEntry(
            row.getLong("id"),
            EpochMicros.instant(row.getLong("created_at")),
            row.getString("account"),
            row.getString("operation"),
            row.getString("load_number"),
            row.getString("load_id"),
            row.getString("tracking_link"),
            row.getString("customer_ref"),
            row.getString("idempotency_key"),
            row.getString("request_id"),
            row.getString("scope"),
            outcome == null ? Charge.Kind.UNKNOWN : outcome,
            outcome == null,
            NanoUsd.toUsd(row.getLong("min_amount")),
            NanoUsd.toUsd(row.getLong("amount")),
            NanoUsd.toUsd(row.getLong("refunded")),
            row.getString("settled_by"),
            row.getString("settled_why"));
    return new StoredEntry(
        entry,
        row.getBoolean("key_reused"),
        EpochMicros.instant(row.getLong("counted_at")),
        List.of());
  }

  boolean hasPaidFor(String loadId, String accountId, String key, long otherThanEntry) {
    return statements
            .query(PAID)
            .bind("account", accountId)
            .bind("key", key)
            .bind("load", loadId)
            .bind("entry", otherThanEntry)
            .mapTo(Long.class)
            .one()
        > 0;
  }

  @Nullable String loadNumberOf(String accountId, String customerRef) {
    return statements
        .query(LOAD_NUMBER_OF_REFERENCE)
        .bind("account", accountId)
        .bind("reference", customerRef)
        .mapTo(String.class)
        .findOne()
        .orElse(null);
  }

  // --- writing ---

  void setLoadNumberIfAbsent(String accountId, String customerRef, String loadNumber) {
    statements
        .enqueue(SET_LOAD_NUMBER)
        .bind("account", accountId)
        .bind("reference", customerRef)
        .bind("loadNumber", loadNumber);
  }

  /** Enqueues the row of an entry without its reservations, and its amount in each scope. */
  void insert(StoredEntry stored) {
    SpendEntry entry = stored.entry();
    bindChangeable(statements.enqueueRow(INSERT_ENTRY), stored)
        .bind("account", entry.accountId())
        .bind("operation", entry.operation())
        .bind("key", entry.idempotencyKey())
        .bind("customerRef", entry.customerRef())
        .bind("scope", entry.scope())
        .bind("createdAt", EpochMicros.of(entry.createdAt()));
    List<String> scopes = ScopePaths.enclosing(entry.scope());
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < scopes.size(); i++) rows.add(AMOUNT.replace("%d", String.valueOf(i)));
    Write amounts =
        bindAmount(statements.enqueueRow(INSERT_AMOUNTS + String.join(",\n", rows)), stored)
            .bind("operation", entry.operation());
    for (int i = 0; i < scopes.size(); i++) amounts.bind("scope" + i, scopes.get(i));
  }

  /** Enqueues the change of an entry without its reservations, and of its amounts. */
  void update(StoredEntry stored) {
    // MariaDB may count only rows that differ, and these need not.
    bindChangeable(statements.enqueue(UPDATE_ENTRY), stored);
    bindAmount(statements.enqueue(UPDATE_AMOUNTS), stored);
  }

  private static Write bindChangeable(Write write, StoredEntry stored) {
    SpendEntry entry = stored.entry();
    return bindAmount(write, stored)
        .bind("chargeMayBeOlder", stored.chargeMayBeOlder())
        .bind("loadNumber", entry.loadNumber())
        .bind("loadId", entry.loadId())
        .bind("trackingLink", entry.trackingLink())
        .bind("requestId", entry.requestId())
        .bind("min", NanoUsd.of(entry.minUsd()))
        .bind("refunded", NanoUsd.of(entry.refundedUsd()))
        .bind("settledBy", entry.settledBy())
        .bind("settledWhy", entry.settledWhy());
  }

  private static Write bindAmount(Write write, StoredEntry stored) {
    SpendEntry entry = stored.entry();
    return write
        .bind("id", entry.id())
        .bind("chargeableUntil", EpochMicros.of(stored.chargeableUntil()))
        .bind("outcome", entry.inProgress() ? RESERVED : entry.outcome().name())
        .bind("amount", NanoUsd.of(entry.amountUsd()));
  }

  /** Enqueues the row of a reservation. */
  void insert(StoredReservation reservation) {
    bindChangeable(statements.enqueueRow(INSERT_RESERVATION), reservation)
        .bind("scope", reservation.scope())
        .bind("createdByChange", reservation.createdByChange())
        .bind("createdAt", EpochMicros.of(reservation.createdAt()));
  }

  /** Enqueues the change of a reservation, including its entry. */
  void update(StoredReservation reservation) {
    bindChangeable(statements.enqueueRow(UPDATE_RESERVATION), reservation);
  }

  private static Write bindChangeable(Write write, StoredReservation reservation) {
    StoredReservation.End end = reservation.end();
    return write
        .bind("id", reservation.id())
        .bind("entry", reservation.entryId())
        .bind("price", NanoUsd.of(reservation.priceUsd()))
        .bind("unknownFrom", EpochMicros.of(reservation.unknownFrom()))
        .bind("outcome", end == null ? RESERVED : end.outcome().name())
        .bind("endedByChange", end == null ? 0L : end.change())
        .bind("endedAt", end == null ? 0L : EpochMicros.of(end.at()))
        .bind("settled", end != null && end.isManual());
  }
}

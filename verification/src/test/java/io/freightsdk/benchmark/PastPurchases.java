package io.freightsdk.benchmark;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.rules.Paths;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Creations that one customer has paid for, spread evenly over the 23 hours before now, so that all
 * are in the windows of a day while the program runs.
 */
record PastPurchases(int count, String account) {
  /** The customer, without limits: nothing is added up for what is past. */
  private static final SpendScope CUSTOMER = PaidCalls.customer();

  private static final BigDecimal PRICE = new BigDecimal("0.65");
  private static final long NANO_USD = 650_000_000;
  private static final long SPAN = TimeUnit.HOURS.toMicros(23);
  private static final long CALL = TimeUnit.MILLISECONDS.toMicros(150);
  private static final Duration DEADLINE = Duration.ofSeconds(60);
  private static final long EXPIRY = TimeUnit.SECONDS.toMicros(120);
  private static final int ROWS_AT_ONCE = 1000;

  private static final String INSERT_ENTRY =
      """
      INSERT INTO freight_entry (ledger, id, account, operation, idempotency_key, repeats,
        load_number, load_id, tracking_link, request_id, scope, made_at, window_time,
        outcome, least, amount)
      VALUES (?, ?, ?, 'createLoad', ?, ?, ?, ?, ?, ?, ?, ?, ?, 'CHARGED', ?, ?)
      """;

  private static final String INSERT_RESERVATION =
      """
      INSERT INTO freight_reservation (ledger, id, entry_id, scope, price, made_in, made_at,
        unknown_from, outcome, ended_in, ended_at, settled)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'CHARGED', ?, ?, ?)
      """;

  private static final String INSERT_AMOUNT =
      """
      INSERT INTO freight_amount (ledger, entry_id, scope, window_time, outcome, amount)
      VALUES (?, ?, ?, ?, 'CHARGED', ?)
      """;

  private static final String SET_CHANGES =
      "UPDATE freight_ledger SET changes = ? WHERE ledger = ?";

  /** A creation that has not been paid for, under a key of its own. */
  static Purchase newPurchase(String account, SpendScope scope) {
    return new Purchase(
        UUID.randomUUID().toString(),
        "benchmark",
        1,
        Operation.CREATE_LOAD,
        account,
        UUID.randomUUID().toString(),
        null,
        null,
        scope,
        new Quote(PRICE, Instant.now()),
        DEADLINE);
  }

  /** What the answer to a creation says. */
  static Outcome created() {
    UUID id = UUID.randomUUID();
    return new Outcome(
        Charge.Kind.CHARGED, "LD-2026-0001", id.toString(), link(id), "req_0123456789abcdef");
  }

  private static String link(UUID id) {
    return "https://freight.example/t/" + id.toString().replace("-", "");
  }

  /** When one was made. */
  private Instant madeAt(int index, Instant now) {
    long before = SPAN - SPAN * index / count;
    return now.minusNanos(TimeUnit.MICROSECONDS.toNanos(before));
  }

  /** Buys each of them again, with the clock of the ledger at its time. */
  void buy(SpendGuard guard, PastClock clock) {
    Instant now = Instant.now();
    for (int i = 0; i < count; i++) {
      clock.set(madeAt(i, now));
      Purchase purchase = newPurchase(account, CUSTOMER);
      if (!(guard.reserve(purchase) instanceof Reservation))
        throw new IllegalStateException("full");
      Charge unused = guard.complete(purchase, created());
    }
    clock.set(null);
  }

  /**
   * Writes the rows that they have left in an empty ledger. No statistics are made: a database has
   * those of empty tables until it makes new ones by itself.
   */
  void write(Connection connection, String ledger) throws SQLException {
    connection.setAutoCommit(false);
    Instant now = Instant.now();
    try (PreparedStatement entry = connection.prepareStatement(INSERT_ENTRY);
        PreparedStatement reservation = connection.prepareStatement(INSERT_RESERVATION);
        PreparedStatement amount = connection.prepareStatement(INSERT_AMOUNT)) {
      for (int i = 0; i < count; i++) {
        Instant at = madeAt(i, now);
        long madeAt = TimeUnit.SECONDS.toMicros(at.getEpochSecond()) + at.getNano() / 1000;
        add(entry, reservation, amount, ledger, i, madeAt);
        if (i % ROWS_AT_ONCE == ROWS_AT_ONCE - 1 || i == count - 1) {
          int[] unused = entry.executeBatch();
          int[] unused2 = reservation.executeBatch();
          int[] unused3 = amount.executeBatch();
        }
      }
    }
    try (PreparedStatement changes = connection.prepareStatement(SET_CHANGES)) {
      changes.setLong(1, 2L * count);
      changes.setString(2, ledger);
      changes.execute();
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void add(
      PreparedStatement entry,
      PreparedStatement reservation,
      PreparedStatement amount,
      String ledger,
      int index,
      long madeAt)
      throws SQLException {
    // A reservation is one change and its end the next.
    long id = 2L * index + 1;
    UUID load = UUID.randomUUID();
    bind(
        entry,
        ledger,
        id,
        account,
        UUID.randomUUID().toString(),
        false,
        "LD-2026-" + index,
        load.toString(),
        link(load),
        "req_" + index,
        CUSTOMER.path(),
        madeAt,
        madeAt + CALL,
        NANO_USD,
        NANO_USD);
    bind(
        reservation,
        ledger,
        UUID.randomUUID().toString(),
        id,
        CUSTOMER.path(),
        NANO_USD,
        id,
        madeAt,
        madeAt + EXPIRY,
        id + 1,
        madeAt + CALL,
        false);
    for (String counted : Paths.around(CUSTOMER.path())) {
      bind(amount, ledger, id, counted, madeAt + CALL, NANO_USD);
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value instanceof Boolean is) statement.setBoolean(i + 1, is);
      else if (value instanceof Long number) statement.setLong(i + 1, number);
      else statement.setString(i + 1, (String) value);
    }
    statement.addBatch();
  }
}

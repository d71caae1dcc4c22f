package io.freightsdk.storages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.internal.ledger.rules.AccountTotals;
import io.freightsdk.internal.ledger.rules.BalanceReading;
import io.freightsdk.internal.ledger.rules.LedgerRows;
import io.freightsdk.internal.ledger.rules.StoredEntry;
import io.freightsdk.internal.ledger.rules.StoredReservation;
import io.freightsdk.internal.ledger.rules.Usd;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.BalanceAdjustment;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.LedgerPlace;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.PooledDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Creating the tables, reading them by hand, and the messages about wrong tables. */
class SchemaTest {
  private static final String EVERY_DATABASE = "io.freightsdk.testing.LedgerPlace#here";

  @TempDir Path folder;

  private static SqlStorage open(PooledDataSource database) {
    return SqlStorage.open(database, "b", null);
  }

  /** The same for a storage that may create its tables. */
  private static SqlStorage open(DataSource database) {
    SqlStorage.createTables(database);
    return SqlStorage.open(database, "b", null);
  }

  /** The databases where a ledger does not create tables automatically. */
  static Stream<EmptyDatabase> servers() {
    return EmptyDatabase.here().stream().filter(kind -> kind != EmptyDatabase.H2);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("servers")
  void missingTablesOnAServerAreNamedWithARemedy(EmptyDatabase kind) throws SQLException {
    try (PooledDataSource database = new PooledDataSource(kind.make())) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database))
          .withMessage(
              "ledger: missing or not readable: freight_ledger, freight_entry, freight_reservation,"
                  + " freight_amount, freight_purged, freight_purged_account, freight_adjustment,"
                  + " freight_comparison of the script"
                  + String.format(
                      Locale.ROOT,
                      " io/freightsdk/spend/ledger/%s/R__freight_ledger.sql in freight-spend; run the"
                          + " script, or call",
                      kind.folder)
                  + " SpendLedger.createTables")
          .matches(failure -> !failure.isTransient());
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void tablesOfAnotherVersionAreRefusedWithTheirColumns(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    try (PooledDataSource database = new PooledDataSource(at)) {
      SqlStorage.createTables(database);
      EmptyDatabase.execute(at, "ALTER TABLE freight_entry DROP COLUMN tracking_link");
      for (Runnable start :
          List.<Runnable>of(
              () -> SqlStorage.createTables(database),
              () -> SqlStorage.open((DataSource) database, "b", null).close())) {
        assertThatExceptionOfType(SpendLedgerException.class)
            .isThrownBy(start::run)
            .withMessage(
                "ledger: the table freight_entry lacks tracking_link; it is of another version of"
                    + " freight-spend: run the ALTER TABLE statements of the changelog")
            .matches(failure -> !failure.isTransient());
      }
    }
  }

  /**
   * For example, by Flyway as a repeatable migration, or by two processes that start concurrently.
   */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void scriptRunsAnyNumberOfTimes(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    try (PooledDataSource database = new PooledDataSource(at)) {
      SqlStorage.createTables(database);
      EmptyDatabase.execute(at, "DROP VIEW freight_comparison_usd");
      EmptyDatabase.execute(at, "DROP TABLE freight_comparison");
      SqlStorage.createTables(database);
      open(database).close();
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void viewsShowSpentAndReservedAmountsOfAScope(EmptyDatabase kind) throws SQLException {
    try (PooledDataSource database = new PooledDataSource(kind.make())) {
      SqlStorage.createTables(database);
      Buyer buyer = new Buyer(open(database), List.of());
      pay(buyer, "client/acme/run-7", "0.65", "k1", Charge.Kind.CHARGED);
      pay(buyer, "client/acme", "0.02", null, Charge.Kind.UNKNOWN);
      buyer.hold("0.03", null);
      assertThat(
              rows(
                  database,
                  "SELECT scope, charged_usd, open_usd FROM freight_scope_usd"
                      + " WHERE ledger = 'b' ORDER BY scope"))
          .containsExactly(
              "client 0.650000000 0.050000000",
              "client/acme 0.650000000 0.020000000",
              "client/acme/run-7 0.650000000 0.000000000");
      assertThat(
              rows(
                  database,
                  "SELECT operation, outcome, amount_usd, min_usd, scope FROM freight_entry_usd"
                      + " WHERE ledger = 'b' ORDER BY id"))
          .containsExactly(
              "createLoad CHARGED 0.650000000 0.650000000 client/acme/run-7",
              "getLoadPosition UNKNOWN 0.020000000 0.000000000 client/acme",
              "getLoadPosition RESERVED 0.030000000 0.000000000 client");
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void viewsShowTheTimeOfACallInUtc(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      Buyer buyer = new Buyer(open(database.source()), List.of());
      buyer.pay("0.65", null);
      LocalDateTime madeAt =
          LocalDateTime.ofInstant(buyer.entries().get(0).createdAt(), ZoneOffset.UTC);
      assertThat(rows(database.source(), "SELECT created_at FROM freight_entry_usd"))
          .singleElement(InstanceOfAssertFactories.STRING)
          .startsWith(madeAt.truncatedTo(ChronoUnit.SECONDS).toString().replace('T', ' '));
    }
  }

  /** To the microsecond, even in a night when clocks change. */
  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void reservationIsReadBackAsWritten(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage ledger = open(database.source());
      Buyer buyer = new Buyer(ledger, List.of());
      buyer.hold("0.65", "first");
      buyer.hold("0.65", "second");
      long first = buyer.entries().get(0).id();
      long second = buyer.entries().get(1).id();
      Instant at = Instant.parse("2026-11-01T01:30:00.000001Z");
      BigDecimal usd = new BigDecimal("0.000000011");
      Instant until = at.plus(13, ChronoUnit.MICROS);
      StoredReservation running =
          new StoredReservation("r1", first, "client", usd, 12, at, until, null);
      StoredReservation settled =
          new StoredReservation(
              "r1",
              second,
              "client",
              usd,
              12,
              at,
              at.plus(14, ChronoUnit.MICROS),
              new StoredReservation.End(
                  Charge.Kind.CHARGED, 15, at.plus(16, ChronoUnit.MICROS), true));
      change(ledger, rows -> rows.insert(running));
      assertThat(reservations(ledger, first)).contains(running);
      assertThat(ledger.<@Nullable StoredEntry>read(rows -> rows.entryFor("R1", "", null)))
          .as("of another id")
          .isNull();
      change(ledger, rows -> rows.update(settled));
      assertThat(reservations(ledger, first)).noneMatch(one -> one.id().equals("r1"));
      assertThat(reservations(ledger, second)).contains(settled);
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void ledgerNamesAreCaseSensitive(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage.createTables(database.source());
      SqlStorage acme = SqlStorage.open(database.source(), "acme", null);
      SqlStorage other = SqlStorage.open(database.source(), "Acme", null);
      assertThat(idOfNewEntry(acme)).isEqualTo(1);
      assertThat(idOfNewEntry(other)).isEqualTo(1);
      change(
          acme,
          rows -> rows.insertIfAbsent("a", adjustment(rows.now(), "third", BigDecimal.ONE, null)));
      assertThat(known(acme)).containsOnlyKeys("account", "third");
      assertThat(known(other)).containsOnlyKeys("account");
      long next = idOfNewEntry(SqlStorage.open(database.source(), "acme", null));
      assertThat(next).as("after two changes more").isEqualTo(3);
    }
  }

  private static BalanceAdjustment adjustment(
      Instant at, String account, BigDecimal usd, @Nullable String loadNumber) {
    return new BalanceAdjustment(at, account, usd, loadNumber, "ann", "on the statement");
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void viewShowsAdjustmentsInUsdAndUtc(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage ledger = open(database.source());
      Instant at = Instant.parse("2026-11-01T01:30:00.250Z");
      BigDecimal refund = new BigDecimal("0.65");
      change(ledger, rows -> rows.insertIfAbsent("a", adjustment(at, "account", refund, "LD-1")));
      change(
          ledger,
          rows -> rows.insertIfAbsent("b", adjustment(at, "account", refund.negate(), null)));
      assertThat(
              rows(
                  database.source(),
                  "SELECT id, account, recorded_at, amount_usd, load_number, recorded_by, why"
                      + " FROM freight_adjustment_usd WHERE ledger = 'b' ORDER BY id"))
          .satisfiesExactly(
              row ->
                  assertThat(row)
                      .matches(
                          "a account 2026-11-01 01:30:00\\.250* 0\\.650* LD-1 ann on the statement"),
              row ->
                  assertThat(row)
                      .matches(
                          "b account 2026-11-01 01:30:00\\.250* -0\\.650* null ann on the statement"));
      ledger.close();
    }
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void viewShowsComparisonsInUsdAndUtc(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      SqlStorage ledger = open(database.source());
      Instant at = Instant.parse("2026-11-01T01:30:00.250Z");
      BalanceReading reading =
          new BalanceReading(at, new BigDecimal("92.75"), AccountTotals.NOTHING);
      BalanceComparison comparison =
          new BalanceComparison(
              "account",
              at,
              at,
              reading.balanceUsd(),
              new BigDecimal("7.25"),
              new BigDecimal("1.30"),
              new BigDecimal("2.60"),
              new BigDecimal("3.50"),
              new BigDecimal("4.65"));
      change(ledger, rows -> rows.insert(rows.changeNumber(), reading, comparison));
      assertThat(
              rows(
                  database.source(),
                  "SELECT account, compared_at, balance_usd, debited_usd, min_usd, max_usd,"
                      + " adjustments_usd, unexplained_usd FROM freight_comparison_usd"
                      + " WHERE ledger = 'b'"))
          .singleElement(InstanceOfAssertFactories.STRING)
          .matches(
              "account 2026-11-01 01:30:00\\.250* 92\\.750* 7\\.250* 1\\.30* 2\\.60* 3\\.50*"
                  + " 4\\.650*");
      ledger.close();
    }
  }

  private static long idOfNewEntry(SqlStorage ledger) {
    Buyer buyer = new Buyer(ledger, List.of());
    buyer.hold("0.65", null);
    List<SpendEntry> entries = buyer.entries();
    return entries.get(entries.size() - 1).id();
  }

  private static Map<String, AccountTotals> known(SqlStorage ledger) {
    return ledger.read(LedgerRows::accountTotals);
  }

  private static void change(SqlStorage ledger, Consumer<LedgerRows> work) {
    boolean unused =
        ledger.change(
            rows -> {
              work.accept(rows);
              return true;
            });
  }

  private static List<StoredReservation> reservations(SqlStorage ledger, long entry) {
    return ledger.<StoredEntry>read(rows -> rows.entry(entry)).reservations();
  }

  private static void pay(
      Buyer buyer, String scope, String usd, @Nullable String key, Charge.Kind kind) {
    Purchase request = buyer.request(scope, usd, key);
    assertThat(buyer.reserve(request)).isInstanceOf(SpendGuard.Reservation.class);
    buyer.complete(request, kind);
  }

  private static List<String> rows(DataSource database, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getString(i)));
        }
        rows.add(String.join(" ", row));
      }
    }
    return rows;
  }

  // --- references between tables ---

  private static void execute(DataSource database, List<String> statements) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) statement.execute(sql);
    }
  }

  private static final String RESERVATION_OF_NO_ENTRY =
      "INSERT INTO freight_reservation VALUES"
          + " ('b', 'r1', 7, 'client', 1, 1, 1, 1, 'RESERVED', 0, 0, FALSE)";

  private static final String AMOUNT_OF_NO_ENTRY =
      "INSERT INTO freight_amount VALUES ('b', 7, 'client', 'createLoad', 1, 'RESERVED', 1)";

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void reservationOrAmountWithoutEntryIsRejected(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      open(database.source()).close();
      for (String sql : List.of(RESERVATION_OF_NO_ENTRY, AMOUNT_OF_NO_ENTRY)) {
        // SQLite checks foreign keys only if a connection enables it, as a ledger does for its
        // file.
        List<String> statements =
            kind == LedgerPlace.SQLITE ? List.of("PRAGMA foreign_keys = ON", sql) : List.of(sql);
        assertThatExceptionOfType(SQLException.class)
            .isThrownBy(() -> execute(database.source(), statements))
            .withMessageMatching("(?is).*(foreign key|referential integrity).*");
      }
    }
  }

  @Test
  void ledgerFileRejectsAReservationWithoutEntry() {
    SqlStorage ledger = SqlStorage.open(folder.resolve("ledger"), null);
    StoredReservation orphan =
        new StoredReservation(
            "r1", 7, "client", BigDecimal.ONE, 1, Instant.EPOCH, Instant.EPOCH, null);
    assertThatExceptionOfType(SpendLedgerException.class)
        .isThrownBy(() -> change(ledger, rows -> rows.insert(orphan)))
        .withMessageContaining("FOREIGN KEY");
    ledger.close();
  }

  @ParameterizedTest
  @MethodSource(EVERY_DATABASE)
  void entryDeletedByHandTakesItsRowsAlong(LedgerPlace kind) throws SQLException {
    try (LedgerPlace.Opened database = kind.open(folder)) {
      Buyer buyer = new Buyer(open(database.source()), List.of(Buyer.total("0.70")));
      pay(buyer, "client/acme", "0.02", null, Charge.Kind.CHARGED);
      pay(buyer, "client/acme", "0.65", "key", Charge.Kind.CHARGED);
      buyer.refused("0.65");
      SpendEntry last = buyer.entries().get(1);
      execute(database.source(), List.of("DELETE FROM freight_entry WHERE id = " + last.id()));
      for (String table : List.of("freight_reservation", "freight_amount")) {
        assertThat(
                rows(
                    database.source(),
                    "SELECT COUNT(*) FROM " + table + " WHERE entry_id = " + last.id()))
            .as(table)
            .containsExactly("0");
      }
      assertThat(buyer.totals())
          .isEqualTo(new SpendTotals(new BigDecimal("0.02"), Usd.ZERO, Usd.ZERO));
      assertThat(buyer.pay("0.65", "key")).isTrue();
      new Buyer(open(database.source()), buyer.limits()).refused("0.65");
    }
  }

  @Test
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Program.POSTGRES)
  void userWithRightsOnRowsIsEnough() throws SQLException {
    String schema = EmptyDatabase.POSTGRESQL.make();
    String user = "dml" + UUID.randomUUID().toString().substring(0, 8);
    try (PooledDataSource database = new PooledDataSource(schema)) {
      SqlStorage.createTables(database);
    }
    EmptyDatabase.execute(schema, "CREATE ROLE " + user + " LOGIN");
    EmptyDatabase.execute(
        schema,
        "GRANT USAGE ON SCHEMA " + schema.replaceAll(".*currentSchema=", "") + " TO " + user);
    String limited = schema.replaceAll("user=[^&]*", "user=" + user);
    try (PooledDataSource database = new PooledDataSource(limited)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database))
          .withMessageContaining("not readable: freight_ledger");
      EmptyDatabase.execute(
          schema,
          "GRANT SELECT, INSERT, UPDATE, DELETE ON freight_ledger, freight_entry,"
              + " freight_reservation, freight_amount, freight_purged, freight_purged_account,"
              + " freight_adjustment, freight_comparison TO "
              + user);
      Buyer buyer =
          new Buyer(SqlStorage.open(database, "other", null), List.of(Buyer.total("0.65")));
      assertThat(buyer.pay("0.65", "key")).isTrue();
      buyer.refused("0.01");
    }
  }
}

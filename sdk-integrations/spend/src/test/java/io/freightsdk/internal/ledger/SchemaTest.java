package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.ledger.rules.ReservationRequest;
import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.store.SqlLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.FaultyDatabase;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the tables come to be, what people read in them, and what is said when they are wrong. */
class SchemaTest {
  private static SqlLedger open(TestDatabase database) {
    return SqlLedger.open(database, "b", null);
  }

  /** Where a ledger makes no tables unasked. */
  static Stream<EmptyDatabase> servers() {
    return EmptyDatabase.here().stream().filter(kind -> kind != EmptyDatabase.H2);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("servers")
  void everyTableThatIsMissingOnAServerIsNamedWithWhatToDo(EmptyDatabase kind) throws SQLException {
    try (TestDatabase database = new TestDatabase(kind.make())) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database))
          .withMessage(
              "ledger: missing or not readable: freight_ledger, freight_entry, freight_reservation,"
                  + " freight_total, freight_window, freight_comparison; run the script"
                  + " io/freightsdk/spend/ledger/%s/R__freight_ledger.sql of freight-spend, or call"
                      .formatted(kind.folder)
                  + " SpendLedger.createTables")
          .matches(failure -> !failure.isPassing());
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("servers")
  void aColumnThatIsMissingOnAServerIsNamed(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    try (TestDatabase database = new TestDatabase(at)) {
      SqlLedger.createTables(database);
      EmptyDatabase.execute(at, "ALTER TABLE freight_entry DROP COLUMN settled_why");
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database))
          .withMessageContaining("freight_entry.settled_why;");
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void tablesOfAnotherVersionAreRefusedWithWhatToDo(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    try (TestDatabase database = new TestDatabase(at)) {
      SqlLedger.createTables(database);
      EmptyDatabase.execute(at, "ALTER TABLE freight_entry DROP COLUMN settled_why");
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> SqlLedger.createTables(database))
          .withMessageContaining(
              "freight_entry.settled_why; let this user read them, or, if another version")
          .matches(failure -> !failure.isPassing());
    }
  }

  /** As Flyway does with a repeatable migration, and two processes that open at once. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void theScriptMayRunAnyNumberOfTimes(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    try (TestDatabase database = new TestDatabase(at)) {
      SqlLedger.createTables(database);
      EmptyDatabase.execute(at, "DROP TABLE freight_comparison");
      SqlLedger.createTables(database);
      open(database).close();
    }
  }

  /** One that was missing when all its columns were read, and is there when one of them is. */
  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void tablesThatAnotherProcessMakesAtTheSameMomentAreNoOtherVersion(EmptyDatabase kind)
      throws SQLException {
    try (TestDatabase real = new TestDatabase(kind.make())) {
      FaultyDatabase watched = new FaultyDatabase(real);
      watched.beforeStatement =
          sql -> {
            if (sql.equals("SELECT read_to FROM freight_comparison WHERE 1 = 0")) {
              SqlLedger.createTables(real);
            }
          };
      SqlLedger.createTables(watched.dataSource());
      open(real).close();
    }
  }

  @Test
  void anH2FileThatMayLoseItsLastCommitsIsRefused(@TempDir Path folder) throws SQLException {
    String file = "jdbc:h2:file:" + folder.resolve("ledger");
    try (TestDatabase database = new TestDatabase(file)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database))
          .withMessageContaining(";WRITE_DELAY=0");
    }
    try (TestDatabase database = new TestDatabase(file + "2;WRITE_DELAY=0")) {
      open(database).close();
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void aPersonReadsWhatAScopeHasSpentAndHolds(EmptyDatabase kind) throws SQLException {
    try (TestDatabase database = new TestDatabase(kind.make())) {
      SqlLedger.createTables(database);
      Buyer buyer = new Buyer(open(database), List.of());
      pay(buyer, "client/acme/run-7", "0.65", "k1", Charge.Kind.CHARGED);
      pay(buyer, "client/acme", "0.02", null, Charge.Kind.UNKNOWN);
      buyer.hold("0.03", null);
      assertThat(
              rows(
                  database,
                  "SELECT scope, charged_usd, open_usd FROM freight_total"
                      + " WHERE ledger = 'b' ORDER BY scope"))
          .containsExactly(
              "client 0.650000000 0.050000000",
              "client/acme 0.650000000 0.020000000",
              "client/acme/run-7 0.650000000 0.000000000");
      assertThat(
              rows(
                  database,
                  "SELECT operation, outcome, amount_usd, least_usd, scopes FROM freight_entry"
                      + " WHERE ledger = 'b' ORDER BY id"))
          .containsExactly(
              "createLoad CHARGED 0.650000000 0.650000000 client/acme/run-7",
              "getLoadPosition UNKNOWN 0.020000000 0.000000000 client/acme",
              "getLoadPosition RESERVED 0.030000000 0.000000000 client");
    }
  }

  private static void pay(
      Buyer buyer, String scope, String usd, @Nullable String key, Charge.Kind kind) {
    ReservationRequest request = buyer.request(scope, usd, key);
    assertThat(buyer.reserve(request)).isInstanceOf(ReserveResult.Reserved.class);
    buyer.complete(request, kind);
  }

  private static List<String> rows(TestDatabase database, String query) throws SQLException {
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

  @Test
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Part.POSTGRES)
  void aUserWhoMayOnlyReadAndWriteRowsIsEnough() throws SQLException {
    String schema = EmptyDatabase.POSTGRESQL.make();
    String user = "dml" + UUID.randomUUID().toString().substring(0, 8);
    try (TestDatabase database = new TestDatabase(schema)) {
      SqlLedger.createTables(database);
    }
    EmptyDatabase.execute(schema, "CREATE ROLE " + user + " LOGIN");
    EmptyDatabase.execute(
        schema,
        "GRANT USAGE ON SCHEMA " + schema.replaceAll(".*currentSchema=", "") + " TO " + user);
    String limited = schema.replaceAll("user=[^&]*", "user=" + user);
    try (TestDatabase database = new TestDatabase(limited)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database))
          .withMessageContaining("not readable: freight_ledger");
      EmptyDatabase.execute(
          schema,
          "GRANT SELECT, INSERT, UPDATE, DELETE ON freight_ledger, freight_entry,"
              + " freight_reservation, freight_total, freight_window, freight_comparison TO "
              + user);
      Buyer buyer =
          new Buyer(SqlLedger.open(database, "other", null), List.of(Buyer.total("0.65")));
      assertThat(buyer.pay("0.65", "key")).isTrue();
      buyer.refused("0.01");
    }
  }
}

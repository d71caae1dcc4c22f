package io.freightsdk.internal.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.EmptyDatabase;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How the tables come to be, what people read in them, and what is said when they are wrong. */
class SchemaTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  private static JdbcStorage open(TestDatabase database, SchemaMode mode) {
    return JdbcStorage.open(database, "b", mode, null);
  }

  private static void create(TestDatabase database) {
    JdbcStorage.open(database, "b", SchemaMode.CREATE, null).close();
  }

  @Test
  void validateNamesEveryTableThatIsMissing() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database, SchemaMode.VALIDATE))
          .withMessageContaining(
              "freight_book, freight_sum, freight_reservation, freight_memory, freight_ledger")
          .withMessageContaining("io/freightsdk/spend/jdbc/h2/R__freight_books.sql")
          .matches(failure -> !failure.isPassing());
    }
  }

  @Test
  void validateNamesAColumnThatIsMissing() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      create(database);
      EmptyDatabase.execute(url, "ALTER TABLE freight_ledger DROP COLUMN said_why");
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database, SchemaMode.VALIDATE))
          .withMessageContaining("freight_ledger.said_why;");
    }
  }

  /** As Flyway does with a repeatable migration, and two processes that open at once. */
  @Test
  void theScriptMayRunAnyNumberOfTimes() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      create(database);
      EmptyDatabase.execute(url, "DROP INDEX freight_ledger_made");
      EmptyDatabase.execute(url, "ALTER TABLE freight_ledger RENAME TO kept");
      create(database);
      open(database, SchemaMode.VALIDATE).close();
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void theScriptAddsTheColumnThatOlderTablesLack(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    try (TestDatabase database = new TestDatabase(at)) {
      create(database);
      EmptyDatabase.execute(at, "ALTER TABLE freight_book DROP COLUMN began_at");
      create(database);
      open(database, SchemaMode.VALIDATE).close();
    }
  }

  @Test
  void tablesOfAReleaseThatWasNeverPublishedAreRefusedInOneSentence() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      EmptyDatabase.execute(url, "CREATE TABLE freight_book (book VARCHAR(64) PRIMARY KEY)");
      EmptyDatabase.execute(url, "CREATE TABLE freight_cell (book VARCHAR(64) PRIMARY KEY)");
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> create(database))
          .withMessageContaining("never published")
          .matches(failure -> !failure.isPassing());
    }
  }

  @Test
  void anH2FileThatMayLoseItsLastCommitsIsRefused(@TempDir Path folder) throws SQLException {
    String file = "jdbc:h2:file:" + folder.resolve("ledger");
    try (TestDatabase database = new TestDatabase(file)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> create(database))
          .withMessageContaining(";WRITE_DELAY=0");
    }
    try (TestDatabase database = new TestDatabase(file + "2;WRITE_DELAY=0")) {
      create(database);
    }
  }

  @ParameterizedTest
  @MethodSource("io.freightsdk.testing.EmptyDatabase#here")
  void aPersonReadsWhatAScopeHasSpentAndHolds(EmptyDatabase kind) throws SQLException {
    String at = kind.make();
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    try (TestDatabase database = new TestDatabase(at)) {
      Spender spender = new Spender(open(database, SchemaMode.CREATE));
      spender.pay(acme.child("run-7", SpendLimits.none()), "0.65", "k1", Charge.Kind.CHARGED);
      spender.pay(acme, "0.02", null, Charge.Kind.UNKNOWN);
      spender.hold(Spender.unlimited(), "0.03", null);
      assertThat(
              rows(
                  database,
                  "SELECT scope, charged_usd, unknown_usd, reserved_usd FROM freight_scope_spend"
                      + " WHERE book = 'b' ORDER BY scope"))
          .containsExactly(
              "client 0.650000000 0.020000000 0.030000000",
              "client/acme 0.650000000 0.020000000 0.000000000",
              "client/acme/run-7 0.650000000 0.000000000 0.000000000");
      assertThat(
              rows(
                  database,
                  "SELECT kind, outcome, amount_usd, least_usd, reserved_usd, scopes FROM"
                      + " freight_ledger WHERE book = 'b' ORDER BY id"))
          .containsExactly(
              "PURCHASE CHARGED 0.650000000 0.650000000 0.000000000 client/acme/run-7",
              "PURCHASE UNKNOWN 0.020000000 0.000000000 0.000000000 client/acme",
              "PURCHASE NONE 0.000000000 0.000000000 0.030000000 client");
    }
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
      create(database);
    }
    EmptyDatabase.execute(schema, "CREATE ROLE " + user + " LOGIN");
    EmptyDatabase.execute(
        schema,
        "GRANT USAGE ON SCHEMA " + schema.replaceAll(".*currentSchema=", "") + " TO " + user);
    String limited = schema.replaceAll("user=[^&]*", "user=" + user);
    try (TestDatabase database = new TestDatabase(limited)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> open(database, SchemaMode.VALIDATE))
          .withMessageContaining("not readable: freight_book");
      EmptyDatabase.execute(
          schema,
          "GRANT SELECT, INSERT, UPDATE, DELETE ON freight_book, freight_sum, freight_reservation,"
              + " freight_memory, freight_ledger TO "
              + user);
      Spender spender = new Spender(JdbcStorage.open(database, "other", SchemaMode.VALIDATE, null));
      spender.pay(Spender.limited("0.65"), "0.65", "key", Charge.Kind.CHARGED);
      spender.refused(Spender.limited("0.65"), "0.01");
    }
  }
}

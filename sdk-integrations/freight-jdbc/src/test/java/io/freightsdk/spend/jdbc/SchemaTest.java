package io.freightsdk.spend.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.TestDatabase;
import io.freightsdk.spend.jdbc.JdbcSpendStore.SchemaMode;
import io.freightsdk.testsupport.Thorough;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/** How the tables come to be, and what is said when they are not as they should be. */
class SchemaTest {
  private final String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";

  @Test
  void validateNamesEveryTableThatIsMissing() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcSpendStore.open(database, "b", SchemaMode.VALIDATE))
          .withMessageContaining("freight_book, freight_cell, freight_ledger")
          .withMessageContaining("io/freightsdk/spend/jdbc/h2/R__freight_books.sql")
          .matches(failure -> !failure.isPassing());
    }
  }

  @Test
  void validateNamesAColumnThatIsMissing() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcSpendStore.open(database, "b").close();
      execute(url, "ALTER TABLE freight_cell DROP COLUMN body");
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcSpendStore.open(database, "b", SchemaMode.VALIDATE))
          .withMessageContaining("freight_cell.body;");
    }
  }

  /** As Flyway does with a repeatable migration, and two processes that open at once. */
  @Test
  void theScriptMayRunAnyNumberOfTimes() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      JdbcSpendStore.open(database, "b").close();
      execute(url, "DROP INDEX freight_ledger_at");
      execute(url, "ALTER TABLE freight_cell RENAME TO kept");
      JdbcSpendStore.open(database, "b").close();
      JdbcSpendStore.open(database, "b", SchemaMode.VALIDATE).close();
    }
  }

  @Test
  void tablesOfTheFirstScriptsAreRefusedInOneSentence() throws SQLException {
    try (TestDatabase database = new TestDatabase(url)) {
      execute(url, "CREATE TABLE freight_spend_book (book VARCHAR(64) PRIMARY KEY)");
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcSpendStore.open(database, "b"))
          .withMessageContaining("never published")
          .matches(failure -> !failure.isPassing());
    }
  }

  @Test
  void anH2FileThatMayLoseItsLastCommitsIsRefused(@TempDir Path folder) throws SQLException {
    String file = "jdbc:h2:file:" + folder.resolve("books");
    try (TestDatabase database = new TestDatabase(file)) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcSpendStore.open(database, "b"))
          .withMessageContaining(";WRITE_DELAY=0");
    }
    try (TestDatabase database = new TestDatabase(file + "2;WRITE_DELAY=0")) {
      JdbcSpendStore.open(database, "b").close();
    }
  }

  @Test
  @Thorough("needs PostgreSQL")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-jdbc/src/test/scripts/with-databases.sh")
  void aUserWhoMayOnlyReadAndWriteRowsIsEnough() throws SQLException {
    String admin = System.getenv(TestDatabase.POSTGRES);
    String user = "dml" + UUID.randomUUID().toString().substring(0, 8);
    try (TestDatabase database = new TestDatabase(admin)) {
      JdbcSpendStore.open(database, UUID.randomUUID().toString()).close();
    }
    execute(admin, "CREATE ROLE " + user + " LOGIN");
    String limited = admin.replaceAll("user=[^&]*", "user=" + user);
    try (TestDatabase database = new TestDatabase(limited)) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcSpendStore.open(database, "b", SchemaMode.VALIDATE))
          .withMessageContaining("not readable: freight_book");
      execute(
          admin,
          "GRANT SELECT, INSERT, UPDATE, DELETE ON freight_book, freight_cell, freight_ledger TO "
              + user);
      String book = UUID.randomUUID().toString();
      SpendStore store = JdbcSpendStore.open(database, book, SchemaMode.VALIDATE);
      assertThat(store).isNotNull();
    }
  }

  private static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

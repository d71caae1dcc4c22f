package io.freightsdk.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.internal.ledger.rules.ReserveResult;
import io.freightsdk.internal.ledger.store.SqlStorage;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.positions.JdbcPositionCache;
import io.freightsdk.testing.Buyer;
import io.freightsdk.testing.EmptyDatabase;
import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A ledger counts the same, however its database and its driver are set. */
class DatabasesIT {
  private static final int PROGRAMS = 8;

  private static SqlStorage open(DataSource database) {
    SqlStorage.createTables(database);
    return SqlStorage.open(database, "acme", null);
  }

  private static void runPrograms(DataSource database) {
    SqlStorage.createTables(database);
    for (long seed = 0; seed < PROGRAMS; seed++) {
      String name = UUID.randomUUID().toString();
      new LedgerModel(seed, clock -> SqlStorage.open(database, name, clock)).run();
    }
  }

  @Test
  void scopesThatDifferInCaseAreTwoWhereTextsUsuallyAreNot() throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;IGNORECASE=TRUE";
    try (TestDatabase careless = new TestDatabase(url)) {
      SqlStorage ledger = open(careless);
      for (String scope : List.of("client/acme", "client/ACME")) {
        Buyer buyer = new Buyer(ledger, List.of(Buyer.total(scope, "0.65")));
        assertThat(buyer.reserve(buyer.request(scope, "0.65", null)))
            .isInstanceOf(ReserveResult.Reserved.class);
        assertThat(buyer.reserve(buyer.request(scope, "0.01", null)))
            .isInstanceOf(ReserveResult.Full.class);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"REGULAR", "LEGACY", "DB2", "HSQLDB", "MariaDB", "MySQL", "PostgreSQL"})
  void aLedgerCountsInEveryModeThatKnowsItsStatements(String mode) throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;MODE=" + mode;
    try (TestDatabase mimic = new TestDatabase(url)) {
      runPrograms(mimic);
    }
  }

  /** Not at the first statement that such a mode does not know. */
  @ParameterizedTest
  @ValueSource(strings = {"STRICT", "Derby", "MSSQLServer", "Oracle"})
  void aModeThatDoesNotKnowItsStatementsIsRefusedAtTheOpening(String mode) throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;MODE=" + mode;
    try (TestDatabase mimic = new TestDatabase(url)) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> SqlStorage.open(mimic, "acme", null))
          .withMessageContaining("MODE=" + mode + "; change MODE in the URL to one of REGULAR")
          .matches(refused -> !refused.isPassing());
      assertThatIllegalStateException()
          .isThrownBy(() -> JdbcPositionCache.open(mimic))
          .withMessageContaining("MODE=" + mode);
    }
  }

  /** Two keys would share an entry, and two customers a limit. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GERMAN STRENGTH PRIMARY",
        "GERMAN STRENGTH SECONDARY",
        "DANISH STRENGTH SECONDARY" // for which only some letters are the same as their capitals
      })
  void aCollationForWhichDifferentTextsAreOneIsRefusedAtTheOpening(String collation)
      throws SQLException {
    try (TestDatabase careless = new TestDatabase(collated(collation))) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> SqlStorage.open(careless, "acme", null))
          .withMessageContaining("COLLATION=" + collation + ", for which ")
          .withMessageContaining("give freight-spend a database without COLLATION in its URL")
          .matches(refused -> !refused.isPassing());
      assertThatIllegalStateException()
          .isThrownBy(() -> JdbcPositionCache.open(careless))
          .withMessageContaining("COLLATION=" + collation);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GERMAN", "DANISH STRENGTH TERTIARY", "ENGLISH STRENGTH IDENTICAL"})
  void aLedgerCountsUnderACollationThatOnlySorts(String collation) throws SQLException {
    try (TestDatabase sorted = new TestDatabase(collated(collation))) {
      runPrograms(sorted);
    }
  }

  private static String collated(String collation) {
    return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;COLLATION=" + collation;
  }

  @ParameterizedTest
  @ValueSource(strings = {"useBulkStmts", "useAffectedRows"})
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Part.MARIADB)
  void aLedgerCountsWhateverTheDriverOfMariadbSaysOfAnUpdate(String option) throws SQLException {
    try (TestDatabase other =
        new TestDatabase(EmptyDatabase.MARIADB.make() + '&' + option + "=true")) {
      runPrograms(other);
    }
  }

  /** A paid call with another character in its reference would be tried again for ever. */
  @Test
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Part.POSTGRES)
  void aDatabaseOfPostgresqlThatLacksCharactersIsRefusedAtTheOpening() throws SQLException {
    String server = Needs.Part.POSTGRES.url();
    String name = "latin_" + UUID.randomUUID().toString().replace("-", "");
    EmptyDatabase.execute(
        server,
        "CREATE DATABASE "
            + name
            + " TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
    try (TestDatabase latin = new TestDatabase(server.replaceFirst("/\\w+\\?", "/" + name + "?"))) {
      assertThatExceptionOfType(SpendLedgerException.class)
          .isThrownBy(() -> SqlStorage.createTables(latin))
          .withMessageContaining("LATIN1")
          .withMessageContaining("ENCODING 'UTF8'")
          .matches(refused -> !refused.isPassing());
      assertThatIllegalStateException()
          .isThrownBy(() -> JdbcPositionCache.open(latin))
          .withMessageContaining("LATIN1");
    } finally {
      EmptyDatabase.execute(server, "DROP DATABASE IF EXISTS " + name + " WITH (FORCE)");
    }
  }

  /** The simple protocol, and statements that are named from the first run. */
  @ParameterizedTest
  @ValueSource(strings = {"preferQueryMode=simple", "prepareThreshold=1", "prepareThreshold=-1"})
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Part.POSTGRES)
  void aLedgerCountsHoweverTheDriverOfPostgresqlSendsItsStatements(String option)
      throws SQLException {
    try (TestDatabase other = new TestDatabase(EmptyDatabase.POSTGRESQL.make() + '&' + option)) {
      runPrograms(other);
    }
  }
}

package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.jdbc.JdbcTestStores;
import io.freightsdk.testsupport.Thorough;
import java.sql.SQLException;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfEnvironmentVariable(
    named = TestDatabase.MARIADB,
    matches = ".+",
    disabledReason = "needs a MariaDB: tell its URL in FREIGHT_TEST_MARIADB_URL")
@Thorough("needs MariaDB")
class MariadbSpendStoreTest extends JdbcSpendStoreContract {
  private final TestDatabase pool = new TestDatabase(System.getenv(TestDatabase.MARIADB));
  private final String book = UUID.randomUUID().toString();

  @AfterEach
  void closePool() throws SQLException {
    pool.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"useBulkStmts", "useAffectedRows"})
  void countsWhateverTheDriverSaysOfAnUpdate(String option) throws SQLException {
    String url = System.getenv(TestDatabase.MARIADB) + '&' + option + "=true";
    try (TestDatabase other = new TestDatabase(url)) {
      TestBooks own = new TestBooks(JdbcTestStores.open(other, book, clock), clock);
      SpendScope client = client(limits().perHour("2.00").perDay("2.00"));
      own.pay(client, PRICE, null, Charge.Kind.CHARGED);
      SpendScope run = client.child("run", limits().total(PRICE).build());
      own.pay(run, PRICE, "key", Charge.Kind.UNKNOWN);
      own.books.ledger().forget(run);
      own.refused(client, "0.71", null);
      assertThat(own.pay(run, PRICE, null, Charge.Kind.CHARGED)).hasSize(1);
      own.refused(client, "0.06", null);
    }
  }

  @Test
  void aServerThatTakesAnEmptyTextForNullIsRefused() throws SQLException {
    String mode = "&sessionVariables=sql_mode='EMPTY_STRING_IS_NULL'";
    try (TestDatabase other = new TestDatabase(System.getenv(TestDatabase.MARIADB) + mode)) {
      assertThatExceptionOfType(SpendStoreException.class)
          .isThrownBy(() -> JdbcTestStores.open(other, book, clock))
          .withMessageContaining("without EMPTY_STRING_IS_NULL");
    }
  }

  @Override
  SpendStore create(Clock clock) {
    return JdbcTestStores.open(pool, book, clock);
  }

  @Override
  SpendStore createAt(int isolation, Clock clock) {
    return JdbcTestStores.openAt(isolation, pool, book, clock);
  }
}

package io.freightsdk.spend;

import io.freightsdk.spend.jdbc.JdbcTestStores;
import io.freightsdk.testsupport.Thorough;
import java.sql.SQLException;
import java.time.Clock;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabase.POSTGRES,
    matches = ".+",
    disabledReason =
        "needs a PostgreSQL: run with sdk-integrations/freight-jdbc/src/test/scripts/with-databases.sh")
@Thorough("needs PostgreSQL")
class PostgresSpendStoreTest extends JdbcSpendStoreContract {
  private final TestDatabase pool = new TestDatabase(System.getenv(TestDatabase.POSTGRES));
  private final String book = UUID.randomUUID().toString();

  @AfterEach
  void closePool() throws SQLException {
    pool.close();
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

package io.freightsdk.spend;

import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = Databases.POSTGRES,
    matches = ".+",
    disabledReason = "needs a PostgreSQL: run with src/test/scripts/with-postgres.sh")
class PostgresSpendStoreTest extends JdbcSpendStoreContract {
  private final JdbcConnectionPool pool = Databases.pool(System.getenv(Databases.POSTGRES));
  private final String book = UUID.randomUUID().toString();

  @AfterEach
  void closePool() {
    pool.dispose();
  }

  @Override
  SpendStore create() {
    return JdbcSpendStore.open(pool, book);
  }
}

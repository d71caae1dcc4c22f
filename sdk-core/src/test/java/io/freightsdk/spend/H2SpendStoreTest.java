package io.freightsdk.spend;

import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;

class H2SpendStoreTest extends JdbcSpendStoreContract {
  private final JdbcConnectionPool pool =
      Databases.pool("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

  @AfterEach
  void closePool() {
    pool.dispose();
  }

  @Override
  SpendStore create() {
    return JdbcSpendStore.open(pool, "broker");
  }
}

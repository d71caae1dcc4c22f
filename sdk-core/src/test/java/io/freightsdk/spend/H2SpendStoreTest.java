package io.freightsdk.spend;

import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;

class H2SpendStoreTest extends JdbcSpendStoreContract {
  private final TestDatabase pool =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

  @AfterEach
  void closePool() throws SQLException {
    pool.close();
  }

  @Override
  SpendStore create() {
    return JdbcSpendStore.open(pool, "broker");
  }
}

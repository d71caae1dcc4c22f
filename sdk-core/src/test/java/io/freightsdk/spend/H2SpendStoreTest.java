package io.freightsdk.spend;

import io.freightsdk.spend.jdbc.JdbcTestStores;
import java.sql.SQLException;
import java.time.Clock;
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
  SpendStore create(Clock clock) {
    return JdbcTestStores.open(pool, "broker", clock);
  }

  @Override
  SpendStore createAt(int isolation, Clock clock) {
    return JdbcTestStores.openAt(isolation, pool, "broker", clock);
  }
}

package io.freightsdk.spend;

import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.jdbc.JdbcTestStores;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class H2SpendStoreTest extends JdbcSpendStoreContract {
  private final TestDatabase pool =
      new TestDatabase("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");

  @Test
  void scopesThatDifferInCaseAreTwoWhereTextsUsuallyAreNot() throws SQLException {
    String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;IGNORECASE=TRUE";
    try (TestDatabase careless = new TestDatabase(url)) {
      TestBooks own = new TestBooks(JdbcTestStores.open(careless, "broker", clock), clock);
      for (String name : List.of("acme", "ACME")) {
        SpendScope scope = SpendScope.of(name, limits().total(PRICE).build());
        own.pay(scope, PRICE, null, SpendOutcome.CHARGED);
        own.refused(scope, "0.01", null);
      }
    }
  }

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

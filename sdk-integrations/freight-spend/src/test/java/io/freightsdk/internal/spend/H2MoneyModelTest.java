package io.freightsdk.internal.spend;

import io.freightsdk.spend.TestStorage;
import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The model of the money, in H2. */
class H2MoneyModelTest extends MoneyModelContract {
  private static JdbcConnectionPool database;

  @BeforeAll
  static void openDatabase() {
    database = JdbcConnectionPool.create("jdbc:h2:mem:models", "sa", "");
  }

  @AfterAll
  static void closeDatabase() {
    database.dispose();
  }

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, UUID.randomUUID().toString());
  }

  @Override
  protected int programs() {
    return 15;
  }

  @Override
  protected int thorough() {
    return 5_000;
  }
}

package io.freightsdk.spend;

import java.util.UUID;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The contract of a ledger, in H2. */
@Tag("slow") // MemoryLedgerTest has the rules, and the databases job of each pull request runs this
class H2LedgerTest extends LedgerContract {
  private static JdbcConnectionPool database;

  @BeforeAll
  static void openDatabase() {
    database = JdbcConnectionPool.create("jdbc:h2:mem:ledgers", "sa", "");
  }

  @AfterAll
  static void closeDatabase() {
    database.dispose();
  }

  private final String name = UUID.randomUUID().toString();

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, name);
  }
}

package io.freightsdk.spend;

import io.freightsdk.testing.TestDatabase;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract of a ledger, in MariaDB. */
@EnabledIfEnvironmentVariable(
    named = TestDatabase.MARIADB,
    matches = ".+",
    disabledReason =
        "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
@Tag("slow") // needs MariaDB
class MariadbLedgerIT extends LedgerContract {
  private final TestDatabase database = new TestDatabase(System.getenv(TestDatabase.MARIADB));

  @AfterEach
  void closeDatabase() throws SQLException {
    database.close();
  }

  @Override
  protected TestStorage storage() {
    return TestStorage.jdbc(database, UUID.randomUUID().toString());
  }
}

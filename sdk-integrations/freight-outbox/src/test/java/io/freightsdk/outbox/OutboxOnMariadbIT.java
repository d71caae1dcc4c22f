package io.freightsdk.outbox;

import io.freightsdk.testing.Thorough;
import javax.sql.DataSource;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.MARIADB,
    matches = ".+",
    disabledReason = "needs MariaDB: " + TestDatabases.HINT)
@Thorough("needs MariaDB")
class OutboxOnMariadbIT extends OutboxIT {
  @Override
  DataSource database() {
    return TestDatabases.empty(System.getenv(TestDatabases.MARIADB));
  }
}

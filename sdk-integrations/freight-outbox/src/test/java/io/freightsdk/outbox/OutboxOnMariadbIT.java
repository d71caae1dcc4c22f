package io.freightsdk.outbox;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.MARIADB,
    matches = ".+",
    disabledReason = "needs MariaDB: " + TestDatabases.HINT)
@Tag("slow") // needs MariaDB
class OutboxOnMariadbIT extends OutboxIT {
  @Override
  DataSource database() {
    return TestDatabases.empty(System.getenv(TestDatabases.MARIADB));
  }
}

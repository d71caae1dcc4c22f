package io.freightsdk.outbox;

import io.freightsdk.testing.Thorough;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.MARIADB,
    matches = ".+",
    disabledReason = "needs MariaDB: " + TestDatabases.HINT)
@Thorough("needs MariaDB")
class KilledProcessOnMariadbIT extends KilledProcessIT {
  @BeforeEach
  void empty() {
    TestDatabases.empty(url());
  }

  @Override
  String url() {
    return System.getenv(TestDatabases.MARIADB);
  }
}

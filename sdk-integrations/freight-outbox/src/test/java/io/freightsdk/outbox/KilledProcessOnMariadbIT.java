package io.freightsdk.outbox;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.MARIADB,
    matches = ".+",
    disabledReason = "needs MariaDB: " + TestDatabases.HINT)
@Tag("slow") // needs MariaDB
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

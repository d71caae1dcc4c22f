package io.freightsdk.watch.jdbc;

import io.freightsdk.testing.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabase.MARIADB,
    matches = ".+",
    disabledReason =
        "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
@Tag("slow") // needs MariaDB
class JdbcPositionCacheOnMariaDbIT extends JdbcPositionCacheIT {
  JdbcPositionCacheOnMariaDbIT() {
    use(new TestDatabase(System.getenv(TestDatabase.MARIADB)));
  }
}

package io.freightsdk.watch.jdbc;

import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testing.Thorough;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabase.POSTGRES,
    matches = ".+",
    disabledReason =
        "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
@Thorough("needs PostgreSQL")
class JdbcPositionCacheOnPostgresIT extends JdbcPositionCacheIT {
  JdbcPositionCacheOnPostgresIT() {
    use(new TestDatabase(System.getenv(TestDatabase.POSTGRES)));
  }
}

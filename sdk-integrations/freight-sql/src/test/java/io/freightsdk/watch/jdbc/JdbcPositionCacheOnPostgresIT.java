package io.freightsdk.watch.jdbc;

import io.freightsdk.testing.TestDatabase;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabase.POSTGRES,
    matches = ".+",
    disabledReason =
        "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
@Tag("slow") // needs PostgreSQL
class JdbcPositionCacheOnPostgresIT extends JdbcPositionCacheIT {
  JdbcPositionCacheOnPostgresIT() {
    use(new TestDatabase(System.getenv(TestDatabase.POSTGRES)));
  }
}

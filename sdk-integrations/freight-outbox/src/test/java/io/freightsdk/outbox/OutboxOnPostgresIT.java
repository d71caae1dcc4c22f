package io.freightsdk.outbox;

import io.freightsdk.testing.Thorough;
import javax.sql.DataSource;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.POSTGRES,
    matches = ".+",
    disabledReason = "needs PostgreSQL: " + TestDatabases.HINT)
@Thorough("needs PostgreSQL")
class OutboxOnPostgresIT extends OutboxIT {
  @Override
  DataSource database() {
    return TestDatabases.empty(System.getenv(TestDatabases.POSTGRES));
  }
}

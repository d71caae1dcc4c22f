package io.freightsdk.outbox;

import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.POSTGRES,
    matches = ".+",
    disabledReason = "needs PostgreSQL: " + TestDatabases.HINT)
@Tag("slow") // needs PostgreSQL
class OutboxOnPostgresIT extends OutboxIT {
  @Override
  DataSource database() {
    return TestDatabases.empty(System.getenv(TestDatabases.POSTGRES));
  }
}

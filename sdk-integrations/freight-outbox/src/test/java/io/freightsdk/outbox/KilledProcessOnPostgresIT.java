package io.freightsdk.outbox;

import io.freightsdk.testing.Thorough;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.POSTGRES,
    matches = ".+",
    disabledReason = "needs PostgreSQL: " + TestDatabases.HINT)
@Thorough("needs PostgreSQL")
class KilledProcessOnPostgresIT extends KilledProcessIT {
  @BeforeEach
  void empty() {
    TestDatabases.empty(url());
  }

  @Override
  String url() {
    return System.getenv(TestDatabases.POSTGRES);
  }
}

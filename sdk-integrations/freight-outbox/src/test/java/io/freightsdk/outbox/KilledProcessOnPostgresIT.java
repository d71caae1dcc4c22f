package io.freightsdk.outbox;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = TestDatabases.POSTGRES,
    matches = ".+",
    disabledReason = "needs PostgreSQL: " + TestDatabases.HINT)
@Tag("slow") // needs PostgreSQL
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

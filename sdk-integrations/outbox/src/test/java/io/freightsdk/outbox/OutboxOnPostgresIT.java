package io.freightsdk.outbox;

import io.freightsdk.testing.Needs;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.POSTGRES)
@Tag("slow") // needs PostgreSQL
class OutboxOnPostgresIT extends OutboxIT {
  @Override
  DataSource database() {
    return TestDatabases.empty(Needs.Part.POSTGRES.url());
  }
}

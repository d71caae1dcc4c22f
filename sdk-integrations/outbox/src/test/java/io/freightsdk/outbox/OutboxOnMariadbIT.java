package io.freightsdk.outbox;

import io.freightsdk.testing.Needs;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.MARIADB)
@Tag("slow") // needs MariaDB
class OutboxOnMariadbIT extends OutboxIT {
  @Override
  DataSource database() {
    return TestDatabases.empty(Needs.Part.MARIADB.url());
  }
}

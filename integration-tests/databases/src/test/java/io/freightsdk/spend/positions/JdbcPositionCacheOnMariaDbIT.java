package io.freightsdk.spend.positions;

import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.MARIADB)
@Tag("slow") // needs MariaDB
class JdbcPositionCacheOnMariaDbIT extends JdbcPositionCacheIT {
  JdbcPositionCacheOnMariaDbIT() {
    use(new TestDatabase(Needs.Part.MARIADB.url()));
  }
}

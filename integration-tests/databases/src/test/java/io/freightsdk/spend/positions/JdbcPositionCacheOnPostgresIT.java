package io.freightsdk.spend.positions;

import io.freightsdk.testing.Needs;
import io.freightsdk.testing.TestDatabase;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.POSTGRES)
@Tag("slow") // needs PostgreSQL
class JdbcPositionCacheOnPostgresIT extends JdbcPositionCacheIT {
  JdbcPositionCacheOnPostgresIT() {
    use(new TestDatabase(Needs.Part.POSTGRES.url()));
  }
}

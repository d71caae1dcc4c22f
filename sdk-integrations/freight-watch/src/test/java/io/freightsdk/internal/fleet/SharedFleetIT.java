package io.freightsdk.internal.fleet;

import io.freightsdk.testing.TestDatabase;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Fleets that several processes share, in each kind of database. */
class SharedFleetIT {
  /** A beat every two seconds is a commit that such a database has on its disk. */
  private static final Duration SHORT = Duration.ofHours(6);

  @Nested
  class InH2 extends SharedFleetContract {
    InH2() {
      super("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", Duration.ofHours(12), 1);
    }
  }

  @Nested
  @Tag("slow") // needs PostgreSQL
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  class InPostgres extends SharedFleetContract {
    InPostgres() {
      super(System.getenv(TestDatabase.POSTGRES), SHORT, 7);
    }
  }

  @Nested
  @Tag("slow") // needs MariaDB
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.MARIADB,
      matches = ".+",
      disabledReason =
          "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  class InMariaDb extends SharedFleetContract {
    InMariaDb() {
      super(System.getenv(TestDatabase.MARIADB), SHORT, 7);
    }
  }
}

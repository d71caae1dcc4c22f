package io.freightsdk.internal.fleet;

import io.freightsdk.testing.TestDatabase;
import io.freightsdk.testsupport.Thorough;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** Fleets that several processes share, in each kind of database. */
class SharedFleetTest {
  @Nested
  class InH2 extends SharedFleetContract {
    InH2() {
      super("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }
  }

  @Nested
  @Thorough("needs PostgreSQL")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.POSTGRES,
      matches = ".+",
      disabledReason =
          "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  class InPostgres extends SharedFleetContract {
    InPostgres() {
      super(System.getenv(TestDatabase.POSTGRES));
    }
  }

  @Nested
  @Thorough("needs MariaDB")
  @EnabledIfEnvironmentVariable(
      named = TestDatabase.MARIADB,
      matches = ".+",
      disabledReason =
          "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
  class InMariaDb extends SharedFleetContract {
    InMariaDb() {
      super(System.getenv(TestDatabase.MARIADB));
    }
  }
}

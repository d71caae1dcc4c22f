package io.freightsdk.internal.fleet;

import io.freightsdk.testing.Needs;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** Fleets that several processes share, in each kind of database. */
class SharedFleetIT {
  /** A beat every two seconds is a commit that such a database has on its disk. */
  private static final Duration SHORT = Duration.ofHours(6);

  private static String inMemory() {
    return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
  }

  @Nested
  class InH2 extends SharedFleetContract {
    InH2() {
      super(inMemory(), Duration.ofHours(12), 7);
    }
  }

  @Nested
  @Tag("slow") // dies in every event
  class InH2AtEachEvent extends SharedFleetContract {
    InH2AtEachEvent() {
      super(inMemory(), Duration.ofHours(12), 1);
    }
  }

  @Nested
  @Tag("slow") // needs PostgreSQL
  @Needs(Needs.Part.POSTGRES)
  class InPostgres extends SharedFleetContract {
    InPostgres() {
      super(Needs.Part.POSTGRES.url(), SHORT, 7);
    }
  }

  @Nested
  @Tag("slow") // needs MariaDB
  @Needs(Needs.Part.MARIADB)
  class InMariaDb extends SharedFleetContract {
    InMariaDb() {
      super(Needs.Part.MARIADB.url(), SHORT, 7);
    }
  }
}

package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Program.MARIADB)
@Tag("slow") // starts and kills many processes
class KilledInstancesOnMariadbIT extends KilledInstancesIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Program.MARIADB.urlOrSkip());
  }
}

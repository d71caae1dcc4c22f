package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Program.POSTGRES)
@Tag("slow") // starts and kills many processes
class KilledInstancesOnPostgresIT extends KilledInstancesIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Program.POSTGRES.urlOrSkip());
  }
}

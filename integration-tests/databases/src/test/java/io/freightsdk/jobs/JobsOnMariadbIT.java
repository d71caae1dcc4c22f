package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.MARIADB)
@Tag("slow") // needs a database server
class JobsOnMariadbIT extends JobsIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Part.MARIADB.url());
  }
}

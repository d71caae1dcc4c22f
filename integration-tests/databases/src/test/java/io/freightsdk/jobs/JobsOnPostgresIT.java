package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.POSTGRES)
@Tag("slow") // needs a database server
class JobsOnPostgresIT extends JobsIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Part.POSTGRES.url());
  }
}

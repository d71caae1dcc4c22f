package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Program.POSTGRES)
@Tag("slow") // needs a database server
class FollowOnPostgresIT extends FollowIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Program.POSTGRES.urlOrSkip());
  }
}

package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Program.MARIADB)
@Tag("slow") // needs a database server
class StartWhileBookingOnMariadbIT extends StartWhileBookingIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Program.MARIADB.urlOrSkip());
  }
}

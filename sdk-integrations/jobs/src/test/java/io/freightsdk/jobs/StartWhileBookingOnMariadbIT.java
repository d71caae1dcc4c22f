package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.MARIADB)
@Tag("slow") // needs a database server
class StartWhileBookingOnMariadbIT extends StartWhileBookingIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Part.MARIADB.url());
  }

  /** A backup. */
  @Override
  InTheWay inTheWay() {
    return new InTheWay(
        "DROP TABLE freight_read_queue",
        "FLUSH TABLES WITH READ LOCK",
        "freight_read_queue",
        "SELECT @@SESSION.lock_wait_timeout",
        "io/freightsdk/jobs/mysql/R__freight_jobs.sql");
  }
}

package io.freightsdk.jobs;

import io.freightsdk.testing.Needs;
import org.junit.jupiter.api.Tag;

@Needs(Needs.Part.MARIADB)
@Tag("slow") // transactions of half a minute
class RollingStartOnMariadbIT extends RollingStartOnPostgresIT {
  @Override
  String url() {
    return JobsDatabases.emptied(Needs.Part.MARIADB.url());
  }

  @Override
  String failsAfterFiveSeconds() {
    return "SET SESSION innodb_lock_wait_timeout = 5, lock_wait_timeout = 5";
  }
}

package io.freightsdk.jobs;

import org.junit.jupiter.api.Tag;

/** H2 in PostgreSQL mode, as in tests of applications that use PostgreSQL in production. */
@Tag("slow") // JobsIT has the rules
class JobsOnH2LikePostgresIT extends JobsIT {
  @Override
  String url() {
    return JobsDatabases.h2() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
  }
}

package io.freightsdk.jobs;

/** As tests of applications run H2 that have PostgreSQL in production. */
class JobsOnH2LikePostgresIT extends JobsIT {
  @Override
  String url() {
    return JobsDatabases.h2() + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE";
  }
}

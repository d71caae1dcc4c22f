package io.freightsdk.jobs;

class JobsOnSqliteIT extends JobsIT {
  @Override
  String url() {
    return Databases.sqlite(folder);
  }
}

package io.freightsdk.jobs;

class FollowOnSqliteIT extends FollowIT {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }
}

package io.freightsdk.jobs;

class StartWhileBookingOnSqliteIT extends StartWhileBookingIT {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }
}

package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

class StartWhileBookingOnSqliteIT extends StartWhileBookingIT {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }

  @Override
  @Nullable InTheWay inTheWay() {
    return null;
  }
}

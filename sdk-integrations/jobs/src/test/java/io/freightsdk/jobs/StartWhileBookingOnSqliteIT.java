package io.freightsdk.jobs;

import org.jspecify.annotations.Nullable;

class StartWhileBookingOnSqliteIT extends StartWhileBookingIT {
  @Override
  String url() {
    return Databases.sqlite(folder);
  }

  @Override
  @Nullable InTheWay inTheWay() {
    return null;
  }
}

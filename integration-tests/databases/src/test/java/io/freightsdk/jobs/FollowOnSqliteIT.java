package io.freightsdk.jobs;

import org.junit.jupiter.api.Tag;

@Tag("slow") // FollowIT has the rules, JobsInAFileIT the file
class FollowOnSqliteIT extends FollowIT {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }
}

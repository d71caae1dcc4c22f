package io.freightsdk.jobs;

import org.junit.jupiter.api.Tag;

@Tag("slow") // JobsIT has the rules, JobsInAFileIT the file
class JobsOnSqliteIT extends JobsIT {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }
}

package io.freightsdk.jobs;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

class JobsOnSqliteIT extends JobsIT {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }

  /** The first connection to a new file changes its journal, for which SQLite does not wait. */
  @Test
  void instancesThatStartOnANewFileWaitForEachOther() throws Exception {
    String file = JobsDatabases.sqlite(folder);
    CountDownLatch refused = new CountDownLatch(2);
    SQLiteDataSource source =
        new SQLiteDataSource(JobsDatabases.sqliteConfig()) {
          @Override
          public Connection getConnection() throws SQLException {
            try {
              return super.getConnection();
            } catch (SQLException e) {
              refused.countDown();
              throw e;
            }
          }
        };
    source.setUrl(file);
    try (Connection other = DriverManager.getConnection(file);
        Statement write = other.createStatement()) {
      write.execute("BEGIN IMMEDIATE");
      write.execute("CREATE TABLE orders (id INTEGER)");
      Future<FreightJobs> jobs =
          callers.submit(() -> FreightJobs.builder(source, client).listener(listener).build());
      assertThat(refused.await(20, SECONDS)).as("SQLite does not wait").isTrue();
      assertThat(jobs.isDone()).isFalse();
      write.execute("COMMIT");
      jobs.get(20, SECONDS).close();
    }
  }
}

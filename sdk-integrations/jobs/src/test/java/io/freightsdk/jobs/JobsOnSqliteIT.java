package io.freightsdk.jobs;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.jobs.Withdrawal.Result;
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

  /** Who reads first by that mode has no lock, and fails when he writes after somebody else. */
  @Test
  void nobodyWritesAfterAWithdrawalOfATransactionOfTheDefaultMode() throws Exception {
    FreightJobs jobs = builder().build();
    book(jobs, "PO-1", LOAD);
    try (Connection deferred = DriverManager.getConnection(url);
        Connection other = DriverManager.getConnection(url + "?busy_timeout=1");
        Statement write = other.createStatement()) {
      deferred.setAutoCommit(false);
      assertThat(jobs.withdraw(deferred, "unknown").result()).isEqualTo(Result.NOT_FOUND);
      assertThatThrownBy(() -> write.execute("DELETE FROM freight_tasks"))
          .hasMessageContaining("SQLITE_BUSY");
      assertThat(jobs.withdraw(deferred, "PO-1").result()).isEqualTo(Result.WITHDRAWN);
      deferred.commit();
    }
    assertThat(count("freight_tasks")).isZero();
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

package io.freightsdk.jobs;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.LoadStatus;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteDataSource;

/** Jobs in a SQLite file: its special cases, and one order from booking to delivery. */
class JobsInAFileIT extends JobsFixture {
  @Override
  String url() {
    return JobsDatabases.sqlite(folder);
  }

  @Test
  void orderBecomesOneLoadThatIsFollowedToItsEnd() throws Exception {
    FreightJobs jobs = start(builder());
    assertThat(book(jobs, "PO-1", LOAD)).isEqualTo(BookResult.Result.STORED);
    String load = listener.awaitBooked("PO-1").loadNumber();
    awaitFollowed();
    server.load(load).deliver();
    server.clock().advance(Duration.ofDays(1));
    listener.awaitEvent(LoadEvent.Delivered.class);
    pollUntil(() -> count("freight_tasks") == 0);
    assertThat(jobs.find("PO-1").orElseThrow().loadNumber()).isEqualTo(load);
    assertThat(jobs.latestPosition("PO-1").orElseThrow().position().status())
        .isEqualTo(LoadStatus.DELIVERED);
    server.clock().advance(Duration.ofDays(2));
    assertThat(jobs.purge(Duration.ofDays(1))).as("the order and its load").isEqualTo(2);
    assertThat(broker.debits()).as("a load and a read").hasSize(2);
  }

  /**
   * The first connection to a new file changes its journal mode. SQLite does not wait for that
   * change.
   */
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

package io.freightsdk.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.jobs.Withdrawal.Result;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

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
}

package io.freightsdk.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.verify.VerificationReport.Outcome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A set-up without a mistake, on one kind of database. */
@ExpectedWarnings("io.freightsdk")
abstract class VerificationContract {
  static final SpendLimits LIMITS = SpendLimits.builder().perDay("50.00").perHour("20.00").build();

  abstract DataSource pool() throws Exception;

  /** Everything but the failover, which it cannot have. */
  @Test
  void allOfASoundSetUpIsGreenAndLeavesNothingBehind() throws Exception {
    DataSource pool = pool();
    try (SpendLedger own = SpendLedger.jdbc(pool, "acme")) {
      own.adjust("1.00", "Ann", "stays");
      VerificationReport report =
          Verification.of(pool, "acme")
              .limits(LIMITS)
              .atMost(Duration.ofMinutes(30))
              .client(builder -> builder.deadline(Duration.ofSeconds(25)))
              .requestTimeout(Duration.ofSeconds(30))
              .alsoSpends("the night job", pool, "acme", LIMITS)
              .create(MistakesTest::createWithTheKeyOfTheOrder)
              .run();
      assertThat(report.rows(Outcome.FAILED)).isEmpty();
      assertThat(report.rows(Outcome.NOT_TRIED))
          .extracting(VerificationReport.Row::mishap)
          .containsExactly(Run.REPLICA);
      assertThat(report.passed()).isTrue();
    }
    assertThat(rows(pool, "book = 'acme'")).isPositive();
    assertThat(rows(pool, "book LIKE 'verify-%'")).isZero();
  }

  /** In all tables. */
  static long rows(DataSource pool, String which) throws SQLException {
    long count = 0;
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      for (String table : List.of("book", "sum", "reservation", "memory", "ledger")) {
        String query = "SELECT COUNT(*) FROM freight_" + table + " WHERE " + which;
        try (ResultSet row = statement.executeQuery(query)) {
          row.next();
          count += row.getLong(1);
        }
      }
    }
    return count;
  }
}

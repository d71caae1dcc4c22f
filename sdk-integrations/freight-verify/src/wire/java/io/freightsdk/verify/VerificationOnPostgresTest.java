package io.freightsdk.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import io.freightsdk.verify.VerificationReport.Outcome;
import io.freightsdk.verify.VerificationReport.Row;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.postgresql.ds.PGConnectionPoolDataSource;

@Thorough("needs PostgreSQL and a pooler")
@EnabledIfEnvironmentVariable(
    named = "FREIGHT_TEST_PGBOUNCER_URL",
    matches = ".+",
    disabledReason =
        "needs a PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
class VerificationOnPostgresTest extends VerificationContract {
  @Override
  DataSource pool() {
    return pool(System.getenv("FREIGHT_TEST_POSTGRES_URL"));
  }

  private static JdbcConnectionPool pool(String url) {
    PGConnectionPoolDataSource driver = new PGConnectionPoolDataSource();
    driver.setUrl(url);
    JdbcConnectionPool pool = JdbcConnectionPool.create(driver);
    pool.setMaxConnections(30);
    return pool;
  }

  @Test
  void aDriverThatNamesStatementsBehindAPoolerIsNamedWithTheOptionThatHelps() {
    String url = System.getenv("FREIGHT_TEST_PGBOUNCER_URL");
    VerificationReport report = Verification.of(pool(url), "acme").limits(LIMITS).run();
    assertThat(report.row(SetUpCheck.LEDGER).outcome()).isEqualTo(Outcome.FAILED);
    assertThat(report.row(SetUpCheck.LEDGER).seen()).contains("add prepareThreshold=0 to the URL");
    assertThat(report.rows(Outcome.PASSED)).hasSize(1);
  }

  /** A session that may only read answers as a replica does that is not behind. */
  @Test
  void aPoolThatReachesAReplicaIsNamedAndLeavesNothingBehind() throws SQLException {
    String url = System.getenv("FREIGHT_TEST_POSTGRES_URL");
    DataSource mixed =
        MistakesTest.mixed(pool(url), pool(url + "&options=-c%20default_transaction_read_only=on"));
    VerificationReport report = Verification.of(mixed, "acme").limits(LIMITS).run();
    assertThat(report.row(SetUpCheck.DATABASE).outcome())
        .as("%s", report)
        .isEqualTo(Outcome.FAILED);
    assertThat(report.row(SetUpCheck.DATABASE).seen()).contains("read-only transaction");
    assertThat(report.rows(Outcome.FAILED)).extracting(Row::mishap).doesNotContain(Run.REMOVED);
    assertThat(rows(pool(url), "book LIKE 'verify-%'")).isZero();
  }

  @Test
  void behindAPoolerAllIsGreenWithThatOption() {
    String url = System.getenv("FREIGHT_TEST_PGBOUNCER_URL") + "&prepareThreshold=0";
    VerificationReport report = Verification.of(pool(url), "acme").limits(LIMITS).run();
    assertThat(report.rows(Outcome.FAILED)).isEmpty();
  }
}

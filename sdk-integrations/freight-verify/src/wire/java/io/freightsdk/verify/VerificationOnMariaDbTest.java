package io.freightsdk.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testsupport.Thorough;
import io.freightsdk.verify.VerificationReport.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.mariadb.jdbc.MariaDbDataSource;

@Thorough("needs MariaDB")
@EnabledIfEnvironmentVariable(
    named = "FREIGHT_TEST_MARIADB_URL",
    matches = ".+",
    disabledReason =
        "needs a MariaDB: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
class VerificationOnMariaDbTest extends VerificationContract {
  @Override
  DataSource pool() throws SQLException {
    return new MariaDbDataSource(System.getenv("FREIGHT_TEST_MARIADB_URL"));
  }

  /** Its messages name the connection, which makes no difference between databases. */
  @Test
  void tablesThatAreMissingAreOneMistake() throws SQLException {
    try (Connection connection = pool().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE IF NOT EXISTS empty");
    }
    String url = System.getenv("FREIGHT_TEST_MARIADB_URL").replace("/freight?", "/empty?");
    VerificationReport report =
        Verification.of(new MariaDbDataSource(url), "acme")
            .limits(LIMITS)
            .ledger(builder -> builder.schema(SchemaMode.VALIDATE))
            .run();
    assertThat(report.row(SetUpCheck.LEDGER).seen()).contains("freight_book");
    assertThat(report.row(SetUpCheck.DATABASE).outcome()).isEqualTo(Outcome.NOT_TRIED);
    assertThat(report.rows(Outcome.FAILED)).hasSize(1);
  }
}

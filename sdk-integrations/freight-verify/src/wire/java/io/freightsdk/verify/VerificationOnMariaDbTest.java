package io.freightsdk.verify;

import io.freightsdk.testsupport.Thorough;
import java.sql.SQLException;
import javax.sql.DataSource;
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
}

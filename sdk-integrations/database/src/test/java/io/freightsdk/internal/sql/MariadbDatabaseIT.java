package io.freightsdk.internal.sql;

import io.freightsdk.testing.Needs;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.mariadb.jdbc.MariaDbDataSource;

/** The contract, in MariaDB. */
@Needs(Needs.Part.MARIADB)
@Tag("slow") // needs MariaDB
class MariadbDatabaseIT extends DatabaseContract {
  @Override
  DataSource source() throws SQLException {
    return new MariaDbDataSource(Needs.Part.MARIADB.url());
  }

  @Override
  String timeType() {
    return "DATETIME(6)";
  }
}

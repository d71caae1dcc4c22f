package io.freightsdk.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Needs;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** The contract, in MariaDB. */
@Needs(Needs.Program.MARIADB)
@Tag("slow") // needs MariaDB
class MariadbDatabaseIT extends DatabaseContract {
  @Override
  DataSource source() throws SQLException {
    return new MariaDbDataSource(Needs.Program.MARIADB.urlOrSkip());
  }

  @Override
  String timeType() {
    return "DATETIME(6)";
  }

  /** It reads it after a row of its own, and ours is between. */
  @Test
  void theLastIdOfTheApplicationStays() throws SQLException {
    try (Connection application = source().getConnection();
        Statement statement = application.createStatement()) {
      application.setAutoCommit(false);
      boolean unused =
          statement.execute(
              "CREATE TEMPORARY TABLE own (id INTEGER AUTO_INCREMENT PRIMARY KEY, word CHAR(1))");
      unused = statement.execute("INSERT INTO own (id, word) VALUES (7, 'a')");
      unused = statement.execute("INSERT INTO own (word) VALUES ('b')");
      for (boolean isNew : new boolean[] {true, false}) {
        assertThat(insertOn(application, "a")).isEqualTo(isNew);
        try (ResultSet row = statement.executeQuery("SELECT LAST_INSERT_ID()")) {
          assertThat(row.next()).isTrue();
          assertThat(row.getInt(1)).isEqualTo(8);
        }
      }
      application.rollback();
    }
  }
}

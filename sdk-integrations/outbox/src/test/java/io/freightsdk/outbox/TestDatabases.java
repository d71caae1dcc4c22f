package io.freightsdk.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Databases in which the tests keep an outbox. */
final class TestDatabases {
  private TestDatabases() {}

  static DataSource of(String url) throws SQLException {
    if (url.startsWith("jdbc:mariadb:")) return new MariaDbDataSource(url);
    if (url.startsWith("jdbc:postgresql:")) {
      PGSimpleDataSource postgres = new PGSimpleDataSource();
      postgres.setUrl(url);
      return postgres;
    }
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL(url);
    return h2;
  }

  static JdbcDataSource inMemory() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    return h2;
  }

  /** One that is shared with other tests, without the table. */
  static DataSource empty(String url) {
    try {
      DataSource database = of(url);
      try (Connection connection = database.getConnection();
          Statement statement = connection.createStatement()) {
        statement.execute("DROP TABLE IF EXISTS freight_outbox");
      }
      return database;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}

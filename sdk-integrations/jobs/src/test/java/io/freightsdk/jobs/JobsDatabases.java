package io.freightsdk.jobs;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;

/** JobsDatabases in which the tests keep jobs. */
final class JobsDatabases {
  private JobsDatabases() {}

  static DataSource of(String url) throws SQLException {
    if (url.startsWith("jdbc:mariadb:")) return new MariaDbDataSource(url);
    if (url.startsWith("jdbc:postgresql:")) {
      PGSimpleDataSource postgres = new PGSimpleDataSource();
      postgres.setUrl(url);
      return postgres;
    }
    if (url.startsWith("jdbc:sqlite:")) {
      return sqlite(url);
    }
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL(url);
    return h2;
  }

  /** On a server with a pool, as an application has it: a new connection takes long. */
  static DataSource pooled(String url) {
    try {
      DataSource source = of(url);
      if (url.startsWith("jdbc:h2:") || url.startsWith("jdbc:sqlite:")) return source;
      HikariConfig pool = new HikariConfig();
      pool.setDataSource(source);
      pool.setMinimumIdle(0);
      pool.setMaximumPoolSize(30);
      return new HikariDataSource(pool);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static String h2() {
    return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000";
  }

  static String sqlite(Path folder) {
    return "jdbc:sqlite:" + folder.resolve(UUID.randomUUID() + ".db");
  }

  private static DataSource sqlite(String url) {
    SQLiteDataSource sqlite = new SQLiteDataSource(sqliteConfig());
    sqlite.setUrl(url);
    return sqlite;
  }

  /** As the page says; a data source takes two of these not from its URL. */
  static SQLiteConfig sqliteConfig() {
    SQLiteConfig config = new SQLiteConfig();
    config.setTransactionMode(SQLiteConfig.TransactionMode.IMMEDIATE);
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setBusyTimeout(30_000);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    return config;
  }

  /** A server that is shared with other tests, without our tables. */
  static String emptied(String url) {
    for (String table :
        new String[] {
          "freight_tasks",
          "freight_orders",
          "freight_loads",
          "freight_read_queue",
          "orders",
          "events"
        }) {
      execute(url, "DROP TABLE IF EXISTS " + table);
    }
    return url;
  }

  static void execute(String url, String sql) {
    try (Connection connection = of(url).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }
}

package io.freightsdk.spend;

import javax.sql.ConnectionPoolDataSource;
import org.h2.jdbcx.JdbcConnectionPool;
import org.h2.jdbcx.JdbcDataSource;
import org.postgresql.ds.PGConnectionPoolDataSource;

/** Pools for the databases that tests use, by JDBC URL. */
final class Databases {
  /** Set by {@code with-postgres.sh}; tests of PostgreSQL are skipped without it. */
  static final String POSTGRES = "FREIGHT_TEST_POSTGRES_URL";

  private Databases() {}

  static JdbcConnectionPool pool(String url) {
    JdbcConnectionPool pool = JdbcConnectionPool.create(source(url));
    pool.setMaxConnections(16);
    return pool;
  }

  private static ConnectionPoolDataSource source(String url) {
    if (url.startsWith("jdbc:postgresql:")) {
      PGConnectionPoolDataSource postgres = new PGConnectionPoolDataSource();
      postgres.setUrl(url);
      return postgres;
    }
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setURL(url);
    h2.setUser("sa");
    return h2;
  }
}

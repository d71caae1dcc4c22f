package io.freightsdk.examples.crash;

import javax.sql.DataSource;
import org.h2.jdbcx.JdbcConnectionPool;

/** Pools of connections to the shared database. */
final class Databases {
  private Databases() {}

  static DataSource source(String url) {
    return JdbcConnectionPool.create(url, "", "");
  }
}

package io.freightsdk.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * An empty database or schema of each kind. A test is skipped where {@code with-databases.sh} has
 * not started a server of it. Tests that take {@link #ofThisBuild} are {@link AlsoThorough}.
 */
public enum EmptyDatabase {
  H2("h2") {
    @Override
    String make(String name) {
      return "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1";
    }
  },
  POSTGRESQL("postgresql") {
    @Override
    String make(String name) throws SQLException {
      String url = orSkip("FREIGHT_TEST_POSTGRES_URL");
      execute(url, "CREATE SCHEMA " + name);
      return url + "&currentSchema=" + name;
    }
  },
  MARIADB("mysql") {
    @Override
    String make(String name) throws SQLException {
      String url = orSkip("FREIGHT_TEST_MARIADB_URL");
      execute(url, "CREATE DATABASE " + name);
      return url.replaceFirst("/freight\\?", "/" + name + "?");
    }
  };

  /** Where the scripts for it are. */
  public final String folder;

  EmptyDatabase(String folder) {
    this.folder = folder;
  }

  abstract String make(String name) throws SQLException;

  /** The kinds that a build tests: the servers are left to {@code -Pthorough}. */
  public static List<EmptyDatabase> ofThisBuild() {
    return Boolean.getBoolean("freight.thorough") ? List.of(values()) : List.of(H2);
  }

  /** Makes a new one; its JDBC URL. */
  public String make() throws SQLException {
    return make("m" + UUID.randomUUID().toString().replace("-", "").substring(0, 12));
  }

  private static String orSkip(String variable) {
    String url = System.getenv(variable);
    Assumptions.assumeTrue(
        url != null,
        "needs "
            + variable
            + ": run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh");
    return url;
  }

  public static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

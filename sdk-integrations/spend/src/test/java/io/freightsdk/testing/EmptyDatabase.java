package io.freightsdk.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An empty database or schema of each kind. A test is skipped where {@code with-databases.sh} has
 * not started a server of it.
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
      String url = Needs.Program.POSTGRES.urlOrSkip();
      execute(url, "CREATE SCHEMA " + name);
      return url + "&currentSchema=" + name;
    }
  },
  MARIADB("mysql") {
    @Override
    String make(String name) throws SQLException {
      String url = Needs.Program.MARIADB.urlOrSkip();
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

  /** H2, and the servers that are here or have to be. */
  public static List<EmptyDatabase> here() {
    return Stream.of(values())
        .filter(
            kind ->
                switch (kind) {
                  case H2 -> true;
                  case POSTGRESQL -> Needs.Program.POSTGRES.isExpected();
                  case MARIADB -> Needs.Program.MARIADB.isExpected();
                })
        .toList();
  }

  /** Makes a new one; its JDBC URL. */
  public String make() throws SQLException {
    return make("m" + UUID.randomUUID().toString().replace("-", "").substring(0, 12));
  }

  public static void execute(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}

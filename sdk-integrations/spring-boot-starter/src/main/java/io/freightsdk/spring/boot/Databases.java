package io.freightsdk.spring.boot;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Finds the application's {@code DataSource}, and opens the tables of ledger and jobs in it. A
 * failure names the property that needs them.
 */
final class Databases {
  private static final String URL = "spring.datasource.url";

  private Databases() {}

  /**
   * Returns the {@code DataSource} of the application.
   *
   * @param property the property that needs it
   * @param otherwise the remedy of an application without a database
   * @param bean the bean that an application with several databases can define itself
   * @throws StartFailure if there is none, or several and none is primary
   */
  static DataSource requireSingle(
      ObjectProvider<DataSource> database, String property, String otherwise, String bean) {
    DataSource found;
    try {
      found = database.getIfAvailable();
    } catch (NoUniqueBeanDefinitionException several) {
      throw new StartFailure(
          property + " needs one DataSource, and there are several",
          "mark one of them as @Primary, define your own " + bean + " bean, or " + otherwise,
          several);
    }
    if (found == null) {
      throw new StartFailure(
          property + " needs a DataSource, and there is none",
          "add spring-boot-starter-jdbc and set " + URL + ", or " + otherwise,
          null);
    }
    return found;
  }

  /**
   * Checks that a migration has created a table, before ledger or jobs create it in H2 and SQLite.
   *
   * @throws StartFailure if the table is missing
   */
  static void requireTable(DataSource database, String table) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      try {
        statement.executeQuery("SELECT 1 FROM " + table + " WHERE 1 = 0").close();
      } catch (SQLException missing) {
        throw new StartFailure(
            "freight.jdbc.initialize-schema is never, and " + table + " cannot be read",
            "create the tables by a migration, or set embedded or always",
            missing);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /**
   * Opens tables in the database; a failure names the property that needs them, or the URL if it is
   * still a placeholder.
   *
   * @throws StartFailure if the database is unreachable, or a table is missing
   */
  static <T> T open(String property, Environment environment, Supplier<T> supplier) {
    String action =
        "check the database of " + URL + ": that it is running, and what its user may do";
    try {
      return StartFailure.orFail(property, action, supplier);
    } catch (StartFailure failure) {
      String url = Binder.get(environment).bind(URL, String.class).orElse("");
      if (!url.contains("${")) throw failure;
      throw new StartFailure(
          URL + " is still a placeholder, and " + property + " needs the database",
          "set the variable that it names, or write its value instead",
          failure);
    }
  }
}

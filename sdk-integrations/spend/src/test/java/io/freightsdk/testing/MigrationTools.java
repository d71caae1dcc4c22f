package io.freightsdk.testing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import liquibase.Contexts;
import liquibase.LabelExpression;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.exception.LiquibaseException;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;

/** Runs the scripts of the jars with Flyway and Liquibase. */
public final class MigrationTools {
  private MigrationTools() {}

  /**
   * Runs the scripts of a folder of a jar twice with Flyway.
   *
   * @param folder such as {@code io/freightsdk/spend/ledger/h2}
   */
  public static void flyway(String url, String folder) {
    for (int run = 0; run < 2; run++) migrate(url, "classpath:" + folder);
  }

  /**
   * Runs the scripts between and after the migrations of an application. A versioned script would
   * always have to run before them.
   *
   * @param own an empty folder
   */
  public static void flywayBesideOwn(String url, String folder, Path own)
      throws IOException, SQLException {
    String[] folders = {"filesystem:" + own, "classpath:" + folder};
    Files.writeString(own.resolve("V1__orders.sql"), "CREATE TABLE orders (id INTEGER);");
    migrate(url, folders);
    Files.writeString(own.resolve("V2__paid.sql"), "ALTER TABLE orders ADD COLUMN paid INTEGER;");
    migrate(url, folders);
    Files.writeString(
        own.resolve("V20270101__sent.sql"), "ALTER TABLE orders ADD COLUMN sent INTEGER;");
    migrate(url, folders);
    EmptyDatabase.execute(url, "INSERT INTO orders (id, paid, sent) VALUES (1, 1, 1)");
  }

  /**
   * Runs a copy of a script of a jar with Flyway, which runs it again if its first line has
   * changed. Returns the number of scripts that ran.
   *
   * @param own a folder for the copy
   */
  public static int flywayOfCopy(String url, String script, String begin, Path own)
      throws IOException {
    try (InputStream in = MigrationTools.class.getResourceAsStream("/" + script)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Files.writeString(own.resolve(Path.of(script).getFileName()), begin + text);
    }
    return migrate(url, "filesystem:" + own);
  }

  private static int migrate(String url, String... folders) {
    String user = url.startsWith("jdbc:h2") ? "" : "freight";
    return Flyway.configure()
        .dataSource(url, user, null)
        .locations(folders)
        .load()
        .migrate()
        .migrationsExecuted;
  }

  /**
   * Runs a script of a jar twice with Liquibase.
   *
   * @param script such as {@code io/freightsdk/spend/ledger/h2/R__freight_ledger.sql}
   * @param own an empty folder
   */
  public static void liquibase(String url, String script, Path own)
      throws IOException, SQLException, LiquibaseException {
    Files.writeString(
        own.resolve("changes.xml"),
        String.format(
            Locale.ROOT,
            """
        <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
            xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
          <changeSet id="freight-1" author="us">
            <sqlFile path="%s"/>
          </changeSet>
        </databaseChangeLog>
        """,
            script));
    try (Connection connection = DriverManager.getConnection(url)) {
      Liquibase liquibase =
          new Liquibase(
              "changes.xml",
              new CompositeResourceAccessor(
                  new DirectoryResourceAccessor(own), new ClassLoaderResourceAccessor()),
              DatabaseFactory.getInstance()
                  .findCorrectDatabaseImplementation(new JdbcConnection(connection)));
      for (int run = 0; run < 2; run++) liquibase.update(new Contexts(), new LabelExpression());
    }
  }
}

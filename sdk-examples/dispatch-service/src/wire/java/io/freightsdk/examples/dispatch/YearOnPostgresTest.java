package io.freightsdk.examples.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testsupport.Thorough;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
    named = YearOnPostgresTest.URL,
    matches = ".+",
    disabledReason =
        "needs PostgreSQL: run with sdk-integrations/freight-sql/src/test/scripts/with-databases.sh")
@Thorough("needs PostgreSQL")
class YearOnPostgresTest extends YearTest {
  static final String URL = "FREIGHT_TEST_POSTGRES_URL";

  @Override
  Database database() throws Exception {
    String name = "year_" + UUID.randomUUID().toString().replace("-", "");
    try (Connection connection = DriverManager.getConnection(System.getenv(URL));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    }
    return new Postgres(System.getenv(URL).replaceFirst("/[a-z]+\\?", "/" + name + "?"));
  }

  /** The server that {@code with-databases.sh} has started; it runs when this ends. */
  private record Postgres(String url) implements Database {
    @Override
    public void stop() throws Exception {
      control("stop");
    }

    @Override
    public void kill() throws Exception {
      control("kill");
    }

    @Override
    public void start() throws Exception {
      control("start");
    }

    @Override
    public void close() {}

    private static void control(String verb) throws Exception {
      Path said = Files.createTempFile("control", ".log");
      // Into a file: a server that was started would hold a pipe open.
      int code =
          new ProcessBuilder(System.getenv("FREIGHT_TEST_DATABASE_CONTROL"), verb, "postgres")
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start()
              .waitFor();
      assertThat(code).as("%s: %s", verb, Files.readString(said)).isZero();
      Files.delete(said);
    }
  }
}

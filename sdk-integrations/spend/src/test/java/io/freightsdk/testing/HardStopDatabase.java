package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** A database server of {@code with-databases.sh}, which a test may stop as a power cut does. */
public enum HardStopDatabase implements DatabaseServer {
  POSTGRES("FREIGHT_TEST_POSTGRES_URL"),
  MARIADB("FREIGHT_TEST_MARIADB_URL");

  private static final String CONTROL = "FREIGHT_TEST_DATABASE_CONTROL";
  private static final long BOUND_SECONDS = 120;

  private final String variable;

  HardStopDatabase(String variable) {
    this.variable = variable;
  }

  @Override
  public String url() {
    return System.getenv(variable);
  }

  @Override
  public void kill() throws Exception {
    control("kill");
  }

  @Override
  public void start() throws Exception {
    control("start");
  }

  /** Whether {@code with-databases.sh} has started it. */
  public boolean isThere() {
    return System.getenv(variable) != null && System.getenv(CONTROL) != null;
  }

  private void control(String verb) throws IOException, InterruptedException {
    Path output = Files.createTempFile("database-control", ".log");
    try {
      // To a file, because a started server would keep a pipe open.
      Process control =
          new ProcessBuilder(System.getenv(CONTROL), verb, name().toLowerCase(Locale.ROOT))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
              .start();
      boolean ended = control.waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
      String text = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as("%s %s ended: %s", verb, this, text).isTrue();
      assertThat(control.exitValue()).as("%s %s: %s", verb, this, text).isZero();
    } finally {
      Files.delete(output);
    }
  }
}

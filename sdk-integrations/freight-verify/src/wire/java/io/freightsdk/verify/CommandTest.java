package io.freightsdk.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testsupport.ChildJvm;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.h2.api.Trigger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@ExpectedWarnings("io.freightsdk")
class CommandTest {
  @TempDir Path folder;

  private String url() {
    return "jdbc:h2:" + folder.resolve("ledger") + ";WRITE_DELAY=0";
  }

  /** A service without JUnit on its class path runs it too. */
  @Test
  void withoutJUnitItTriesADatabaseAndEndsWithZero() throws Exception {
    Process command = command("--url", url(), "--limit-per-day", "10.00", "--at-most", "1800");
    String said = new String(command.getInputStream().readAllBytes(), UTF_8);
    assertThat(command.waitFor()).as(said).isZero();
    assertThat(said)
        .startsWith("Freight verify: H2 ")
        .contains("; 10.00 USD per 24 hours; a load costs 0.65 USD")
        .contains(" 0 failed, 4 not tried.");
  }

  @Test
  void aSignalEndsItAndItsRowsAreGone() throws Exception {
    String url = url() + ";AUTO_SERVER=TRUE";
    JdbcDataSource database = new JdbcDataSource();
    database.setURL(url);
    // Whoever keeps the database open sees what the command leaves there, and runs its triggers.
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      SpendLedger unused = SpendLedger.jdbc(database, "tables");
      statement.execute("DELETE FROM freight_book");
      statement.execute(
          "CREATE TRIGGER begun AFTER INSERT ON freight_book FOR EACH ROW CALL '"
              + Begun.class.getName()
              + "'");
      Process command = command("--url", url, "--limit-per-day", "10.00");
      CompletableFuture.anyOf(Begun.BEGUN, command.onExit()).join();
      assertThat(Begun.BEGUN).isDone();
      command.destroy();
      command.waitFor();
      assertThat(MistakesTest.hasRows(connection)).isFalse();
    }
  }

  /** The command tells nothing before its end; it has begun when it has a row. */
  public static final class Begun implements Trigger {
    private static final CompletableFuture<Void> BEGUN = new CompletableFuture<>();

    @Override
    public void fire(Connection connection, Object[] before, Object[] after) {
      BEGUN.complete(null);
    }
  }

  private static Process command(String... arguments) throws IOException {
    String classPath =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("junit"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command =
        Stream.concat(Stream.of("-cp", classPath, Verify.class.getName()), Stream.of(arguments))
            .toList();
    return new ProcessBuilder(ChildJvm.command(command.toArray(String[]::new)))
        .redirectErrorStream(true)
        .start();
  }

  private static String run(int expected, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int status = Verify.run(arguments, null, new PrintStream(out, true, UTF_8));
    assertThat(status).as("%s", out).isEqualTo(expected);
    return out.toString(UTF_8);
  }

  @Test
  void whatItDoesNotUnderstandEndsWithTwo() {
    assertThat(run(2)).startsWith("--url is missing").contains("FREIGHT_DATABASE_PASSWORD");
    assertThat(run(2, "--url")).startsWith("--url of what?");
    assertThat(run(2, "--url", "x", "--limit", "1")).startsWith("unknown option --limit");
    assertThat(run(2, "--url", "x", "--deadline", "soon")).startsWith("--deadline: expected");
    assertThat(run(2, "--url", "x", "--limit-per-day", "ten")).contains("ten");
    assertThat(run(2, "--url", "x", "--limit-per-day", "1", "--day-zone", "Mars")).contains("Mars");
  }

  @Test
  void whatFailsEndsWithOne() {
    String said = run(1, "--url", "jdbc:h2:tcp://127.0.0.1:1/mem:x", "--limit-per-day", "10.00");
    assertThat(said).contains("FAILED", "-> start the database").contains("1 failed");
    assertThat(run(1, "--url", url(), "--limit-per-day", "0.50")).contains("-> raise the limit");
  }

  @Test
  void whatHasNoTimeIsToldAsNotTried() {
    assertThat(run(0, "--url", url(), "--limit-per-day", "10.00", "--at-most", "0"))
        .contains("there was no time: atMost is PT0S");
  }
}

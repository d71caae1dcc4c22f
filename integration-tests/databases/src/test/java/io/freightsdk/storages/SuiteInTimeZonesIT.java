package io.freightsdk.storages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.freightsdk.testing.ChildJvm;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Runs the tests of the ledger in JVMs with other time zones, whose days and clocks change at other
 * times, and with a language that has other digits.
 */
@Tag("slow") // runs many tests again
class SuiteInTimeZonesIT {
  private static final List<String> CLASSES =
      List.of(
          "io.freightsdk.storages.SchemaTest",
          "io.freightsdk.limits.LedgerModelInDatabasesTest",
          "io.freightsdk.limits.LedgerModelTest",
          "io.freightsdk.spend.FileLedgerTest",
          "io.freightsdk.spend.H2LedgerTest",
          "io.freightsdk.spend.MemoryLedgerTest");

  @TempDir Path folder;

  /** Runs the tests and prints the failed ones. */
  static final class Running {
    private Running() {}

    public static void main(String[] arguments) {
      Launcher launcher = LauncherFactory.create();
      SummaryGeneratingListener summary = new SummaryGeneratingListener();
      launcher.execute(
          LauncherDiscoveryRequestBuilder.request()
              .selectors(Stream.of(arguments).map(name -> selectClass(name)).toList())
              .build(),
          summary);
      summary.getSummary().printFailuresTo(new PrintWriter(System.err, true, UTF_8), 20);
      long succeeded = summary.getSummary().getTestsSucceededCount();
      boolean fine = summary.getSummary().getTotalFailureCount() == 0 && succeeded > 100;
      System.err.println(succeeded + " tests succeeded");
      Runtime.getRuntime().exit(fine ? 0 : 1);
    }
  }

  @ParameterizedTest
  @CsvSource({"Asia/Tokyo, ja, JP", "America/Chicago, en, US", "Africa/Cairo, ar, EG"})
  void suitePassesInEachTimeZone(String zone, String language, String country) throws Exception {
    List<String> command = ChildJvm.program(Running.class, CLASSES.toArray(String[]::new));
    command.addAll(
        1,
        List.of(
            "-ea",
            "-Duser.timezone=" + zone,
            "-Duser.language=" + language,
            "-Duser.country=" + country));
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    try {
      assertThat(process.waitFor(9, TimeUnit.MINUTES)).as("ends").isTrue();
      assertThat(process.exitValue()).as(() -> output(log)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String output(Path log) {
    try {
      return java.nio.file.Files.readString(log);
    } catch (java.io.IOException e) {
      return e.toString();
    }
  }
}

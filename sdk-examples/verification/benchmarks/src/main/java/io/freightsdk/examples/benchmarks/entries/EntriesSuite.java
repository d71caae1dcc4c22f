package io.freightsdk.examples.benchmarks.entries;

import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PaidServer;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How many methods, in how many of our files, a warm call enters. */
public final class EntriesSuite implements Suite {
  static final String CREATE_LOAD = "createLoad";
  static final String LIMITED_CREATE_LOAD = "createLoad under a limit";
  static final String ASYNC_READ = "async getLoadPosition";
  static final String TOOL = "tool get_load_position";
  static final String BALANCE = "getBalance";

  private static final String ENTRIES = "method entries";
  private static final String FILES = "source files";

  /** In the order of {@link Entries.Count}. */
  private static final List<String> METRICS =
      List.of(
          ENTRIES, FILES, "with accessors and constructors", "entries of models, which are JSON");

  private static final Table TABLE =
      new Table.Comparison(
          "entries",
          "What a reader walks through",
          """
          How many methods of the client one warm call over loopback enters (each entry
          counts), and in how many source files they are; medians of 21 calls, including the
          work that a call leaves to other threads. The limit, and those of the tool, are a
          day's in a ledger in memory, whose methods count too. The body of a lambda counts as part of the
          method around it. Constructors, class initializers and accessors are left out;
          accessors are methods that do not branch, call nothing and return a field, a record
          component or a constant. The models are counted separately, because their entries
          grow with the body that is read or written.""",
          null,
          null);

  @Override
  public String name() {
    return "entries";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    Path agent = EntryAgent.jar(Files.createDirectories(workFolder.resolve("entries")));
    try (ChildJvm server = ChildJvm.start(PaidServer.class)) {
      count(measurements, agent, "http://127.0.0.1:" + server.next());
    }
  }

  private static void count(Measurements measurements, Path agent, String baseUrl)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-javaagent:" + agent.toAbsolutePath(),
                "-Dbenchmarks.entries.list=" + Boolean.getBoolean("benchmarks.entries.list"),
                "-cp",
                System.getProperty("java.class.path"),
                CountingJvm.class.getName(),
                baseUrl)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = lines.readLine();
      for (; line != null && !line.equals("end"); line = lines.readLine()) {
        String[] fields = line.split("\\|");
        for (int i = 0; i < METRICS.size(); i++) {
          double value = Double.parseDouble(fields[i + 1]);
          measurements.add(Measurement.of(TABLE.name(), fields[0], METRICS.get(i), "", value));
        }
      }
      if (line == null) throw new IOException("the counting JVM ended with " + process.waitFor());
    } finally {
      process.destroyForcibly();
    }
  }

  @Override
  public List<Table> tables() {
    return List.of(TABLE);
  }

  @Override
  public List<Aim> aims() {
    return List.of(
        Aim.figureAtMost(120, TABLE.name(), CREATE_LOAD, ENTRIES),
        Aim.figureAtMost(25, TABLE.name(), CREATE_LOAD, FILES),
        Aim.figureAtMost(150, TABLE.name(), TOOL, ENTRIES),
        Aim.figureAtMost(45, TABLE.name(), TOOL, FILES));
  }
}

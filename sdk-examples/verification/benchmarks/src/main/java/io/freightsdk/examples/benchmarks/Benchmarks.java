package io.freightsdk.examples.benchmarks;

import io.freightsdk.examples.benchmarks.calls.CallsSuite;
import io.freightsdk.examples.benchmarks.codec.CodecSuite;
import io.freightsdk.examples.benchmarks.entries.EntriesSuite;
import io.freightsdk.examples.benchmarks.fleet.FleetSuite;
import io.freightsdk.examples.benchmarks.geofence.GeofenceSuite;
import io.freightsdk.examples.benchmarks.growth.GrowthSuite;
import io.freightsdk.examples.benchmarks.mcp.McpSuite;
import io.freightsdk.examples.benchmarks.money.MoneySuite;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Report;
import io.freightsdk.examples.benchmarks.server.ServerSuite;
import io.freightsdk.examples.benchmarks.startup.StartupSuite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs the suites one after the other, each in a fresh JVM, and writes the page: {@code Benchmarks
 * all|page|suite[,suite] workFolder docsFolder}, where {@code page} only writes the page again. The
 * figures of earlier runs of other suites stay until the work folder is deleted. A run of {@link
 * Effort#SMOKE} writes its page into the work folder, as does one that is profiled ({@link
 * Profile}).
 */
public final class Benchmarks {
  static final List<Suite> SUITES =
      List.of(
          new CodecSuite(),
          new CallsSuite(),
          new EntriesSuite(),
          new StartupSuite(),
          new ServerSuite(),
          new GeofenceSuite(),
          new GrowthSuite(),
          new MoneySuite(),
          new FleetSuite(),
          new McpSuite());

  private Benchmarks() {}

  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2) {
      runHere(arguments[0], Path.of(arguments[1]));
      return;
    }
    Path target = Path.of(arguments[1]);
    boolean isForReaders = Effort.ofThisRun() == Effort.FULL && !Profile.isWanted();
    if (arguments[0].equals("all") && isForReaders) requireAll();
    Path work = Files.createDirectories(Profile.isWanted() ? target.resolve("profile") : target);
    for (String name : names(arguments[0])) runInFreshJvm(name, work);
    writePages(work, Path.of(arguments[2]).toAbsolutePath().normalize());
  }

  /** The page is of one run, which is long: it does not begin where a part would be left out. */
  private static void requireAll() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Suite suite : SUITES) missing.addAll(suite.missing());
    if (missing.isEmpty()) return;
    throw new IllegalStateException(
        "this machine lacks "
            + String.join("; ", missing)
            + ". To measure without them, name the suites: "
            + SUITES.stream().map(Suite::name).collect(Collectors.joining(",")));
  }

  private static List<String> names(String wanted) {
    if (wanted.equals("page")) return List.of();
    if (wanted.equals("all")) return SUITES.stream().map(Suite::name).toList();
    List<String> names = new ArrayList<>();
    for (String name : wanted.split(",")) names.add(suite(name).name());
    return names;
  }

  private static Suite suite(String name) {
    return SUITES.stream()
        .filter(suite -> suite.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no suite "
                        + name
                        + "; there are "
                        + SUITES.stream().map(Suite::name).toList()));
  }

  private static void runInFreshJvm(String name, Path work)
      throws IOException, InterruptedException {
    System.out.println("== " + name);
    Files.deleteIfExists(file(name, work));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    System.getProperties().stringPropertyNames().stream()
        .filter(property -> property.startsWith("benchmarks."))
        .forEach(property -> command.add("-D" + property + "=" + System.getProperty(property)));
    Path recordings = work.resolve("recordings-" + name);
    if (Profile.isWanted()) command.add(Profile.property(recordings));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Benchmarks.class.getName(),
            name,
            work.toString()));
    ProcessBuilder suite = new ProcessBuilder(command).inheritIO();
    if (Profile.isWanted()) suite.environment().putAll(Profile.start(recordings));
    int code = suite.start().waitFor();
    if (code != 0) throw new IllegalStateException("suite " + name + " ended with " + code);
    if (Profile.isWanted()) Profile.print(recordings);
  }

  private static void runHere(String name, Path work) throws Exception {
    suite(name).run(new Measurements(file(name, work)), work);
  }

  private static void writePages(Path work, Path docs) throws IOException {
    Report report = new Report();
    for (Suite suite : SUITES) {
      Path file = file(suite.name(), work);
      boolean isMeasured = Files.exists(file);
      report.add(
          new Report.Part(
              suite.getClass().getSimpleName() + ".java",
              suite.tables(),
              suite.aims(),
              isMeasured ? suite.peers() : List.of(),
              suite.optionalSubjects(),
              isMeasured ? new Measurements(file).all() : List.of()));
    }
    boolean isForReaders = Effort.ofThisRun() == Effort.FULL && !Profile.isWanted();
    report.requireKnownFigures(docs, !isForReaders);
    report.write(
        isForReaders ? docs : Files.createDirectories(work.resolve("docs").toAbsolutePath()),
        Headlines.ALL,
        Path.of(System.getProperty("benchmarks.notes", "src/main/notes")));
  }

  private static Path file(String name, Path work) {
    return work.resolve("measured-" + name + ".jsonl");
  }
}

package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** How long a server takes to its first answer: in a fresh JVM, and the second in one JVM. */
final class Starts {
  static final String COLD = "server cold start";
  static final String SECOND = "server second start";
  static final String TIME = "time to first answer";

  static final List<Table> TABLES =
      List.of(
          new Table.Comparison(
              COLD,
              "Server: cold start",
              """
              A fresh JVM with default flags, from the start of the process to the last byte of the
              answer to `GET /v1/agent/balance`, asked again every millisecond over a raw socket. Ours
              is `java -jar` of the standalone jar, the others a `main` with the same three answers as
              stubs. The floor is the JDK's own server with constant bodies, tuned by
              `sun.net.httpserver.nodelay`. All take turns. Beside the time, the classes that are
              loaded until then: those that the JVM's own archive does not hold are what it costs. "With an
              archive" is ours as its users can start it too: once with
              `-XX:ArchiveClassesAtExit=server.jsa`, from then on with
              `-XX:SharedArchiveFile=server.jsa`.""",
              Contender.OURS,
              Contender.FLOOR),
          new Table.Comparison(
              SECOND,
              "Server: second start in one JVM",
              """
              What the next test of a suite waits for: a server is started, asked once and stopped, and
              then another is, which is the one measured, from the call that starts it to the last byte
              of its first answer. One figure a fresh JVM; all take turns.""",
              Contender.OURS,
              Contender.FLOOR));

  private final List<Contender> contenders;
  private final Contender archived;
  private final Path bodies;
  private final Path work;

  Starts(List<Contender> contenders, Path bodies, Path work) {
    this.contenders = contenders;
    this.archived = Contender.oursWith(work.resolve("server.jsa"));
    this.bodies = bodies;
    this.work = work;
  }

  void measure(int rounds, Measurements measurements) throws Exception {
    makeArchive();
    Rounds cold = new Rounds();
    Rounds second = new Rounds();
    for (int round = 0; round < rounds; round++) {
      for (Contender contender : contenders) {
        cold.add(contender.name(), coldMillis(contender));
        second.add(contender.name(), secondMillis(contender));
      }
      cold.add(archived.name(), coldMillis(archived));
    }
    cold.forEach(
        (name, values) -> measurements.add(Measurement.of(COLD, name, TIME, "ms", values)));
    second.forEach(
        (name, values) -> measurements.add(Measurement.of(SECOND, name, TIME, "ms", values)));
    countClasses(measurements);
  }

  /** What the JVM has loaded until the first answer, written down at its end. */
  private void makeArchive() throws IOException, InterruptedException {
    Path archive = work.resolve("server.jsa");
    Files.deleteIfExists(archive);
    Contender recorded = Contender.ours().with("-XX:ArchiveClassesAtExit=" + archive);
    ServerProcess.start(recorded, bodies, work.resolve("server.log")).endOrderly();
    if (!Files.exists(archive)) throw new IOException("no archive; see server.log in " + work);
  }

  /** From a run of its own: writing the log takes time. */
  private void countClasses(Measurements measurements) throws IOException, InterruptedException {
    for (Contender contender : contenders) {
      Path log = Files.createTempFile(work, "classes", ".log");
      coldMillis(contender.with("-Xlog:class+load:file=" + log));
      List<String> loaded = Files.readAllLines(log);
      double archived =
          loaded.stream().filter(line -> line.contains("source: shared objects file")).count();
      measurements.add(
          Measurement.of(
              COLD, contender.name(), "classes outside the archive", "", loaded.size() - archived));
      Files.delete(log);
    }
  }

  private double coldMillis(Contender contender) throws IOException, InterruptedException {
    try (ServerProcess server =
        ServerProcess.start(contender, bodies, work.resolve("server.log"))) {
      return server.millisToFirstAnswer();
    }
  }

  private double secondMillis(Contender contender) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(contender.twice(bodies))
            .redirectError(ProcessBuilder.Redirect.appendTo(work.resolve("server.log").toFile()))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output
        .lines()
        .filter(line -> line.startsWith("nanos "))
        .mapToDouble(line -> Long.parseLong(line.substring("nanos ".length())) / 1e6)
        .findFirst()
        .orElseThrow(() -> new IOException(contender.name() + " says: " + output));
  }
}

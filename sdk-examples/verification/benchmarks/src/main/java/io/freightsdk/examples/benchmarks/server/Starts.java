package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.Rounds;
import io.freightsdk.examples.benchmarks.Warmth;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** How long a server takes to its first answer: in a fresh JVM, and the second in one JVM. */
final class Starts {
  static final String COLD = "server cold start";
  static final String SECOND = "server second start";
  static final String TIME = "time to first answer";
  static final String PROCESSOR = "processor";

  /** What a second start tells, and how the table names it. */
  private static final Map<String, String> SECOND_METRICS =
      new TreeMap<>(
          Map.of(
              "answered",
              TIME,
              "compiled",
              "compiler at work",
              "waited",
              "threads without a core"));

  static final List<Table> TABLES =
      List.of(
          new Table.Comparison(
              COLD,
              "Server: cold start",
              """
              A fresh JVM with default flags, from the start of the process to the last byte of the
              answer to `GET /v1/agent/balance`, asked again every millisecond over a raw socket. Ours
              is `java -jar` of the standalone jar, the others a `main` with the same three answers as
              stubs. Processor is the time of all its threads until then, in steps of 10 ms. The floor is the JDK's own server with constant bodies, tuned by
              `sun.net.httpserver.nodelay`. All take turns. The tables also show the classes that are
              loaded until then; those that are not in the JVM's own archive cost most of the time.
              """
                  + Warmth.TEXT,
              Contender.OURS,
              Contender.FLOOR),
          new Table.Comparison(
              SECOND,
              "Server: second start in one JVM",
              """
              What the next test of a suite waits for: one server is started, called once and
              stopped; then a second one is started and measured, from the call that starts it to
              the last byte of its first answer. Each fresh JVM gives one figure; all take turns.
              The other tables come from the Linux scheduler (`/proc/self/task/*/schedstat`): how
              long the JIT compiler's threads ran meanwhile, and how long all other threads
              together were ready to run but had no core.""",
              Contender.OURS,
              Contender.FLOOR));

  private final List<Contender> contenders;
  private final Path bodies;
  private final Path work;

  Starts(List<Contender> contenders, Path bodies, Path work) {
    this.contenders = contenders;
    this.bodies = bodies;
    this.work = work;
  }

  void measure(int rounds, Measurements measurements) throws Exception {
    List<Contender> warm = warm();
    Rounds cold = new Rounds();
    Rounds processor = new Rounds();
    Map<String, Rounds> second = new LinkedHashMap<>();
    SECOND_METRICS.keySet().forEach(word -> second.put(word, new Rounds()));
    for (int round = 0; round < rounds; round++) {
      for (Contender contender : contenders) {
        coldStart(contender, cold, processor);
        second(contender).forEach((word, millis) -> second.get(word).add(contender.name(), millis));
      }
      for (Contender contender : warm) coldStart(contender, cold, processor);
    }
    cold.forEach(
        (name, values) -> measurements.add(Measurement.of(COLD, name, TIME, "ms", values)));
    processor.forEach(
        (name, values) -> measurements.add(Measurement.of(COLD, name, PROCESSOR, "ms", values)));
    second.forEach(
        (word, byName) ->
            byName.forEach(
                (name, values) ->
                    measurements.add(
                        Measurement.of(SECOND, name, SECOND_METRICS.get(word), "ms", values))));
    countClasses(measurements);
  }

  /** Ours in the ways in which its users can start it faster. */
  private List<Contender> warm() throws Exception {
    List<Contender> warm = new ArrayList<>();
    for (Warmth warmth : Warmth.all(work, "server")) {
      if (warmth.name().isEmpty()) continue;
      warmth.prepare(flags -> start(Contender.ours(warmth, flags)).endOrderly());
      warm.add(Contender.ours(warmth, warmth.use()));
    }
    return warm;
  }

  /** From a run of its own: writing the log takes time. */
  private void countClasses(Measurements measurements) throws IOException, InterruptedException {
    for (Contender contender : contenders) {
      Path log = Files.createTempFile(work, "classes", ".log");
      start(contender.with("-Xlog:class+load:file=" + log)).close();
      List<String> loaded = Files.readAllLines(log);
      double archived =
          loaded.stream().filter(line -> line.contains("source: shared objects file")).count();
      measurements.add(
          Measurement.of(
              COLD, contender.name(), "classes outside the archive", "", loaded.size() - archived));
      Files.delete(log);
    }
  }

  private void coldStart(Contender contender, Rounds time, Rounds processor)
      throws IOException, InterruptedException {
    try (ServerProcess server = start(contender)) {
      time.add(contender.name(), server.millisToFirstAnswer());
      processor.add(contender.name(), server.processorMillis());
    }
  }

  private ServerProcess start(Contender contender) throws IOException, InterruptedException {
    return ServerProcess.start(contender, bodies, work.resolve("server.log"));
  }

  /** By the words of {@link io.freightsdk.examples.benchmarks.server.stub.StubMain}. */
  private Map<String, Double> second(Contender contender) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(contender.twice(bodies))
            .redirectError(ProcessBuilder.Redirect.appendTo(work.resolve("server.log").toFile()))
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Map<String, Double> millis = new HashMap<>();
    for (String line : output.lines().toList()) {
      String[] words = line.split(" ");
      if (words.length == 2 && SECOND_METRICS.containsKey(words[0])) {
        millis.put(words[0], Double.valueOf(words[1]));
      }
    }
    if (millis.isEmpty()) throw new IOException(contender.name() + " says: " + output);
    return millis;
  }
}

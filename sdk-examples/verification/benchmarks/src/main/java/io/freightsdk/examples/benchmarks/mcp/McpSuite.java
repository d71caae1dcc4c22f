package io.freightsdk.examples.benchmarks.mcp;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Percentiles;
import io.freightsdk.examples.benchmarks.Rounds;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.Warmth;
import io.freightsdk.examples.benchmarks.peer.ChildJvm;
import io.freightsdk.examples.benchmarks.peer.PaidServer;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.examples.benchmarks.server.OtherJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;

/** What a host waits for: the server's start, and its tools. */
public final class McpSuite implements Suite {
  private static final String START = "mcp start";
  private static final String CALLS = "mcp calls";
  private static final String OURS = "freight-mcp-server";
  private static final String FLOOR = "a JVM that echoes lines";
  private static final String TIME = "time to the first tools/list";
  private static final long MOST_MILLIS = 300;

  private static final String LIST = "\"method\":\"tools/list\"";

  private static final String START_TEXT =
      """
      From the start of the process to the answer of `tools/list`, after `initialize`, with a new
      ledger in an empty folder; and the processor time of all its threads until then, in steps of 10 ms. The floor is a JVM that answers each line with a constant one. All take turns.
      """
          + Warmth.TEXT;

  private static final String CALLS_TEXT =
      """
      `tools/call` over standard input and output, one call after the other, to a warm
      server with its ledger in a file and a service in a JVM of its own that does no work.
      A paid read books 0.02 USD on disk before the request is sent; a repeated one is
      answered from the read that was paid. Processor and allocated are those of the
      server's process.""";

  private final int rounds = Effort.ofThisRun().of(9, 2);
  private final int calls = Effort.ofThisRun().of(400, 20);
  private final int warmUp = Effort.ofThisRun().of(3_000, 20);

  @Override
  public String name() {
    return "mcp";
  }

  @Override
  public List<Table> tables() {
    return List.of(
        new Table.Comparison(START, "The MCP server: start", START_TEXT, OURS, FLOOR),
        new Table.Comparison(CALLS, "The MCP server: calls of tools", CALLS_TEXT, null, FLOOR));
  }

  @Override
  public List<Aim> aims() {
    return List.of(Aim.figureAtMost(MOST_MILLIS, START, OURS, TIME));
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    Path work = Files.createDirectories(workFolder.resolve("mcp"));
    try (ChildJvm service = ChildJvm.start(PaidServer.class)) {
      String baseUrl = "http://127.0.0.1:" + service.next();
      starts(baseUrl, work, measurements);
      try (McpProcess server = McpProcess.server(baseUrl, newFolder(work))) {
        calls("get_balance", server, i -> call("get_balance", ""), measurements);
        calls("get_load_position, repeated", server, i -> position(1), measurements);
        calls("get_load_position, paid", server, i -> position(2 + i), measurements);
      }
      try (McpProcess echo = McpProcess.echo(baseUrl, newFolder(work))) {
        calls(FLOOR, echo, i -> call("get_balance", ""), measurements);
      }
    }
  }

  private interface Start {
    McpProcess in(Path folder) throws IOException;
  }

  private static Path newFolder(Path work) throws IOException {
    return Files.createTempDirectory(work, "ledger");
  }

  private void starts(String baseUrl, Path work, Measurements measurements) throws Exception {
    Map<String, Start> starts = new LinkedHashMap<>();
    for (Warmth warmth : Warmth.all(work, "mcp")) {
      warmth.prepare(
          flags -> {
            try (McpProcess process =
                McpProcess.server(warmth.javaHome(), flags, baseUrl, newFolder(work))) {
              list(process);
            }
          });
      starts.put(
          warmth.of(OURS),
          folder -> McpProcess.server(warmth.javaHome(), warmth.use(), baseUrl, folder));
    }
    starts.put(FLOOR, folder -> McpProcess.echo(baseUrl, folder));
    Rounds millis = new Rounds();
    Rounds processor = new Rounds();
    for (int round = 0; round < rounds; round++) {
      for (Map.Entry<String, Start> start : starts.entrySet()) {
        Path folder = newFolder(work);
        long begin = System.nanoTime();
        try (McpProcess process = start.getValue().in(folder)) {
          list(process);
          millis.add(start.getKey(), (System.nanoTime() - begin) / 1e6);
          processor.add(start.getKey(), process.processorMillis());
        }
      }
    }
    millis.forEach(
        (subject, values) -> measurements.add(Measurement.of(START, subject, TIME, "ms", values)));
    processor.forEach(
        (subject, values) ->
            measurements.add(Measurement.of(START, subject, "processor", "ms", values)));
  }

  private static void list(McpProcess process) throws IOException {
    process.initialize();
    process.ask(LIST);
  }

  private void calls(
      String subject, McpProcess server, LongFunction<String> request, Measurements measurements)
      throws IOException {
    server.initialize();
    long index = 0;
    for (; index < warmUp; index++) server.ask(request.apply(index));
    double[] medians = new double[rounds];
    double[] slowest = new double[rounds];
    double[] corrected = new double[rounds];
    double[] processor = new double[rounds];
    double[] bytes = new double[rounds];
    try (OtherJvm jvm = server.jvm()) {
      for (int round = 0; round < rounds; round++) {
        Percentiles times = new Percentiles();
        Usage before = jvm.usage();
        for (int i = 0; i < calls; i++) {
          long begin = System.nanoTime();
          server.ask(request.apply(index++));
          times.add(System.nanoTime() - begin);
        }
        Usage after = jvm.usage();
        medians[round] = times.p50Micros();
        slowest[round] = times.p99Micros();
        corrected[round] = times.p99CorrectedMicros();
        processor[round] = after.processorMicrosSince(before) / calls;
        bytes[round] = (double) after.bytesSince(before) / calls;
      }
    }
    measurements.add(Measurement.of(CALLS, subject, "p50", "us", medians));
    measurements.add(Measurement.of(CALLS, subject, "p99", "us", slowest));
    measurements.add(Measurement.of(CALLS, subject, "p99, corrected", "us", corrected));
    measurements.add(Measurement.of(CALLS, subject, "processor", "us", processor));
    measurements.add(Measurement.of(CALLS, subject, "allocated", "B", bytes));
  }

  private static String position(long load) {
    return call("get_load_position", "\"loadNumber\":\"LD-2026-%d\"".formatted(1_000 + load));
  }

  private static String call(String tool, String arguments) {
    return """
        "method":"tools/call","params":{"name":"%s","arguments":{%s}}"""
        .formatted(tool, arguments);
  }
}

package io.freightsdk.examples.benchmarks.server;

import io.freightsdk.examples.benchmarks.server.stub.StubMain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The load generator {@code wrk}, driven by a script of ours. */
final class Wrk {
  private static final Pattern VERSION = Pattern.compile("wrk (\\S+)");
  private static final Pattern RESULT =
      Pattern.compile("RESULT (\\d+) (\\d+) ([0-9.]+) ([0-9.]+) (\\d+)");
  private static final int CONNECTIONS = 16;

  private static final String SCRIPT =
      """
      local sent = 0
      request = function()
        sent = sent + 1
        local body = BODY and BODY:gsub("@reference@", PREFIX .. sent) or nil
        return wrk.format(METHOD, PATHS[sent % #PATHS + 1], HEADERS, body)
      end
      done = function(summary, latency, requests)
        local e = summary.errors
        io.write(string.format("RESULT %d %d %.1f %.1f %d\\n", summary.requests, summary.duration,
          latency:percentile(50), latency:percentile(99),
          e.connect + e.read + e.write + e.status + e.timeout))
      end
      """;

  private final Path folder;

  Wrk(Path folder) {
    this.folder = folder;
  }

  /** What a run gave; latencies in microseconds. */
  record Result(long requests, double requestsPerSecond, double p50Micros, double p99Micros) {}

  /** Its version; empty when it is not installed. */
  static Optional<String> version() {
    try {
      Matcher version = VERSION.matcher(output(List.of("wrk", "-v")));
      return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Asks for the paths in turn. */
  Result get(int port, List<String> paths, int seconds) throws IOException {
    return run(port, paths, seconds, "METHOD = 'GET'\nPREFIX = ''\n");
  }

  /** Each body has a reference of its own that begins with {@code prefix}. */
  Result post(int port, String path, int seconds, String body, String prefix) throws IOException {
    return run(
        port,
        List.of(path),
        seconds,
        "METHOD = 'POST'\nPREFIX = '" + prefix + "'\nBODY = [[" + body + "]]\n");
  }

  private Result run(int port, List<String> paths, int seconds, String settings)
      throws IOException {
    Path script = folder.resolve("wrk.lua");
    String headers =
        "HEADERS = {['Authorization'] = 'Bearer "
            + StubMain.AGENT_KEY
            + "', ['Content-Type'] = 'application/json'}\n";
    String targets = paths.stream().collect(Collectors.joining("', '", "PATHS = {'", "'}\n"));
    Files.writeString(script, settings + headers + targets + SCRIPT);
    String output =
        output(
            List.of(
                "wrk",
                "-t1",
                "-c" + CONNECTIONS,
                "-d" + seconds + "s",
                "-s",
                script.toString(),
                "http://127.0.0.1:" + port));
    Matcher result = RESULT.matcher(output);
    if (!result.find()) throw new IOException("wrk says: " + output);
    if (!result.group(5).equals("0")) {
      throw new IOException(result.group(5) + " errors at " + paths + "; wrk says: " + output);
    }
    double requestsPerSecond =
        Long.parseLong(result.group(1)) / (Long.parseLong(result.group(2)) / 1e6);
    return new Result(
        Long.parseLong(result.group(1)),
        requestsPerSecond,
        Double.parseDouble(result.group(3)),
        Double.parseDouble(result.group(4)));
  }

  private static String output(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}

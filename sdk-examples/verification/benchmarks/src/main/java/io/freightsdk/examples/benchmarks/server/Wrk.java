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
      Pattern.compile("RESULT (\\d+) (\\d+) ([0-9.]+) ([0-9.]+) ([0-9.]+) (\\d+) (\\d+)");
  private static final int CONNECTIONS = 16;

  private static final String SCRIPT =
      """
      local sent = 0
      request = function()
        sent = sent + 1
        local body = BODY and BODY:gsub("@reference@", PREFIX .. sent) or nil
        return wrk.format(METHOD, PATHS[sent % #PATHS + 1], HEADERS, body)
      end
      -- wrk has added to each latency those of the requests that it kept from being sent: the same
      -- less one interval, less two, and so on. From the slowest down, they are taken away again.
      local function measured(summary, latency)
        local interval = math.floor(summary.duration / math.floor(summary.requests / CONNECTIONS))
        local values, counts, all = {}, {}, 0
        for i = 1, #latency do
          local value, count = latency(i)
          values[i], counts[value] = value, count
        end
        for i = #values, 1, -1 do
          local count = counts[values[i]]
          all = all + count
          for added = values[i] - interval, interval + 1, -interval do
            if values[i] >= 2 * interval then counts[added] = (counts[added] or 0) - count end
          end
        end
        local function percentile(share)
          local seen = 0
          for i = 1, #values do
            seen = seen + counts[values[i]]
            if seen >= share * all then return values[i] end
          end
        end
        return percentile(0.5), percentile(0.99), all
      end
      done = function(summary, latency, requests)
        local e = summary.errors
        local p50, p99, all = measured(summary, latency)
        io.write(string.format("RESULT %d %d %.1f %.1f %.1f %d %d\\n", summary.requests, summary.duration,
          p50, p99, latency:percentile(99), all,
          e.connect + e.read + e.write + e.status + e.timeout))
      end
      """;

  private final Path folder;

  Wrk(Path folder) {
    this.folder = folder;
  }

  /** What a run gave; latencies in microseconds, of the requests that were made. */
  record Result(
      long requests,
      double requestsPerSecond,
      double p50Micros,
      double p99Micros,
      double p99CorrectedMicros) {}

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
    String connections = "CONNECTIONS = " + CONNECTIONS + "\n";
    Files.writeString(script, settings + headers + targets + connections + SCRIPT);
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
    if (!result.group(7).equals("0")) {
      throw new IOException(result.group(7) + " errors at " + paths + "; wrk says: " + output);
    }
    long requests = Long.parseLong(result.group(1));
    long latencies = Long.parseLong(result.group(6));
    if (Math.abs(latencies - requests) > requests / 100) {
      throw new IOException(
          latencies + " latencies of " + requests + " requests: this wrk corrects in another way");
    }
    return new Result(
        requests,
        requests / (Long.parseLong(result.group(2)) / 1e6),
        Double.parseDouble(result.group(3)),
        Double.parseDouble(result.group(4)),
        Double.parseDouble(result.group(5)));
  }

  private static String output(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }
}

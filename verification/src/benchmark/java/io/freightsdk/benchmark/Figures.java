package io.freightsdk.benchmark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import okhttp3.OkHttp;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures what the SDK costs beside OkHttp, and the in-memory server beside WireMock, and prints a
 * table in Markdown. All is measured once in each round, and a ratio is that of one round, so that
 * what else the machine does meets both sides. Arguments: the program of the in-memory server, and
 * the number of rounds.
 */
public final class Figures {
  /** In this order, so that what is compared is measured one after the other. */
  private static final List<String> CALLS =
      List.of(
          "okHttp",
          "sdk",
          "sdkKept",
          "sdkWithoutLimit",
          "sdkWithLedgerInMemory",
          "sdkWithLedgerInFile",
          "sdkAsync",
          "okHttpAsync",
          "okHttpThousand",
          "sdkThousand");

  private final List<Round> rounds = new ArrayList<>();

  /** What one round has measured. */
  private record Round(Map<String, RunResult> calls, Servers.Round servers) {
    private RunResult of(String benchmark) {
      return Objects.requireNonNull(calls.get(benchmark));
    }

    double micros(String benchmark) {
      return of(benchmark).getPrimaryResult().getScore();
    }

    /** How much longer a read takes. */
    double added(String withLedger) {
      return micros(withLedger) - micros("sdkWithoutLimit");
    }

    /** Allocated by all threads of the client. */
    double bytes(String benchmark) {
      return of(benchmark).getSecondaryResults().get("gc.alloc.rate.norm").getScore();
    }
  }

  public static void main(String[] arguments) throws IOException, RunnerException {
    Path wireMock = wireMock();
    Servers servers = new Servers(Path.of(arguments[0]), wireMock);
    Figures figures = new Figures();
    int rounds = Integer.parseInt(arguments[1]);
    for (int round = 1; round <= rounds; round++) {
      System.err.printf(Locale.ROOT, "round %d of %d%n", round, rounds);
      figures.rounds.add(new Round(calls(), servers.measure()));
    }
    figures.print(wireMock.getFileName().toString().replace(".jar", ""));
  }

  private static Path wireMock() {
    return Stream.of(
            System.getProperty("java.class.path").split(System.getProperty("path.separator")))
        .filter(entry -> entry.contains("wiremock-standalone"))
        .map(Path::of)
        .findFirst()
        .orElseThrow();
  }

  private static Map<String, RunResult> calls() throws RunnerException {
    Map<String, RunResult> results = new HashMap<>();
    for (String benchmark : CALLS) {
      Options options =
          new OptionsBuilder()
              .include("\\." + benchmark + "$")
              .addProfiler(GCProfiler.class)
              .shouldFailOnError(true)
              .verbosity(VerboseMode.SILENT)
              .build();
      results.put(benchmark, new Runner(options).runSingle());
    }
    return results;
  }

  private void print(String wireMock) {
    System.out.printf(
        Locale.ROOT,
        "%nOpenJDK %s, %d cores, %s %s; OkHttp %s, %s; the medians of %d rounds, and (lowest to highest) ratio%n%n",
        Runtime.version(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        OkHttp.VERSION,
        wireMock,
        rounds.size());
    row("", "Freight SDK", "beside it", "ratio");
    row("---", "---:", "---:", "---");
    row(
        "a read over loopback; by future",
        time("sdk") + ", " + bytes("sdk") + "; " + time("sdkAsync"),
        "OkHttp with the same parser: "
            + (time("okHttp") + ", " + bytes("okHttp") + "; " + time("okHttpAsync")),
        ratio("sdk", "okHttp") + "; " + ratio("sdkAsync", "okHttpAsync"));
    row(
        "a thousand reads at once by future, each answered after 20 ms",
        time("sdkThousand"),
        "OkHttp: " + time("okHttpThousand"),
        ratio("sdkThousand", "okHttpThousand"));
    row(
        "a position kept in memory (`maxAge`)",
        time("sdkKept") + ", " + bytes("sdkKept"),
        "a read: " + time("sdk") + ", " + bytes("sdk"),
        ratio("sdkKept", "sdk"));
    row(
        "the in-memory server as a program, until it has created a load; then a creation and a read",
        time(round -> round.servers.freightStart())
            + "; "
            + time(round -> round.servers.freightRequests()),
        "WireMock, stubs with the same bodies: "
            + time(round -> round.servers.wireMockStart())
            + "; "
            + time(round -> round.servers.wireMockRequests()),
        ratio(round -> round.servers.freightStart() / round.servers.wireMockStart())
            + "; "
            + ratio(round -> round.servers.freightRequests() / round.servers.wireMockRequests()));
    row(
        "what a limit per day adds to each of the first "
            + CallBenchmark.READS_OF_A_DAY
            + " reads, with its ledger in memory; in a file",
        time(round -> round.added("sdkWithLedgerInMemory"))
            + "; "
            + time(round -> round.added("sdkWithLedgerInFile")),
        "the same reads without: " + time("sdkWithoutLimit"),
        ratio(round -> round.added("sdkWithLedgerInMemory") / round.micros("sdkWithoutLimit"))
            + "; "
            + ratio(round -> round.added("sdkWithLedgerInFile") / round.micros("sdkWithoutLimit")));
  }

  private static void row(String... cells) {
    System.out.println("| " + String.join(" | ", cells) + " |");
  }

  private String time(String benchmark) {
    return time(round -> round.micros(benchmark));
  }

  private String time(ToDoubleFunction<Round> micros) {
    double median = median(micros);
    return median < 1000
        ? String.format(Locale.ROOT, "%.1f µs", median)
        : String.format(Locale.ROOT, "%.1f ms", median / 1000);
  }

  private String bytes(String benchmark) {
    return String.format(Locale.ROOT, "%,.0f bytes", median(round -> round.bytes(benchmark)));
  }

  private double median(ToDoubleFunction<Round> value) {
    return sorted(value)[rounds.size() / 2];
  }

  private String ratio(String ours, String theirs) {
    return ratio(round -> round.micros(ours) / round.micros(theirs));
  }

  private String ratio(ToDoubleFunction<Round> value) {
    double[] sorted = sorted(value);
    String format = sorted[0] < 0.1 ? "%.4f (%.4f to %.4f)" : "%.2f (%.2f to %.2f)";
    return String.format(
        Locale.ROOT, format, sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
  }

  private double[] sorted(ToDoubleFunction<Round> value) {
    return rounds.stream().mapToDouble(value).sorted().toArray();
  }
}

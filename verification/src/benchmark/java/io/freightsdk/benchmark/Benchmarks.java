package io.freightsdk.benchmark;

import io.freightsdk.testing.Needs;
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
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Compares the client with OkHttp and the in-memory server with WireMock, measures limits, and
 * prints the tables of {@code docs/benchmarks.md}. Each round measures everything once, so that
 * other load on the machine affects all. A ledger in PostgreSQL is measured if {@code
 * .ci/with-databases.sh} has started a server. The arguments are the jar of the in-memory server
 * and the number of rounds.
 */
public final class Benchmarks {
  /** The benchmarks of calls. Values of one table row are neighbours. */
  private static final List<String> CALLS =
      List.of(
          "okHttp",
          "sdk",
          "sdkCached",
          "sdkWithoutLimit",
          "sdkWithLedgerInMemory",
          "sdkWithLedgerInFile",
          "sdkAsync",
          "okHttpAsync",
          "okHttpThousand",
          "sdkThousand");

  private final List<Round> rounds = new ArrayList<>();

  /**
   * The results of one round.
   *
   * @param ledger null without PostgreSQL
   */
  private record Round(
      Map<String, RunResult> calls,
      ServerBenchmark.Round servers,
      PostgresLedgerBenchmark.@Nullable Round ledger) {
    private RunResult of(String benchmark) {
      return Objects.requireNonNull(calls.get(benchmark));
    }

    /** The median of its calls. Other load on the machine hardly changes it. */
    double micros(String benchmark) {
      return of(benchmark).getPrimaryResult().getStatistics().getPercentile(50);
    }

    /** The microseconds that a ledger adds to a read. */
    double added(String withLedger) {
      return micros(withLedger) - micros("sdkWithoutLimit");
    }

    /** Kilobytes that all threads of the client allocate in one call. */
    double kilobytes(String benchmark) {
      return of(benchmark).getSecondaryResults().get("gc.alloc.rate.norm").getScore() / 1e3;
    }

    PostgresLedgerBenchmark.Round inPostgres() {
      return Objects.requireNonNull(ledger);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path wireMock = wireMock();
    ServerBenchmark servers = new ServerBenchmark(Path.of(arguments[0]), wireMock);
    boolean withPostgres = Needs.Program.POSTGRES.isExpected();
    if (!withPostgres) {
      System.err.println("no PostgreSQL: to measure it, too, run .ci/run benchmarks");
    }
    Benchmarks figures = new Benchmarks();
    int rounds = Integer.parseInt(arguments[1]);
    for (int round = 1; round <= rounds; round++) {
      System.err.printf(Locale.ROOT, "round %d of %d%n", round, rounds);
      figures.rounds.add(
          new Round(
              calls(), servers.measure(), withPostgres ? PostgresLedgerBenchmark.measure() : null));
    }
    figures.print(wireMock.getFileName().toString().replace(".jar", ""), withPostgres);
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

  private void print(String wireMock, boolean withPostgres) {
    System.out.printf(
        Locale.ROOT,
        "%nMedians of %d runs on %d cores (%s %s) with OpenJDK %s, OkHttp %s and %s.%n",
        rounds.size(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.version(),
        OkHttp.VERSION,
        wireMock);
    table("measured", "Freight SDK", "OkHttp");
    times("a read", calls("sdk"), calls("okHttp"));
    times("an async read", calls("sdkAsync"), calls("okHttpAsync"));
    times(
        "1,000 concurrent reads, each with a response after 20 ms",
        calls("sdkThousand"),
        calls("okHttpThousand"));
    row("memory allocated by a read", kilobytes("sdk"), kilobytes("okHttp"));
    System.out.printf(
        Locale.ROOT,
        "%nA position from the client's cache (`maxAge`) takes %s.%n",
        time(calls("sdkCached")));

    table("limit and ledger", "adds to a paid call");
    row("per day, in memory", added(round -> round.added("sdkWithLedgerInMemory")));
    row("per day, in a file", added(round -> round.added("sdkWithLedgerInFile")));
    if (withPostgres) {
      row(
          String.format(
              Locale.ROOT,
              "per month with %,d entries, in PostgreSQL",
              PostgresLedgerBenchmark.ENTRIES_OF_MONTH),
          added(round -> round.inPostgres().addedByMonth()));
      table("one ledger", "paid calls per second");
      row(
          "in PostgreSQL on the same machine",
          number(round -> round.inPostgres().callsPerSecond()));
      row(
          "in PostgreSQL, 1 ms away in each direction",
          number(round -> round.inPostgres().callsPerSecondOverNetwork()));
    }

    table("measured", "in-memory server", "WireMock");
    times(
        "from the start to the first created load",
        round -> round.servers.freightStart(),
        round -> round.servers.wireMockStart());
    times(
        "one creation and one read",
        round -> round.servers.freightRequests(),
        round -> round.servers.wireMockRequests());
  }

  private static void table(String first, String... others) {
    System.out.println();
    row(first, others);
    System.out.println("|---|" + "---:|".repeat(others.length));
  }

  private static void row(String first, String... others) {
    System.out.println("| " + first + " | " + String.join(" | ", others) + " |");
  }

  private static ToDoubleFunction<Round> calls(String benchmark) {
    return round -> round.micros(benchmark);
  }

  /** Prints a row with both times in the unit of the longer one. */
  private void times(String first, ToDoubleFunction<Round> ours, ToDoubleFunction<Round> others) {
    double longer = Math.max(median(ours), median(others));
    row(first, time(median(ours), longer), time(median(others), longer));
  }

  private String time(ToDoubleFunction<Round> micros) {
    return time(median(micros), median(micros));
  }

  private static String time(double micros, double unitOf) {
    if (unitOf < 1e3) return twoDigits(micros) + " µs";
    return unitOf < 1e6 ? twoDigits(micros / 1e3) + " ms" : twoDigits(micros / 1e6) + " s";
  }

  /** A difference that is not above zero in every round is smaller than its error. */
  private String added(ToDoubleFunction<Round> micros) {
    boolean measurable = rounds.stream().mapToDouble(micros).allMatch(added -> added > 0);
    return measurable ? time(micros) : "too little to measure";
  }

  private String kilobytes(String benchmark) {
    return String.format(Locale.ROOT, "%.1f KB", median(round -> round.kilobytes(benchmark)));
  }

  private String number(ToDoubleFunction<Round> value) {
    return String.format(Locale.ROOT, "%.0f", median(value));
  }

  /** Text such as 0.62, 2.9 or 227, without digits that the next run would change. */
  private static String twoDigits(double value) {
    String format = value < 1 ? "%.2f" : value < 10 ? "%.1f" : "%.0f";
    return String.format(Locale.ROOT, format, value);
  }

  private double median(ToDoubleFunction<Round> value) {
    double[] sorted = rounds.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}

package io.freightsdk.examples.benchmarks.codec;

import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Profile;
import io.freightsdk.examples.benchmarks.Suite;
import io.freightsdk.examples.benchmarks.report.Aim;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Peer;
import io.freightsdk.examples.benchmarks.report.Table;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import tools.jackson.databind.cfg.PackageVersion;

/** Time and memory of decoding and encoding, by JMH. */
public final class CodecSuite implements Suite {
  private static final String DECODE = "decode";
  private static final String ENCODE = "encode";
  private static final String STRINGS = "the strings of the record alone";
  private static final String TIME = "time";
  private static final String ALLOCATED = "allocated";
  private static final String JMH_ALLOCATED = "gc.alloc.rate.norm";

  private static final String DECODE_TEXT =
      "From the bytes of the body to a record. Every library reads records of the same shape with"
          + " `java.time.Instant` and `BigDecimal`, set up as its documentation shows; the floor is"
          + " Moshi reading past all tokens and keeping none. JMH, average time of one thread, each"
          + " library in a JVM of its own; bytes by its GC profiler.";

  private static final String ENCODE_TEXT =
      "From a record to an array with the bytes of the body; otherwise as above.";

  @Override
  public String name() {
    return "codec";
  }

  @Override
  public void run(Measurements measurements, Path workFolder) throws Exception {
    for (Body body : Body.values()) {
      // A profile is of our own code only.
      boolean isProfile = Profile.isWanted();
      Library[] ours = {Library.FREIGHT_SDK};
      add(measurements, run(DECODE, body, isProfile ? ours : Library.values()));
      add(measurements, run(ENCODE, body, isProfile ? ours : writers()));
      Record value = (Record) Library.FREIGHT_SDK.codec(body).decode(body.json());
      measurements.add(
          Measurement.of(
              tableName(DECODE, body), STRINGS, ALLOCATED, "B", StringsAlone.bytes(value)));
    }
  }

  @Override
  public List<Table> tables() {
    List<Table> tables = new ArrayList<>();
    for (Body body : Body.values()) {
      tables.add(
          table(DECODE, body, "Decoding " + body.article, DECODE_TEXT, Library.SKIPPING.title));
      tables.add(table(ENCODE, body, "Encoding " + body.article, ENCODE_TEXT, null));
    }
    return tables;
  }

  private static Table table(
      String method, Body body, String title, String text, @Nullable String floor) {
    return new Table.Comparison(
        tableName(method, body), title, text, Library.FREIGHT_SDK.title, floor);
  }

  @Override
  public List<Aim> aims() {
    List<Aim> aims = new ArrayList<>();
    for (Body body : Body.values()) {
      String decode = tableName(DECODE, body);
      aims.add(ours(0.5, decode, TIME, Library.MOSHI));
      aims.add(ours(1, decode, TIME, Library.JACKSON_2));
      aims.add(ours(1, decode, TIME, Library.JACKSON_3));
      aims.add(ours(3, decode, TIME, Library.SKIPPING));
      aims.add(ours(0.5, decode, ALLOCATED, Library.JACKSON_2));
      String encode = tableName(ENCODE, body);
      aims.add(ours(1, encode, TIME, Library.JACKSON_2));
      aims.add(ours(0.5, encode, ALLOCATED, Library.JACKSON_2));
    }
    return aims;
  }

  private static Aim ours(double ratio, String table, String metric, Library against) {
    return Aim.atMost(ratio, table, Library.FREIGHT_SDK.title, metric, against.title);
  }

  /** Found by a class of it: the jar of Jackson 2 has the same name. */
  private static Peer jackson3() {
    try {
      return Peer.ofJar(
          "Jackson 3",
          Path.of(
              PackageVersion.class.getProtectionDomain().getCodeSource().getLocation().toURI()));
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<Peer> peers() {
    return List.of(
        Peer.ofArtifact("Moshi", "moshi"),
        Peer.ofArtifact("Jackson 2", "jackson-datatype-jsr310"),
        jackson3(),
        Peer.ofArtifact("Gson", "gson"),
        Peer.ofArtifact("JMH", "jmh-core"));
  }

  private static String tableName(String method, Body body) {
    return method + " " + body.title;
  }

  private static Library[] writers() {
    return Arrays.stream(Library.values())
        .filter(library -> library != Library.SKIPPING)
        .toArray(Library[]::new);
  }

  private static Collection<RunResult> run(String method, Body body, Library... libraries)
      throws RunnerException {
    Effort effort = Effort.ofThisRun();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include(CodecBenchmark.class.getName() + "." + method)
            .param("body", body.name())
            .param("library", names(libraries))
            .addProfiler(GCProfiler.class)
            .jvmArgsAppend(Profile.part(tableName(method, body)))
            // What the JIT compiler makes of the same code differs from JVM to JVM.
            .forks(effort.of(3, 1))
            .warmupIterations(effort.of(4, 1))
            .warmupTime(TimeValue.milliseconds(effort.of(500, 100)))
            .measurementIterations(effort.of(5, 2))
            .measurementTime(TimeValue.milliseconds(effort.of(400, 100)))
            .verbosity(VerboseMode.SILENT);
    return new Runner(options.build()).run();
  }

  private static String[] names(Library... libraries) {
    return Arrays.stream(libraries).map(Library::name).toArray(String[]::new);
  }

  private static void add(Measurements measurements, Collection<RunResult> results) {
    for (RunResult result : results) {
      BenchmarkParams parameters = result.getParams();
      String benchmark = parameters.getBenchmark();
      String method = benchmark.substring(benchmark.lastIndexOf('.') + 1);
      String table = tableName(method, Body.valueOf(parameters.getParam("body")));
      String subject = Library.valueOf(parameters.getParam("library")).title;
      double[] times = rounds(result, round -> round.getPrimaryResult().getScore());
      double[] bytes =
          rounds(result, round -> round.getSecondaryResults().get(JMH_ALLOCATED).getScore());
      measurements.add(Measurement.of(table, subject, TIME, "us", times));
      measurements.add(Measurement.of(table, subject, ALLOCATED, "B", bytes));
    }
  }

  private static double[] rounds(RunResult result, ToDoubleFunction<IterationResult> value) {
    return result.getBenchmarkResults().stream()
        .flatMap(fork -> fork.getIterationResults().stream())
        .mapToDouble(value)
        .toArray();
  }
}

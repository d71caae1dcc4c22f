package io.freightsdk.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.IterationParams;

/**
 * A fresh JVM, from its start to its first paid read, and how many classes it loads until then,
 * those of the JDK included.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 20)
@Fork(1)
public class FirstReadBenchmark {
  @Param({FirstRead.OKHTTP, FirstRead.SDK, FirstRead.SDK_WITH_LEDGER})
  public String with = "";

  private final Program service = ConstantService.start(0);
  private final String baseUrl = ConstantService.baseUrl(service);
  private long loaded;

  /** JMH adds up what the iterations counted. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Loaded {
    public double classes;
  }

  /** From a run of its own: writing the log takes time. */
  @Setup
  public void countClasses() throws IOException {
    Path log = Files.createTempFile("classes", ".log");
    read(List.of("-Xlog:class+load:file=" + log));
    try (Stream<String> lines = Files.lines(log)) {
      loaded = lines.filter(line -> line.contains("source:")).count();
    }
    Files.delete(log);
  }

  @Benchmark
  public String program(Loaded counted, IterationParams iterations) {
    counted.classes = (double) loaded / iterations.getCount();
    return read(List.of());
  }

  private String read(List<String> flags) {
    Program program = Program.of(flags, FirstRead.class, with, baseUrl);
    String load = program.line();
    program.awaitEnd();
    return load;
  }

  @TearDown
  public void close() {
    service.close();
  }
}

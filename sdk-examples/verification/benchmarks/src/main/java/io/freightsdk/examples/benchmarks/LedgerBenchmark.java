package io.freightsdk.examples.benchmarks;

import io.freightsdk.SpendGuard;
import java.util.concurrent.TimeUnit;
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
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a ledger adds to calls under a limit of a day in which all of its entries lie: a paid call
 * reserves its price and is booked, a refused one is told when the price fits. Each figure is that
 * of a hundred calls, so measuring at most doubles a ledger of a thousand entries.
 */
@SuppressWarnings("NullAway.Init") // JMH calls fill() first
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 9)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
public class LedgerBenchmark {
  private static final int CALLS = 100;
  private static final int THREADS = 4;
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(10);

  @Param({"memory", "file", "h2"})
  public String storage = "";

  @Param({"1000", "1000000"})
  public int entries;

  private FilledLedger ledger;
  private SpendGuard paying;
  private SpendGuard full;

  /** On a ledger that is thrown away, so that the one that is measured keeps its entries. */
  @Setup
  public void fill() throws Exception {
    try (FilledLedger spare = FilledLedger.open(storage, 1_000)) {
      SpendGuard warming = spare.paying();
      SpendGuard refusing = spare.full();
      long end = System.nanoTime() + WARM_UP_NANOS;
      while (System.nanoTime() < end) {
        FilledLedger.pay(warming);
        FilledLedger.beRefused(refusing);
      }
    }
    ledger = FilledLedger.open(storage, entries);
    paying = ledger.paying();
    full = ledger.full();
  }

  @Benchmark
  public void hundredPaid() {
    for (int i = 0; i < CALLS; i++) FilledLedger.pay(paying);
  }

  @Benchmark
  @Threads(THREADS)
  public void hundredPaidByFourThreads() {
    for (int i = 0; i < CALLS / THREADS; i++) FilledLedger.pay(paying);
  }

  @Benchmark
  public void hundredRefused() {
    for (int i = 0; i < CALLS; i++) FilledLedger.beRefused(full);
  }

  @TearDown
  public void close() throws Exception {
    ledger.close();
  }
}

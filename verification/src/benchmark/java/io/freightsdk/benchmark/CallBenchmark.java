package io.freightsdk.benchmark;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Measures a paid read of a small position over loopback, with the SDK and with OkHttp. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 2, time = 1)
@Fork(1)
public class CallBenchmark {
  private static final int CONCURRENT_READS = 1_000;
  private static final int DELAY_MILLIS = 20;
  private static final int READS_PER_DAY = 200;
  private static final CallOptions CACHED =
      CallOptions.builder().maxAge(Duration.ofHours(1)).build();

  private static FreightClient.Builder client(String baseUrl) {
    return FreightClient.builder().baseUrl(baseUrl).agentKey(FixedResponseServer.KEY);
  }

  /** Both clients with their usual settings. */
  @State(Scope.Benchmark)
  public static class Clients {
    private static final int USUAL_LIMIT = 64;

    private final ChildProcess service = FixedResponseServer.start(0);
    private final String baseUrl = FixedResponseServer.baseUrl(service);
    private final OkHttpReader okHttp = new OkHttpReader(baseUrl, USUAL_LIMIT);
    private final FreightClient sdk = client(baseUrl).build();

    @TearDown
    public void close() {
      okHttp.close();
      sdk.close();
      service.close();
    }
  }

  @Benchmark
  public LoadPosition okHttp(Clients clients) throws IOException {
    return clients.okHttp.read();
  }

  @Benchmark
  public LoadPosition sdk(Clients clients) {
    return clients.sdk.getLoadPosition(FixedResponseServer.LOAD);
  }

  @Benchmark
  public LoadPosition okHttpAsync(Clients clients) {
    return clients.okHttp.readAsync().join();
  }

  @Benchmark
  public LoadPosition sdkAsync(Clients clients) {
    return clients.sdk.async().getLoadPosition(FixedResponseServer.LOAD).join();
  }

  /** Sends only the first read. Others return the cached position. */
  @Benchmark
  public LoadPosition sdkCached(Clients clients) {
    return clients.sdk.getLoadPosition(FixedResponseServer.LOAD, CACHED);
  }

  /** Both clients, each with up to 1,000 concurrent calls. */
  @State(Scope.Benchmark)
  public static class ConcurrentClients {
    private final ChildProcess service = FixedResponseServer.start(DELAY_MILLIS);
    private final String baseUrl = FixedResponseServer.baseUrl(service);
    private final OkHttpReader okHttp = new OkHttpReader(baseUrl, CONCURRENT_READS);
    private final FreightClient sdk =
        client(baseUrl).maxConcurrentRequests(CONCURRENT_READS).build();

    @TearDown
    public void close() {
      okHttp.close();
      sdk.close();
      service.close();
    }

    private static List<LoadPosition> all(Supplier<CompletableFuture<LoadPosition>> read) {
      List<CompletableFuture<LoadPosition>> reads =
          Stream.generate(read).limit(CONCURRENT_READS).toList();
      return reads.stream().map(CompletableFuture::join).toList();
    }
  }

  @Benchmark
  public List<LoadPosition> okHttpThousand(ConcurrentClients clients) {
    return ConcurrentClients.all(clients.okHttp::readAsync);
  }

  @Benchmark
  public List<LoadPosition> sdkThousand(ConcurrentClients clients) {
    return ConcurrentClients.all(
        () -> clients.sdk.async().getLoadPosition(FixedResponseServer.LOAD));
  }

  /**
   * The first reads of a day, without or with a daily limit. The check of the limit takes longer
   * with each read of the day.
   */
  @State(Scope.Benchmark)
  public abstract static class DailyReads {
    private final ChildProcess service = FixedResponseServer.start(0);
    private final String baseUrl = FixedResponseServer.baseUrl(service);
    private @Nullable SpendLedger ledger;
    private FreightClient sdk;

    /** The ledger for a daily limit; null for no limit. */
    abstract @Nullable SpendLedger newLedger() throws IOException;

    @Setup(Level.Iteration)
    public void open() throws IOException {
      ledger = newLedger();
      FreightClient.Builder builder = client(baseUrl);
      if (ledger != null) builder.spendGuard(ledger.guard(SpendLimit.perDay("1000.00")));
      sdk = builder.build();
    }

    LoadPosition firstReads() {
      LoadPosition last = null;
      for (int i = 0; i < READS_PER_DAY; i++) {
        last = sdk.getLoadPosition(FixedResponseServer.LOAD);
      }
      return last;
    }

    @TearDown(Level.Iteration)
    public void end() throws IOException {
      sdk.close();
      if (ledger != null) ledger.close();
    }

    @TearDown
    public void close() {
      service.close();
    }
  }

  /** Reads without a limit. */
  public static class DailyReadsWithoutLimit extends DailyReads {
    @Override
    @Nullable SpendLedger newLedger() {
      return null;
    }
  }

  /** Reads with a ledger in memory. */
  public static class DailyReadsInMemory extends DailyReads {
    @Override
    SpendLedger newLedger() {
      return SpendLedger.inMemory();
    }
  }

  /** Reads with a ledger in a file. */
  public static class DailyReadsInFile extends DailyReads {
    private Path folder;

    @Override
    SpendLedger newLedger() throws IOException {
      // Not in the folder for temporary files, which may be in memory.
      folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "ledger");
      return SpendLedger.open(folder.resolve("ledger.db"));
    }

    @Override
    public void end() throws IOException {
      super.end();
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) Files.delete(file);
      }
      Files.delete(folder);
    }
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OperationsPerInvocation(READS_PER_DAY)
  @Warmup(iterations = 100)
  @Measurement(iterations = 50)
  public LoadPosition sdkWithoutLimit(DailyReadsWithoutLimit reads) {
    return reads.firstReads();
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OperationsPerInvocation(READS_PER_DAY)
  @Warmup(iterations = 100)
  @Measurement(iterations = 50)
  public LoadPosition sdkWithLedgerInMemory(DailyReadsInMemory reads) {
    return reads.firstReads();
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OperationsPerInvocation(READS_PER_DAY)
  @Warmup(iterations = 5)
  @Measurement(iterations = 5)
  public LoadPosition sdkWithLedgerInFile(DailyReadsInFile reads) {
    return reads.firstReads();
  }
}

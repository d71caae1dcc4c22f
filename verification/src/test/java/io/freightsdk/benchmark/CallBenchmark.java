package io.freightsdk.benchmark;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
import org.openjdk.jmh.annotations.Warmup;

/**
 * A paid read of a small position over loopback, next to OkHttp with the same parser: one call
 * after the other, and a thousand at once that are each answered after 20 ms. JMH's profiler of the
 * collector says how many bytes a call allocates, over all threads of the client: on JDK 17, about
 * 14 KB a read, of which OkHttp and Moshi take 11 KB, and about 24 KB with a ledger in memory and a
 * limit per day, whose sum takes the longer the more reads the day has. Run it in a clone; with the
 * option, on Java 21 or later, each of a thousand blocking calls has a virtual thread:
 *
 * <pre>
 * mvn -Pbenchmarks -DskipTests -pl verification -am package
 * mvn -Pbenchmarks -DskipTests -pl verification -am package \
 *   '-Dbenchmarks.options=-p threads=virtual'
 * </pre>
 */
@BenchmarkMode(Mode.AverageTime)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(3)
public class CallBenchmark {
  private static final int AT_ONCE = 1_000;
  private static final int USUAL_LIMIT = 64;
  private static final int DELAY_MILLIS = 20;

  private static FreightClientBuilder client(String baseUrl) {
    return FreightClient.builder().baseUrl(baseUrl).agentKey(ConstantService.KEY);
  }

  /** The clients, each with its usual settings. */
  @State(Scope.Benchmark)
  public static class Clients {
    private final Program service = ConstantService.start(0);
    private final String baseUrl = ConstantService.baseUrl(service);
    private final SpendLedger ledger = SpendLedger.inMemory();
    private final OkHttpReads okHttp = new OkHttpReads(baseUrl, USUAL_LIMIT);
    private final FreightClient sdk = client(baseUrl).build();
    private final FreightClient sdkWithLedger =
        client(baseUrl).spendGuard(ledger.guard(SpendLimit.perDay("1000000.00"))).build();

    @TearDown
    public void close() {
      okHttp.close();
      sdk.close();
      sdkWithLedger.close();
      ledger.close();
      service.close();
    }
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public LoadPosition okHttp(Clients clients) throws IOException {
    return clients.okHttp.read();
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public LoadPosition okHttpAsync(Clients clients) {
    return clients.okHttp.readLater().join();
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public LoadPosition sdk(Clients clients) {
    return clients.sdk.getLoadPosition(ConstantService.LOAD, CallOptions.DEFAULT);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public LoadPosition sdkAsync(Clients clients) {
    return clients.sdk.async().getLoadPosition(ConstantService.LOAD).join();
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  public LoadPosition sdkWithLedger(Clients clients) {
    return clients.sdkWithLedger.getLoadPosition(ConstantService.LOAD, CallOptions.DEFAULT);
  }

  /** The clients, each allowed a thousand calls at once. */
  @State(Scope.Benchmark)
  public static class Crowd {
    /** What blocking calls run on: {@code platform} threads, which are kept, or {@code virtual}. */
    @Param("platform")
    public String threads;

    private final Program service = ConstantService.start(DELAY_MILLIS);
    private final String baseUrl = ConstantService.baseUrl(service);
    private final OkHttpReads okHttp = new OkHttpReads(baseUrl, AT_ONCE);
    private final FreightClient sdk = client(baseUrl).maxConcurrentRequests(AT_ONCE).build();
    private ExecutorService executor;

    @Setup
    public void startThreads() throws ReflectiveOperationException {
      executor =
          switch (threads) {
            case "platform" -> Executors.newFixedThreadPool(AT_ONCE);
            case "virtual" -> virtualThreads();
            default -> throw new IllegalArgumentException("threads is platform or virtual");
          };
    }

    /** This is compiled for Java 17, which has no virtual threads. */
    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
      return (ExecutorService)
          Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    private List<LoadPosition> callFromThreads(Callable<LoadPosition> call) throws Exception {
      List<LoadPosition> read = new ArrayList<>();
      for (Future<LoadPosition> each : executor.invokeAll(Collections.nCopies(AT_ONCE, call))) {
        read.add(each.get());
      }
      return read;
    }

    @TearDown
    public void close() {
      executor.shutdown();
      okHttp.close();
      sdk.close();
      service.close();
    }
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public List<LoadPosition> thousandOkHttp(Crowd crowd) throws Exception {
    return crowd.callFromThreads(crowd.okHttp::read);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public List<LoadPosition> thousandOkHttpAsync(Crowd crowd) {
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) reads.add(crowd.okHttp.readLater());
    return reads.stream().map(CompletableFuture::join).toList();
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public List<LoadPosition> thousandSdk(Crowd crowd) throws Exception {
    return crowd.callFromThreads(
        () -> crowd.sdk.getLoadPosition(ConstantService.LOAD, CallOptions.DEFAULT));
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  public List<LoadPosition> thousandSdkAsync(Crowd crowd) {
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < AT_ONCE; i++) {
      reads.add(crowd.sdk.async().getLoadPosition(ConstantService.LOAD));
    }
    return reads.stream().map(CompletableFuture::join).toList();
  }
}

package io.freightsdk.examples.benchmarks.calls;

import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.peer.Peer;
import io.freightsdk.examples.benchmarks.peer.PeerKind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The JVM of one client that makes many calls at once: {@code ManyCallsJvm peer way baseUrl}. Every
 * line it gets makes it call once with all of them, and answer with the milliseconds until the last
 * has ended, the milliseconds of the processor and the bytes that this took.
 */
final class ManyCallsJvm {
  static final int AT_ONCE = 1000;

  private ManyCallsJvm() {}

  public static void main(String[] arguments) throws Exception {
    BufferedReader questions =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Way way = Way.valueOf(arguments[1]);
    try (Peer peer = PeerKind.valueOf(arguments[0]).open(arguments[2], AT_ONCE)) {
      ExecutorService threads = way.threads();
      for (String line = questions.readLine(); line != null; line = questions.readLine()) {
        Usage before = Usage.now();
        long start = System.nanoTime();
        List<Future<?>> calls = new ArrayList<>(AT_ONCE);
        for (int i = 0; i < AT_ONCE; i++) {
          calls.add(way == Way.ASYNC ? peer.balanceLater() : threads.submit(peer::balance));
        }
        for (Future<?> call : calls) call.get();
        double millis = (System.nanoTime() - start) / 1e6;
        Usage after = Usage.now();
        double processorMillis = after.processorMicrosSince(before) / 1e3;
        System.out.println(millis + " " + processorMillis + " " + after.bytesSince(before));
      }
    }
    System.exit(0);
  }

  /** On whose threads the calls wait. */
  enum Way {
    PLATFORM("platform threads") {
      @Override
      ExecutorService threads() {
        return Executors.newFixedThreadPool(AT_ONCE);
      }
    },
    VIRTUAL("virtual threads") {
      @Override
      ExecutorService threads() throws ReflectiveOperationException {
        // This class compiles for 17, which has none.
        return (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      }
    },
    ASYNC("async") {
      @Override
      ExecutorService threads() {
        return Executors.newSingleThreadExecutor();
      }
    };

    /** As the tables name it. */
    final String title;

    Way(String title) {
      this.title = title;
    }

    abstract ExecutorService threads() throws ReflectiveOperationException;
  }
}

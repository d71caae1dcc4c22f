package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.benchmarks.Heap;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.watch.FreightWatches;
import io.freightsdk.watch.LoadEvent;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.PollPlan;
import io.freightsdk.watch.WatchOptions;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One client with many watches. */
final class WatchGrowth {
  static final Table TABLE =
      new Table.Growth(
          "watches",
          "How cost grows: watches",
          """
          Watches of one client, each of a load of its own, which the reference server holds in a JVM
          of its own. Each makes one paid read and then waits an hour for its next. Measured are the time
          from the start of the first watch to the first event of the last one, the reachable
          heap per watch, and all live threads of the JVM.""",
          "watches");

  private static final int ROUNDS = 3;
  private static final long PATIENCE_SECONDS = 120;
  private static final WatchOptions ONE_READ_AN_HOUR =
      WatchOptions.builder().plan(PollPlan.every(Duration.ofHours(1))).build();

  private final String baseUrl;
  private final String agentKey;
  private final Measurements measurements;

  WatchGrowth(String baseUrl, String agentKey, Measurements measurements) {
    this.baseUrl = baseUrl;
    this.agentKey = agentKey;
    this.measurements = measurements;
  }

  private record Outcome(double millis, double processorMillis, double heapBytes, int threads) {}

  void measure(List<Integer> sizes) throws Exception {
    List<String> numbers = createLoads(sizes.get(sizes.size() - 1));
    watch(numbers.subList(0, sizes.get(sizes.size() - 2)));
    for (int size : sizes) {
      double[] millis = new double[ROUNDS];
      double[] heap = new double[ROUNDS];
      double[] threads = new double[ROUNDS];
      double[] processor = new double[ROUNDS];
      for (int round = 0; round < ROUNDS; round++) {
        Outcome outcome = watch(numbers.subList(0, size));
        millis[round] = outcome.millis();
        heap[round] = outcome.heapBytes() / size;
        threads[round] = outcome.threads();
        processor[round] = outcome.processorMillis() * 1e3 / size;
      }
      add(size, "all watches", "time to the last first event", "ms", millis);
      add(size, "a watch", Batches.PROCESSOR, "us", processor);
      add(size, "a watch", "heap", "B", heap);
      add(size, "the JVM", "threads", "", threads);
    }
  }

  private List<String> createLoads(int count) {
    List<String> numbers = new ArrayList<>();
    try (FreightClient client = Orders.client(baseUrl, agentKey)) {
      for (int i = 0; i < count; i++) {
        numbers.add(client.createLoad(Orders.order("watched-" + i)).loadNumber());
      }
    }
    return numbers;
  }

  private Outcome watch(List<String> numbers) throws Exception {
    try (FreightClient client = Orders.client(baseUrl, agentKey)) {
      client.getBalance();
      long heapBefore = Heap.usedBytes();
      CountDownLatch seen = new CountDownLatch(numbers.size());
      FreightWatches ofTheClient = FreightWatches.of(client);
      List<LoadWatch> watches = new ArrayList<>();
      Usage before = Usage.now();
      long begin = System.nanoTime();
      for (String number : numbers) {
        LoadWatch watch = ofTheClient.watch(number, ONE_READ_AN_HOUR);
        watch.listen(
            event -> {
              if (event instanceof LoadEvent.FirstSeen) seen.countDown();
            });
        watches.add(watch);
      }
      if (!seen.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(
            seen.getCount() + " of " + numbers.size() + " watches saw nothing");
      }
      double millis = (System.nanoTime() - begin) / 1e6;
      Outcome outcome =
          new Outcome(
              millis,
              Usage.now().threadMicrosSince(before) / 1e3,
              Heap.usedBytes() - heapBefore,
              ManagementFactory.getThreadMXBean().getThreadCount());
      Reference.reachabilityFence(watches);
      return outcome;
    }
  }

  private void add(int size, String subject, String metric, String unit, double[] rounds) {
    measurements.add(Measurement.at(size, "watches", subject, metric, unit, rounds));
  }
}

package io.freightsdk.money;

import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A long storm from the command line: {@code SpendSoak [calls] [seed]}, by default 200,000 calls.
 * Prints its figures and ends with 1 if a cent is missing, the heap has grown or a thread is left.
 */
public final class SpendSoak {
  private static final long MAX_HEAP_GROWTH = 64L << 20;

  private SpendSoak() {}

  /**
   * What a soak showed.
   *
   * @param heapBytes used in this JVM after the storm, before they are closed
   * @param clientHeap during the storm, if the service ran in a JVM of its own
   * @param threadsLeft client threads that outlived the client
   */
  record Figures(
      String storm,
      Reconciliation found,
      SpendTotals client,
      BigDecimal serviceUsd,
      int keysWithSeveralLoads,
      long heapBytes,
      @Nullable HeapSamples clientHeap,
      Set<String> threadsLeft,
      Duration took) {

    String text() {
      return String.format(
          "%s%n%s%nclient %s USD in %d charges, service %s USD, unknown %s USD%n"
              + "keys with several loads %d, client threads left %s%n"
              + "%d s, heap %s",
          storm,
          found.explanation(),
          client.chargedUsd(),
          client.charged(),
          serviceUsd,
          client.unknownUsd(),
          keysWithSeveralLoads,
          threadsLeft,
          took.toSeconds(),
          heapText());
    }

    private String heapText() {
      return clientHeap == null
          ? (heapBytes >> 10) + " KB with the service's books"
          : "of the client alone, after a collection" + System.lineSeparator() + clientHeap.text();
    }

    boolean good() {
      return found.verdict() == Reconciliation.Verdict.BALANCED
          && client.unknownUsd().signum() == 0
          && client.chargedUsd().compareTo(serviceUsd) == 0
          && keysWithSeveralLoads == 0
          && threadsLeft.isEmpty();
    }
  }

  public static void main(String[] arguments) throws Exception {
    int calls = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 200_000;
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
    Figures small = run(seed, Math.min(calls, 2_000));
    Figures figures = run(seed, calls);
    System.out.println(figures.text());
    System.out.println("heap after 2,000 calls: " + (small.heapBytes >> 10) + " KB");
    boolean flat = figures.heapBytes - small.heapBytes < MAX_HEAP_GROWTH + 1_000L * calls;
    System.exit(figures.good() && flat ? 0 : 1);
  }

  /** With client and service in this JVM. */
  static Figures run(long seed, int calls) throws Exception {
    return run(seed, calls, new StormServer.Local());
  }

  /** With the service in a JVM of its own, so that the heap of this one is the client's. */
  static Figures runApart(long seed, int calls) throws Exception {
    return run(seed, calls, new RemoteStormServer());
  }

  private static Figures run(long seed, int calls, StormServer server) throws Exception {
    boolean apart = server instanceof RemoteStormServer;
    @Nullable HeapSamples clientHeap;
    long start = System.nanoTime();
    MoneyStorm.Plan plan =
        new MoneyStorm.Plan(seed, calls, 0.05, 0.05, 0.02, 100, SpendLimits.none());
    Reconciliation found;
    SpendTotals totals;
    BigDecimal service;
    int twice;
    String summary;
    long heap;
    try (MoneyStorm storm = new MoneyStorm(plan, server)) {
      if (apart) storm.runAndSampleHeap();
      else storm.run();
      clientHeap = apart ? storm.heap() : null;
      found = storm.client().ledger().reconcile(Duration.ZERO);
      totals = storm.client().ledger().totals();
      service = storm.debited();
      twice = storm.keysWithSeveralLoads().size();
      summary = storm.summary();
      heap = HeapSamples.usedHeap();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Figures(
        summary, found, totals, service, twice, heap, clientHeap, threadsLeft(), took);
  }

  /** Idle threads of a client end ten seconds after their last task. */
  private static Set<String> threadsLeft() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    Set<String> left = clientThreads();
    while (!left.isEmpty() && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
      left = clientThreads();
    }
    return left;
  }

  private static Set<String> clientThreads() {
    Set<String> names = new TreeSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.isAlive() && thread.getName().startsWith("freight-")) names.add(thread.getName());
    }
    return names;
  }
}

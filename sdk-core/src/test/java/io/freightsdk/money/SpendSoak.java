package io.freightsdk.money;

import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A storm of many days, after each of which the books are compared with the service's. */
final class SpendSoak {
  private static final int DAYS = 20;

  private SpendSoak() {}

  /**
   * What a soak showed.
   *
   * @param days what the books and the service's balance said to each other at the end of each day
   * @param heap used in this JVM at the end of each day, after a collection
   * @param threadsLeft client threads that outlived the client
   */
  record Figures(
      String storm,
      List<Reconciliation> days,
      SpendTotals client,
      BigDecimal serviceUsd,
      int keysWithSeveralLoads,
      HeapSamples heap,
      Set<String> threadsLeft,
      Duration took) {

    String text() {
      return String.format(
          "%s%n%d of %d days balanced%n"
              + "client %s USD in %d charges, service %s USD, unknown %s USD%n"
              + "keys with several loads %d, client threads left %s%n"
              + "%d s, heap at the end of each day%n%s",
          storm,
          daysBalanced(),
          days.size(),
          client.chargedUsd(),
          client.charged(),
          serviceUsd,
          client.unknownUsd(),
          keysWithSeveralLoads,
          threadsLeft,
          took.toSeconds(),
          heap.text());
    }

    boolean good() {
      return daysBalanced() == DAYS
          && client.unknownUsd().signum() == 0
          && client.chargedUsd().compareTo(serviceUsd) == 0
          && keysWithSeveralLoads == 0
          && threadsLeft.isEmpty();
    }

    private long daysBalanced() {
      return days.stream().filter(day -> day.isSettled()).count();
    }
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
    long start = System.nanoTime();
    MoneyStorm.Plan plan =
        new MoneyStorm.Plan(seed, calls, 0.05, 0.05, 0.02, 100, SpendLimits.none());
    List<Reconciliation> days = new ArrayList<>();
    HeapSamples heap = new HeapSamples();
    SpendTotals totals;
    BigDecimal service;
    int twice;
    String summary;
    try (MoneyStorm storm = new MoneyStorm(plan, server)) {
      storm.runForDays(
          DAYS,
          called -> {
            days.add(storm.reconcileAndSettle());
            heap.take(called);
          });
      totals = storm.client().ledger().totals();
      service = storm.debited();
      twice = storm.keysWithSeveralLoads().size();
      summary = storm.summary();
    }
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return new Figures(summary, days, totals, service, twice, heap, threadsLeft(), took);
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

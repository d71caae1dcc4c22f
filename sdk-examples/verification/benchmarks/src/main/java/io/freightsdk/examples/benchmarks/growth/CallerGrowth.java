package io.freightsdk.examples.benchmarks.growth;

import io.freightsdk.FreightClient;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** One client with many callers at once. */
final class CallerGrowth {
  static final Table TABLE =
      new Table.Growth(
          "callers",
          "How cost grows: concurrent callers",
          """
          Platform threads that share one client with its default limits (64 requests on the wire),
          each asking for the balance again and again over loopback, from the reference server in a
          JVM of its own. A call's time includes its wait for a place on the wire.""",
          "callers");

  /** What more callers than the machine has cores leave of the rate. */
  static final Table SUMMARY =
      new Table.Comparison(
          "callers summary",
          "Calls per second, compared with those of ten callers",
          "From the measurement above.",
          null,
          null);

  static final String TO_TEN = "calls per second, to those of ten callers";

  private static final int ROUNDS = 3;

  private CallerGrowth() {}

  static void measure(
      String baseUrl, String agentKey, List<Integer> sizes, int millis, Measurements measurements)
      throws Exception {
    try (FreightClient client = Orders.client(baseUrl, agentKey)) {
      Map<Integer, Double> rateByCallers = new HashMap<>();
      round(client, 1, millis);
      round(client, sizes.get(sizes.size() - 1), millis);
      for (int callers : sizes) {
        double[] rates = new double[ROUNDS];
        double[] medians = new double[ROUNDS];
        double[] slowest = new double[ROUNDS];
        double[] processor = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
          Usage before = Usage.now();
          double[] micros = round(client, callers, millis);
          processor[i] = Usage.now().processorMicrosSince(before) / micros.length;
          rates[i] = micros.length * 1e3 / millis;
          medians[i] = micros[micros.length / 2];
          slowest[i] = micros[micros.length * 99 / 100];
        }
        add(measurements, callers, "all callers", "calls per second", "calls/s", rates);
        add(measurements, callers, "p50", "time of a call", "us", medians);
        add(measurements, callers, "p99", "time of a call", "us", slowest);
        add(measurements, callers, "a call", Batches.PROCESSOR, "us", processor);
        Arrays.sort(rates);
        rateByCallers.put(callers, rates[ROUNDS / 2]);
      }
      summarize(rateByCallers, measurements);
    }
  }

  private static void summarize(Map<Integer, Double> rates, Measurements measurements) {
    Double ofTen = rates.get(10);
    if (ofTen == null) return;
    rates.forEach(
        (callers, rate) ->
            measurements.add(
                Measurement.of(SUMMARY.name(), callers + " callers", TO_TEN, "", rate / ofTen)));
  }

  private static void add(
      Measurements measurements,
      int callers,
      String subject,
      String metric,
      String unit,
      double[] rounds) {
    measurements.add(Measurement.at(callers, "callers", subject, metric, unit, rounds));
  }

  /** Microseconds of every call that was made, in order of size. */
  private static double[] round(FreightClient client, int callers, int millis) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      List<Callable<List<Double>>> tasks = new ArrayList<>();
      for (int i = 0; i < callers; i++) tasks.add(() -> callUntil(client, end));
      List<Double> all = new ArrayList<>();
      for (Future<List<Double>> times : threads.invokeAll(tasks)) all.addAll(times.get());
      double[] micros = all.stream().mapToDouble(Double::doubleValue).toArray();
      Arrays.sort(micros);
      return micros;
    } finally {
      threads.shutdownNow();
    }
  }

  private static List<Double> callUntil(FreightClient client, long end) {
    List<Double> micros = new ArrayList<>();
    do {
      long begin = System.nanoTime();
      client.getBalance();
      micros.add((System.nanoTime() - begin) / 1e3);
    } while (System.nanoTime() < end);
    return micros;
  }
}

package io.freightsdk.server.domain.trip;

import static io.freightsdk.server.domain.trip.TripBoundsTest.FIXES;
import static io.freightsdk.server.domain.trip.TripBoundsTest.fix;

import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.eta.HoursOfService;
import io.freightsdk.server.geo.Fix;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntUnaryOperator;

/**
 * Prints what fixes and reads cost; not a test. Run its main with the test class path. Figures are
 * the thread's own time, medians of five rounds after two to warm up.
 */
final class TripBench {
  private static final ThreadMXBean THREAD = ManagementFactory.getThreadMXBean();
  private static final int ROUNDS = 7;
  private static final int WARM_UP = 2;
  private static final int READS = 2_000;

  private TripBench() {}

  public static void main(String[] args) {
    offer("in order, two stops", 1, FIXES, i -> i);
    offer("in order, fifty stops", 25, FIXES, i -> i);
    offer("each hour reversed", 1, FIXES / 10, i -> i / 60 * 60 + 59 - i % 60);
    offer("wholly reversed, one day", 1, 1_440, i -> 1_439 - i);
    for (int size : new int[] {1_000, 10_000, 1_000_000}) {
      read(size);
    }
  }

  private static void offer(String name, int pickups, int count, IntUnaryOperator order) {
    Fix[] fixes = new Fix[count];
    Arrays.setAll(fixes, i -> fix(order.applyAsInt(i)));
    double nanos = median(() -> trip(pickups, fixes)) / count;
    print("offer, %s: %,.0f fixes/s (%.0f ns each)", name, 1e9 / nanos, nanos);
  }

  private static void read(int size) {
    Fix[] fixes = new Fix[size];
    Arrays.setAll(fixes, TripBoundsTest::fix);
    Trip trip = trip(1, fixes);
    double latest = median(() -> repeat(() -> trip.track().latest(500))) / READS;
    double figures =
        median(() -> repeat(() -> PositionFigures.of(trip.progress(), trip.track()))) / READS;
    double eta =
        median(
                () ->
                    repeat(
                        () ->
                            EtaEstimator.estimate(
                                trip.progress(),
                                trip.track(),
                                Loads.minute(size),
                                HoursOfService.US_PROPERTY)))
            / READS;
    print(
        "read, %,d fixes: latest 500 %.1f us, figures %.2f us, eta %.1f us",
        size, latest / 1e3, figures / 1e3, eta / 1e3);
  }

  private static Trip trip(int pickups, Fix[] fixes) {
    Trip trip = new Trip(Loads.plan(false, pickups, pickups));
    for (Fix fix : fixes) {
      trip.offer(fix, Loads.ANY_TIME);
    }
    return trip;
  }

  private static void repeat(Runnable read) {
    for (int i = 0; i < READS; i++) {
      read.run();
    }
  }

  private static double median(Runnable work) {
    double[] nanos = new double[ROUNDS - WARM_UP];
    for (int i = 0; i < ROUNDS; i++) {
      long start = THREAD.getCurrentThreadCpuTime();
      work.run();
      if (i >= WARM_UP) {
        nanos[i - WARM_UP] = THREAD.getCurrentThreadCpuTime() - start;
      }
    }
    Arrays.sort(nanos);
    return nanos[nanos.length / 2];
  }

  private static void print(String format, Object... values) {
    System.out.println(String.format(Locale.ROOT, format, values));
  }
}

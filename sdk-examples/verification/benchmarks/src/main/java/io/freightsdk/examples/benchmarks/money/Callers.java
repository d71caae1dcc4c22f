package io.freightsdk.examples.benchmarks.money;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that make one call again and again. */
final class Callers {
  private Callers() {}

  /** One call; what it throws ends the measurement. */
  interface Call {
    void make();
  }

  /** How much one round may do: whichever bound comes first, but at least one call. */
  record Round(long calls, int millis) {}

  /** Microseconds of a call on one thread, one figure a round. */
  static double[] micros(int rounds, Round most, Call call) {
    double[] micros = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      long begin = System.nanoTime();
      long end = begin + TimeUnit.MILLISECONDS.toNanos(most.millis());
      long calls = 0;
      long now;
      do {
        call.make();
        calls++;
        now = System.nanoTime();
      } while (now < end && calls < most.calls());
      micros[round] = (now - begin) / 1e3 / calls;
    }
    return micros;
  }

  /** Calls a second of so many threads. */
  static double perSecond(int threads, Round most, Call call) throws Exception {
    return perSecond(threads, most, call, 0, () -> {});
  }

  /** Calls a second of so many threads, while others make another call. */
  static double perSecond(int threads, Round most, Call call, int others, Call theirs)
      throws Exception {
    AtomicLong made = new AtomicLong();
    AtomicLong last = new AtomicLong();
    long begin = System.nanoTime();
    long end = begin + TimeUnit.MILLISECONDS.toNanos(most.millis());
    run(
        threads + others,
        index -> {
          boolean counted = index < threads;
          do {
            (counted ? call : theirs).make();
            if (counted && made.incrementAndGet() <= most.calls()) last.set(System.nanoTime());
          } while (made.get() < most.calls() && System.nanoTime() < end);
        });
    return Math.min(made.get(), most.calls()) * 1e9 / (last.get() - begin);
  }

  /** Makes so many calls in all; gives the seconds that took. */
  static double seconds(int threads, long calls, Call call) throws Exception {
    AtomicLong left = new AtomicLong(calls);
    long begin = System.nanoTime();
    run(
        threads,
        index -> {
          while (left.getAndDecrement() > 0) call.make();
        });
    return (System.nanoTime() - begin) / 1e9;
  }

  private interface Work {
    void of(int index);
  }

  private static void run(int threads, Work work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch all = new CountDownLatch(threads);
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int index = i;
        ends.add(
            pool.submit(
                () -> {
                  all.countDown();
                  all.await();
                  work.of(index);
                  return null;
                }));
      }
      for (Future<?> end : ends) end.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception failure ? failure : e;
    } finally {
      pool.shutdownNow();
    }
  }
}

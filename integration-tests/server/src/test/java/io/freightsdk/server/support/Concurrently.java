package io.freightsdk.server.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Runs work on many threads that start at the same time. */
public final class Concurrently {
  private static final long SECONDS = 60;

  private Concurrently() {}

  /** The results of {@code work} for 0 to {@code threads} - 1, each on its own thread. */
  public static <T> List<T> times(int threads, IntFunction<T> work) {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<T>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int number = i;
        futures.add(
            pool.submit(
                () -> {
                  start.await();
                  return work.apply(number);
                }));
      }
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> future : futures) results.add(future.get(SECONDS, TimeUnit.SECONDS));
      return results;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    } finally {
      pool.shutdownNow();
    }
  }
}

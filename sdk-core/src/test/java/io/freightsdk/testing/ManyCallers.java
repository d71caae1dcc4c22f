package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Threads that stand at one line and start together. */
public final class ManyCallers implements AutoCloseable {
  private final CountDownLatch go = new CountDownLatch(1);
  private final ExecutorService pool;
  private final CountDownLatch ready;
  private final int threads;

  public ManyCallers(int threads) {
    this.threads = threads;
    this.pool = Executors.newFixedThreadPool(threads);
    this.ready = new CountDownLatch(threads);
  }

  /** Lines the threads up; none calls before {@link #start}. */
  public <T> List<Future<T>> lineUp(Callable<T> call) throws InterruptedException {
    List<Future<T>> calls = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      calls.add(
          pool.submit(
              () -> {
                ready.countDown();
                go.await();
                return call.call();
              }));
    }
    assertThat(ready.await(60, TimeUnit.SECONDS)).as("threads ready").isTrue();
    return calls;
  }

  public void start() {
    go.countDown();
  }

  public static <T> List<T> results(List<Future<T>> calls) throws Exception {
    List<T> results = new ArrayList<>();
    for (Future<T> call : calls) {
      results.add(call.get(60, TimeUnit.SECONDS));
    }
    return results;
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}

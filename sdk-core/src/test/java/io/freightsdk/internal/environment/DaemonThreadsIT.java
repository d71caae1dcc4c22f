package io.freightsdk.internal.environment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DaemonThreadsIT {
  @Test
  void anIdlePoolKeepsNoThread() {
    ExecutorService pool = DaemonThreads.pool("test");
    assertThat(pool)
        .isInstanceOfSatisfying(
            ThreadPoolExecutor.class,
            threads -> {
              assertThat(threads.getCorePoolSize()).isZero();
              assertThat(threads.getKeepAliveTime(TimeUnit.SECONDS)).isEqualTo(10);
            });
    pool.shutdown();
  }

  /** A thread that has just ended a task takes the next one, if no other can be started. */
  @Test
  void everyTaskRunsThoughNoSecondThreadCanBeStarted() throws Exception {
    ExecutorService pool = LimitedThreads.pool("test", 1);
    for (int i = 0; i < 20_000; i++) {
      CountDownLatch ran = new CountDownLatch(1);
      pool.execute(ran::countDown);
      assertThat(ran.await(1, TimeUnit.MINUTES)).as("task %d", i).isTrue();
    }
    pool.shutdown();
  }
}

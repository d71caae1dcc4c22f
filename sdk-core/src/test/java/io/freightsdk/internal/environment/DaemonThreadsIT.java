package io.freightsdk.internal.environment;

import static org.assertj.core.api.Assertions.assertThat;

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
}

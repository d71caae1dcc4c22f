package io.freightsdk.spring.boot.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A thread of the jobs that looks for none, because the test does. */
final class Never extends ScheduledThreadPoolExecutor {
  Never() {
    super(1);
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long first, long pause, TimeUnit unit) {
    assertThat(Duration.of(pause, unit.toChronoUnit())).isEqualTo(Duration.ofSeconds(1));
    return schedule(() -> {}, 0, unit);
  }
}

package io.freightsdk.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.transport.RequestSlots;
import io.freightsdk.testing.Environments;
import io.freightsdk.testing.Eventually;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RequestSlotsIT {
  @Test
  void threadsNeverAcquireMoreThanAllSlots() throws InterruptedException {
    RequestSlots slots = new RequestSlots(3);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 2_000; i++) {
      threads.execute(
          () -> {
            CallControl call = new CallControl(Environments.machine().time());
            call.enter();
            if (!slots.acquire(Duration.ofMinutes(2), call)) return;
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            Thread.yield();
            // Until all slots were taken once, whoever has one keeps it.
            Eventually.until(() -> most.get() >= 3, () -> "at most " + most + " at a time");
            inside.decrementAndGet();
            ended.incrementAndGet();
            slots.release();
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    assertThat(ended).hasValue(2_000);
    assertThat(most).hasValue(3);
    assertThat(slots.inUse()).isZero();
  }

  @Test
  void concurrentAcquireAndReleaseLosesNoSlot() throws InterruptedException {
    RequestSlots slots = new RequestSlots(8);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 8; i++) {
      threads.execute(
          () -> {
            CallControl call = new CallControl(Environments.machine().time());
            call.enter();
            for (int taken = 0; taken < 100_000; taken++) {
              if (slots.acquire(Duration.ofMinutes(2), call)) slots.release();
            }
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    assertThat(slots.inUse()).isZero();
  }
}

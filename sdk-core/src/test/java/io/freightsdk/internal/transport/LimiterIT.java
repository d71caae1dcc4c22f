package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LimiterIT {
  private final List<Integer> admitted = new ArrayList<>();

  private Limiter.Ticket enter(Limiter limiter, int number) {
    return limiter.enter(() -> admitted.add(number));
  }

  @Test
  void itTellsHowManyAreAdmittedAndHowManyWait() {
    Limiter limiter = new Limiter(1);
    Limiter.Ticket first = enter(limiter, 1);
    Limiter.Ticket second = enter(limiter, 2);
    Limiter.Ticket third = enter(limiter, 3);
    assertThat(List.of(limiter.taken(), limiter.waiting())).containsExactly(1, 2);

    third.leave();
    assertThat(List.of(limiter.taken(), limiter.waiting())).containsExactly(1, 1);
    first.leave();
    assertThat(List.of(limiter.taken(), limiter.waiting())).containsExactly(1, 0);
    second.leave();
    assertThat(List.of(limiter.taken(), limiter.waiting())).containsExactly(0, 0);
  }

  @Test
  void placesAreGivenInTheOrderOfComing() {
    Limiter limiter = new Limiter(1);
    Limiter.Ticket first = enter(limiter, 1);
    Limiter.Ticket second = enter(limiter, 2);
    Limiter.Ticket third = enter(limiter, 3);
    assertThat(first.isAdmitted()).isTrue();
    assertThat(second.isAdmitted()).isFalse();
    first.leave();
    assertThat(admitted).containsExactly(2);
    second.leave();
    assertThat(admitted).containsExactly(2, 3);
    third.leave();
    assertThat(enter(limiter, 4).isAdmitted()).isTrue();
    assertThat(admitted).as("a place at once is told by the ticket alone").containsExactly(2, 3);
  }

  @Test
  void whoLeavesTheLineIsNotAdmitted() {
    Limiter limiter = new Limiter(1);
    Limiter.Ticket first = enter(limiter, 1);
    Limiter.Ticket second = enter(limiter, 2);
    enter(limiter, 3);
    second.leave();
    first.leave();
    first.leave();
    assertThat(admitted).containsExactly(3);
    assertThat(second.isAdmitted()).isFalse();
    assertThat(enter(limiter, 4).isAdmitted()).as("leaving twice frees one place").isFalse();
  }

  @Test
  void nobodyIsAdmittedAfterItIsClosed() {
    Limiter limiter = new Limiter(1);
    Limiter.Ticket first = enter(limiter, 1);
    Limiter.Ticket second = enter(limiter, 2);
    limiter.close();
    first.leave();
    assertThat(second.isAdmitted()).isFalse();
    assertThat(enter(limiter, 3).isAdmitted()).isFalse();
    second.leave();
    assertThat(admitted).isEmpty();
    assertThat(limiter.taken()).isZero();
  }

  /** One within the other, so many would overflow the stack. */
  @Test
  void anyNumberMayLeaveAsSoonAsTheyAreAdmitted() {
    Limiter limiter = new Limiter(1);
    AtomicInteger left = new AtomicInteger();
    Limiter.Ticket first = limiter.enter(() -> {});
    for (int i = 0; i < 100_000; i++) {
      AtomicReference<Limiter.Ticket> ticket = new AtomicReference<>();
      ticket.set(
          limiter.enter(
              () -> {
                left.incrementAndGet();
                ticket.get().leave();
              }));
    }
    first.leave();
    assertThat(left).hasValue(100_000);
    assertThat(limiter.enter(() -> {}).isAdmitted()).isTrue();
  }

  @Test
  void manyThreadsNeverTakeMoreThanThePlaces() throws InterruptedException {
    Limiter limiter = new Limiter(3);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    ExecutorService wire = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 2_000; i++) {
      threads.execute(
          () -> {
            AtomicReference<Limiter.Ticket> ticket = new AtomicReference<>();
            AtomicInteger once = new AtomicInteger();
            Runnable work =
                () ->
                    wire.execute(
                        () -> {
                          while (ticket.get() == null) Thread.onSpinWait();
                          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                          // Until all places were taken once, whoever has one keeps it.
                          do Thread.yield();
                          while (most.get() < 3);
                          inside.decrementAndGet();
                          ended.incrementAndGet();
                          ticket.get().leave();
                        });
            ticket.set(
                limiter.enter(
                    () -> {
                      if (once.getAndIncrement() == 0) work.run();
                    }));
            if (ticket.get().isAdmitted() && once.getAndIncrement() == 0) work.run();
          });
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    Eventually.until(() -> ended.get() == 2_000, () -> ended.get() + " of 2000 have left");
    wire.shutdown();
    assertThat(wire.awaitTermination(2, TimeUnit.MINUTES)).isTrue();
    assertThat(most.get()).isEqualTo(3);
  }
}

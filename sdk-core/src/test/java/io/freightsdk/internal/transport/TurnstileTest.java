package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnstileTest {
  @Test
  void lineMovesInItsOrderAsPlacesBecomeFree() {
    Turnstile turnstile = new Turnstile(2);
    List<Integer> started = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      int number = i;
      turnstile.enter(() -> started.add(number));
    }
    assertThat(started).containsExactly(1, 2);
    assertThat(turnstile.hasLine()).isTrue();

    turnstile.leave();
    turnstile.leave();

    assertThat(started).containsExactly(1, 2, 3, 4);
    assertThat(turnstile.inside()).isEqualTo(2);
  }

  @Test
  void requestsThatEndWhileTheyStartLeaveTheStackFlat() {
    Turnstile turnstile = new Turnstile(1);
    AtomicInteger ended = new AtomicInteger();
    turnstile.enter(() -> {});
    for (int i = 0; i < 100_000; i++) {
      turnstile.enter(
          () -> {
            ended.incrementAndGet();
            turnstile.leave();
          });
    }

    turnstile.leave();

    assertThat(ended).hasValue(100_000);
    assertThat(turnstile.inside()).isZero();
    assertThat(turnstile.hasLine()).isFalse();
  }

  @Test
  void noRequestIsForgottenAndNoPlaceIsTakenTwice() throws InterruptedException {
    int requests = 50_000;
    Turnstile turnstile = new Turnstile(3);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(requests);
    Runnable work =
        () -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          inside.decrementAndGet();
          turnstile.leave();
          done.countDown();
        };
    for (int i = 0; i < requests; i++) {
      threads.execute(() -> turnstile.enter(() -> threads.execute(work)));
    }

    assertThat(done.await(30, TimeUnit.SECONDS)).as("%d left", done.getCount()).isTrue();
    threads.shutdown();
    assertThat(most.get()).isBetween(1, 3);
    assertThat(turnstile.inside()).isZero();
  }
}

package io.freightsdk.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnstileTest {
  private final List<Integer> started = new ArrayList<>();

  private void enter(Turnstile turnstile, int request) {
    turnstile.enter(() -> started.add(request));
  }

  @Test
  void requestsStartWhileThereAreFreePlaces() {
    Turnstile turnstile = new Turnstile(2);
    enter(turnstile, 1);
    enter(turnstile, 2);
    enter(turnstile, 3);
    assertThat(started).containsExactly(1, 2);
    assertThat(turnstile.inside()).isEqualTo(2);
    assertThat(turnstile.hasLine()).isTrue();
  }

  @Test
  void theLineStartsInItsOrderAsOthersLeave() {
    Turnstile turnstile = new Turnstile(1);
    for (int request = 1; request <= 3; request++) enter(turnstile, request);
    turnstile.leave();
    turnstile.leave();
    assertThat(started).containsExactly(1, 2, 3);
    assertThat(turnstile.hasLine()).isFalse();
    turnstile.leave();
    assertThat(turnstile.inside()).isZero();
  }

  @Test
  void aRequestThatEndsAtOnceLetsTheNextIn() {
    Turnstile turnstile = new Turnstile(1);
    for (int request = 1; request <= 3; request++) {
      int number = request;
      turnstile.enter(
          () -> {
            started.add(number);
            turnstile.leave();
          });
    }
    assertThat(started).containsExactly(1, 2, 3);
    assertThat(turnstile.inside()).isZero();
  }

  /** One within the other, so many would overflow the stack. */
  @Test
  void anyNumberOfRequestsMayEndAtOnce() {
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
  void manyThreadsNeverTakeMoreThanThePlaces() throws InterruptedException {
    Turnstile turnstile = new Turnstile(3);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    ExecutorService wire = Executors.newFixedThreadPool(8);
    for (int i = 0; i < 2_000; i++) {
      threads.execute(
          () ->
              turnstile.enter(
                  () ->
                      wire.execute(
                          () -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            Thread.yield();
                            inside.decrementAndGet();
                            ended.incrementAndGet();
                            turnstile.leave();
                          })));
    }
    threads.shutdown();
    assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    Eventually.until(() -> ended.get() == 2_000, () -> ended.get() + " of 2000 requests ended");
    wire.shutdown();
    assertThat(wire.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(most.get()).isBetween(2, 3);
    assertThat(turnstile.inside()).isZero();
  }
}

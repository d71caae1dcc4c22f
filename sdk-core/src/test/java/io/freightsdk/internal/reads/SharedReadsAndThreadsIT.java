package io.freightsdk.internal.reads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.Answers;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.FakeService;
import io.freightsdk.testing.Loads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Shared reads on real threads, in time that the test moves. */
@Timeout(300)
class SharedReadsAndThreadsIT {
  private static final int ROUNDS = 300;

  private final FakeService service = new FakeService();

  SharedReadsAndThreadsIT() {
    service.world().holdTime();
  }

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aCallbackNeverRunsOnTheTimer() {
    FreightClient client = service.client();
    AtomicReference<Thread> calledOn = new AtomicReference<>();
    var told =
        read(client, shared().deadline(Duration.ofMillis(150)))
            .handle(
                (position, failure) -> {
                  calledOn.set(Thread.currentThread());
                  return true;
                });
    service.takeRequest();
    service.world().advance(Duration.ofMillis(150)); // This thread is the timer.

    Eventually.until(told::isDone, () -> "the callback did not run");
    assertThat(calledOn.get()).isNotEqualTo(Thread.currentThread());
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));
  }

  @Test
  void aCallbackThatBlocksHoldsUpNobodyElse() throws Exception {
    FreightClient client = service.client();
    CompletableFuture<Void> release = new CompletableFuture<>();
    var first = read(client, shared());
    var second = read(client, shared());
    CompletableFuture<Void> blocked = first.thenRun(() -> CallStyle.join(release));
    service.answers(Answers.success(Operation.GET_LOAD_POSITION));

    assertThat(second.get(60, TimeUnit.SECONDS).loadNumber()).isEqualTo(Loads.NUMBER);
    release.complete(null);
    blocked.get(60, TimeUnit.SECONDS);
  }

  /** Some leave before their read is sent, some while it is out, and some as it ends. */
  @Test
  void whoStaysIsServedHoweverManyLeaveAtOnce() throws Exception {
    FreightClient client = service.client();
    for (int round = 0; round < ROUNDS; round++) {
      service.answers(Answers.success(Operation.GET_LOAD_POSITION));
      List<CompletableFuture<LoadPosition>> leave = new ArrayList<>();
      for (int i = 0; i < 3; i++) leave.add(read(client, shared().maxAge(Duration.ZERO)));
      Thread leaver = new Thread(() -> leave.forEach(read -> read.cancel(true)));
      leaver.start();
      var stays = read(client, shared().maxAge(Duration.ZERO));
      // What was sent for those who left may have taken the answer along.
      service.answers(Answers.success(Operation.GET_LOAD_POSITION));
      assertThat(stays.get(60, TimeUnit.SECONDS).loadNumber()).isEqualTo(Loads.NUMBER);
      leaver.join(60_000);
    }
    Eventually.until(
        () -> Activity.of(client).calls() == 0, () -> "calls are left: " + Activity.of(client));
  }

  private static CallOptions.Builder shared() {
    return CallOptions.builder().maxAge(Duration.ofMinutes(5));
  }

  private static CompletableFuture<LoadPosition> read(
      FreightClient client, CallOptions.Builder options) {
    return client.async().getLoadPosition(Loads.NUMBER, options.build());
  }
}

package io.freightsdk.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightConnectionException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.internal.client.Environment;
import io.freightsdk.model.Balance;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.WorldNetwork.Responder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorldTest {
  private static final byte[] BALANCE =
      "{\"currency\":\"USD\",\"balanceUsd\":24.35}".getBytes(StandardCharsets.UTF_8);

  private final World world = new World();
  private final List<Responder> responders = new ArrayList<>();
  private final FreightClient client =
      world.client(world.builder().retryPolicy(RetryPolicy.none()));

  @AfterEach
  void close() {
    world.close();
  }

  private void respondAfter(Duration time) {
    world.network().routeTo((request, body, responder) -> sendBalance(responder, time));
  }

  private static void sendBalance(Responder responder, Duration after) {
    Response.Builder head =
        new Response.Builder().code(200).header("Content-Type", "application/json");
    responder.respond(after, head, BALANCE);
  }

  private void holdResponses() {
    world
        .network()
        .routeTo((Request request, byte[] body, Responder responder) -> responders.add(responder));
  }

  @ParameterizedTest
  @EnumSource
  void callTakesAsLongAsItsResponse(CallStyle style) {
    respondAfter(Duration.ofSeconds(3));
    assertThat(style.getBalance(client).balanceUsd()).isEqualByComparingTo("24.35");
    assertThat(world.now()).isEqualTo(World.START.plusSeconds(3));
  }

  @ParameterizedTest
  @EnumSource
  void attemptTimesOutByTheClockOfTheWorld(CallStyle style) {
    holdResponses();
    assertThatExceptionOfType(FreightTimeoutException.class)
        .isThrownBy(() -> style.getBalance(client));
    assertThat(world.now()).isEqualTo(World.START.plusSeconds(30));
    assertThat(world.network().openRequests()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void connectionFailureEndsTheCall(CallStyle style) {
    world
        .network()
        .routeTo((request, body, out) -> out.fail(Duration.ZERO, new IOException("reset")));
    assertThatExceptionOfType(FreightConnectionException.class)
        .isThrownBy(() -> style.getBalance(client));
    assertThat(world.network().sentRequests()).isOne();
  }

  @Test
  void nothingRunsBetweenTwoLinesOfATest() {
    holdResponses();
    CompletableFuture<Balance> call = client.async().getBalance();
    assertThat(responders).isEmpty();
    world.runUntilWaiting(call);
    assertThat(responders).hasSize(1);

    sendBalance(responders.get(0), Duration.ZERO);
    assertThat(call).isNotDone();
    world.settle();
    assertThat(call).isCompleted();
    assertThat(world.now()).isEqualTo(World.START);
  }

  @Test
  void severalBlockingCallsWaitAtTheSameTime() {
    holdResponses();
    List<Caller<Balance>> calls = new ArrayList<>();
    for (int i = 0; i < 3; i++) calls.add(world.start(client::getBalance));
    calls.forEach(world::runUntilWaiting);
    assertThat(responders).hasSize(3);

    sendBalance(responders.get(1), Duration.ZERO);
    world.settle();
    assertThat(calls).extracting(CompletableFuture::isDone).containsExactly(false, true, false);
    sendBalance(responders.get(0), Duration.ZERO);
    sendBalance(responders.get(2), Duration.ZERO);
    calls.forEach(world::join);
  }

  @Test
  void interruptEndsABlockingCall() {
    holdResponses();
    Caller<Balance> call = world.start(client::getBalance);
    world.runUntilWaiting(call);
    call.interrupt();
    assertThatExceptionOfType(FreightCancelledException.class).isThrownBy(() -> world.join(call));
  }

  @Test
  void waitingTaskDoesNotBlockAnotherTask() {
    Environment environment = world.environment();
    Executor threads = Objects.requireNonNull(environment.threads());
    List<String> happened = new ArrayList<>();
    for (int seconds : new int[] {2, 1}) {
      threads.execute(
          () -> {
            happened.add("begins " + seconds);
            environment.time().await(Duration.ofSeconds(seconds), () -> false);
            happened.add("ends " + seconds);
          });
    }
    world.run();
    assertThat(happened).containsExactly("begins 2", "begins 1", "ends 1", "ends 2");
    assertThat(world.now()).isEqualTo(World.START.plusSeconds(2));
  }

  @Test
  void callbackOfAFutureCanWaitForAnotherCall() {
    respondAfter(Duration.ofSeconds(3));
    CompletableFuture<Balance> both =
        client.async().getBalance().thenApply(first -> world.join(client.async().getBalance()));
    world.join(both);
    assertThat(world.now()).isEqualTo(World.START.plusSeconds(6));
  }

  @Test
  void exceptionOfAClientTaskEndsTheTest() {
    Executor threads = Objects.requireNonNull(world.environment().threads());
    threads.execute(
        () -> {
          throw new IllegalStateException("by a task");
        });
    assertThatIllegalStateException().isThrownBy(world::settle).withMessage("by a task");
  }

  @Test
  void endlessWaitFails() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> world.join(new CompletableFuture<>()))
        .withMessageContaining("waits for ever");
  }

  @Test
  void endedCallDoesNotWait() {
    respondAfter(Duration.ZERO);
    CompletableFuture<Balance> call = client.async().getBalance();
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> world.runUntilWaiting(call))
        .withMessageContaining("has ended");
  }

  @Test
  void secondOpenWorldFails() {
    assertThatIllegalStateException().isThrownBy(World::new);
  }
}

package io.freightsdk.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallEvent;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Caller;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.ServerFixture;
import io.freightsdk.testing.TestGuard;
import io.freightsdk.testing.World;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Listeners, guards and callbacks of futures may call or close the client. */
class CallsFromCallbacksTest extends ServerFixture {

  @Override
  protected FreightClient.Builder builder() {
    return super.builder().maxConcurrentRequests(1).callTimeout(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @EnumSource
  void listenerCanCallTheClient(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    AtomicBoolean nested = new AtomicBoolean();
    ConcurrentLinkedQueue<Balance> reported = new ConcurrentLinkedQueue<>();
    FreightClient.Builder builder =
        builder()
            .listener(
                event -> {
                  boolean attempt = event instanceof CallEvent.AttemptEnded;
                  if (attempt && nested.compareAndSet(false, true)) {
                    reported.add(self.get().getBalance());
                  }
                });
    try (FreightClient client = builder.build()) {
      self.set(client);
      style.getBalance(client);
      assertThat(reported).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void guardCanCallTheClient(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    ConcurrentLinkedQueue<Balance> reported = new ConcurrentLinkedQueue<>();
    TestGuard guard =
        TestGuard.unlimited().onCompleted(entry -> reported.add(self.get().getBalance()));
    try (FreightClient client = builder().spendGuard(guard).build()) {
      self.set(client);
      style.createLoad(client, SampleLoads.twoStops());
      assertThat(reported).hasSize(1);
    }
  }

  /** It would wait for the read whose event it gets. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void listenerOfAPriceReadCanReadThePrice(boolean failed) {
    if (failed) server.faults().next(Operation.GET_PRICING, Fault.status(400));
    AtomicReference<FreightClient> self = new AtomicReference<>();
    ConcurrentLinkedQueue<String> reported = new ConcurrentLinkedQueue<>();
    FreightClient.Builder builder =
        builder()
            .listener(
                event -> {
                  if (event.operation() != Operation.GET_PRICING) return;
                  try {
                    reported.add(self.get().price(Operation.CREATE_LOAD).toString());
                  } catch (FreightException unread) {
                    reported.add("unread");
                  }
                });
    try (FreightClient client = builder.build()) {
      self.set(client);
      Charge charge = client.createLoad(SampleLoads.twoStops()).charge();
      assertThat(charge.kind()).isEqualTo(failed ? Charge.Kind.UNKNOWN : Charge.Kind.CHARGED);
      world.settle();
      assertThat(reported).containsOnly(failed ? "unread" : "0.65").hasSize(2);
    }
  }

  /** Close does not wait for the call of the listener, which would never end. */
  @ParameterizedTest
  @EnumSource
  void listenerCanCloseTheClient(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    FreightClient client =
        builder()
            .listener(
                event -> {
                  if (event instanceof CallEvent.CallEnded) {
                    self.get().close();
                  }
                })
            .build();
    self.set(client);
    assertThat(style.getBalance(client)).isNotNull();
    assertThat(world.now()).isEqualTo(World.START);
    client.close();
  }

  /** Each listener runs in a call that the other close would wait for. */
  @ParameterizedTest
  @EnumSource
  void twoListenersCanCloseTheClientConcurrently(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    AtomicInteger closing = new AtomicInteger();
    FreightClient client =
        builder()
            .listener(
                event -> {
                  if (!(event instanceof CallEvent.CallEnded)) return;
                  closing.incrementAndGet();
                  world.waitUntil(() -> closing.get() == 2);
                  self.get().close();
                })
            .build();
    self.set(client);
    Caller<Balance> one = world.start(() -> style.getBalance(client));
    Caller<Balance> other = world.start(() -> style.getBalance(client));
    assertThat(world.join(one)).isNotNull();
    assertThat(world.join(other)).isNotNull();
    assertThat(world.now()).isEqualTo(World.START);
  }

  @ParameterizedTest
  @EnumSource
  void guardCanCloseTheClient(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    TestGuard guard = TestGuard.unlimited().onCompleted(entry -> self.get().close());
    FreightClient client = builder().callTimeout(Duration.ofDays(1)).spendGuard(guard).build();
    self.set(client);
    assertThat(style.createLoad(client, SampleLoads.twoStops())).isNotNull();
    assertThat(world.now()).isEqualTo(World.START);
    client.close();
  }

  /** The call of the callback has ended. */
  @Test
  void callbackOfAFutureCanCloseTheClient() {
    FreightClient client = builder().build();
    CompletableFuture<Balance> other = client.async().getBalance();
    CompletableFuture<Void> closed = client.async().getBalance().thenRun(client::close);
    world.join(closed);
    assertThat(other).isDone();
    assertThat(world.now()).isEqualTo(World.START);
  }

  @ParameterizedTest
  @EnumSource
  void callbackOfAFutureCanWaitForAnotherCall(CallStyle style) {
    try (FreightClient client = builder().build()) {
      CompletableFuture<Balance> second =
          client.async().getBalance().thenApply(first -> style.getBalance(client));
      assertThat(world.join(second)).isNotNull();
    }
  }
}

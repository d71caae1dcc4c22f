package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A listener runs when the place on the wire is free again, and may use the client. */
class ListenersMayCallTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");

  @AfterEach
  void stop() {
    server.close();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder()
        .baseUrl(server.baseUrl())
        .agentKey(broker.agentKey())
        .maxConcurrentRequests(1)
        .deadline(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @EnumSource
  void aListenerOfRequestsMayCall(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    AtomicBoolean nested = new AtomicBoolean();
    ConcurrentLinkedQueue<Balance> told = new ConcurrentLinkedQueue<>();
    FreightClientBuilder builder =
        builder()
            .listener(
                event -> {
                  boolean attempt = event instanceof RequestEvent.AttemptEnded;
                  if (attempt && nested.compareAndSet(false, true)) {
                    told.add(self.get().getBalance());
                  }
                });
    try (FreightClient client = builder.build()) {
      self.set(client);
      style.getBalance(client);
      assertThat(told).hasSize(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aListenerOfSpendingMayCall(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    ConcurrentLinkedQueue<Balance> told = new ConcurrentLinkedQueue<>();
    FreightClientBuilder builder =
        builder().spendListener(entry -> told.add(self.get().getBalance()));
    try (FreightClient client = builder.build()) {
      self.set(client);
      style.createLoad(client, Loads.twoStops());
      assertThat(told).hasSize(1);
    }
  }

  /** Its own call is not one of those that the close waits for: that would be for ever. */
  @ParameterizedTest
  @EnumSource
  void aListenerMayClose(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    FreightClient client =
        builder()
            .listener(
                event -> {
                  if (event instanceof RequestEvent.CallEnded) {
                    self.get().close(Duration.ofDays(1));
                  }
                })
            .build();
    self.set(client);
    assertThat(CallStyle.join(InBackground.begin(() -> style.getBalance(client)))).isNotNull();
    client.close();
  }

  /** Books that may wait tell on a thread of the client, while the call waits for them. */
  private FreightClientBuilder booksThatMayWait() {
    return TestBuilders.withBooks(
        builder().deadline(Duration.ofDays(1)),
        (settings, clock, nanoTime, reads, later) ->
            new SpendBooks(settings, clock, nanoTime, reads, later) {
              @Override
              public boolean mayBlock() {
                return true;
              }
            });
  }

  @ParameterizedTest
  @EnumSource
  void aListenerOfSpendingMayClose(CallStyle style) {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    SpendLimits limits = SpendLimits.builder().total("25.00").build();
    FreightClient client =
        booksThatMayWait()
            .spendLimits(limits)
            .spendListener(entry -> self.get().close(Duration.ofDays(1)))
            .build();
    self.set(client);
    var load = InBackground.begin(() -> style.createLoad(client, Loads.twoStops()));
    assertThat(CallStyle.join(load)).isNotNull();
    client.close();
  }

  @Test
  void aListenerOfAPriceThatRoseMayClose() {
    AtomicReference<FreightClient> self = new AtomicReference<>();
    CompletableFuture<BigDecimal> closed = new CompletableFuture<>();
    SpendLimits limits = SpendLimits.builder().total("25.00").build();
    FreightClient client =
        booksThatMayWait()
            .spendLimits(limits)
            .spendListener(
                entry -> {
                  if (entry.attempt() >= 0) return;
                  self.get().close(Duration.ofDays(1));
                  closed.complete(entry.amountUsd());
                })
            .build();
    self.set(client);
    client.createLoad(Loads.twoStops());
    server.price("load_create", "0.70");
    client.prices().quote(Operation.CREATE_LOAD, 1, Duration.ZERO);
    assertThat(CallStyle.join(closed)).isEqualByComparingTo("0.05");
  }

  @ParameterizedTest
  @EnumSource
  void aCloseThatDrainsLetsCallsEnd(CallStyle style) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    FreightClient client =
        builder()
            .interceptor(
                chain -> {
                  asked.countDown();
                  try {
                    closing.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                  return chain.proceed(chain.request());
                })
            .build();
    var balance = InBackground.begin(() -> style.getBalance(client));
    asked.await();
    var closed =
        InBackground.begin(
            () -> {
              client.close(Duration.ofDays(1));
              return true;
            });
    Eventually.until(() -> refuses(client), () -> "the client still takes calls");
    closing.countDown();

    assertThat(CallStyle.join(balance)).isNotNull();
    CallStyle.join(closed);
  }

  private static boolean refuses(FreightClient client) {
    return client.async().getPricing().isCompletedExceptionally();
  }
}

package io.freightsdk.threads;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.CallEvent;
import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.VirtualWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each future has a thread, so a future that waits does not block another one or a free call. */
class ManyWaitingFuturesIT {
  /** Longer than a busy machine needs for all calls. */
  private static final int MINUTES = 9;

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.65");
  private final List<FreightClient> clients = new ArrayList<>();

  /** One permit for each attempt that the balance did not cover. */
  private final Semaphore refused = new Semaphore(0);

  @AfterEach
  void stop() {
    clients.forEach(FreightClient::close);
    server.close();
  }

  private FreightClient client(FreightClient.Builder builder) {
    FreightClient client =
        builder
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .listener(
                event -> {
                  if (event instanceof CallEvent.AttemptEnded ended
                      && Integer.valueOf(402).equals(ended.status())) {
                    refused.release();
                  }
                })
            .build();
    clients.add(client);
    return client;
  }

  private static List<CompletableFuture<LoadPosition>> reads(
      FreightClient client, String load, int calls) {
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < calls; i++) reads.add(client.async().getLoadPosition(load));
    return reads;
  }

  private static void assertAllEnd(List<CompletableFuture<LoadPosition>> reads) throws Exception {
    for (CompletableFuture<LoadPosition> read : reads) {
      assertThat(read.get(MINUTES, TimeUnit.MINUTES)).isNotNull();
    }
  }

  @Test
  void freeCallsContinueWhileAThousandFuturesWaitForATopUp() throws Exception {
    VirtualWorld world = new VirtualWorld().holdTime();
    RetryPolicy wait = RetryPolicy.builder().maxTopUpWait(Duration.ofDays(20)).build();
    FreightClient client =
        client(
            TestBuilders.withEnvironment(FreightClient.builder(), world.environment())
                .maxPendingCalls(1_002)
                .callTimeout(Duration.ofDays(20))
                .retryPolicy(wait));
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    List<CompletableFuture<LoadPosition>> reads = reads(client, load, 1_000);
    assertThat(refused.tryAcquire(1_000, MINUTES, TimeUnit.MINUTES)).isTrue();

    assertThat(client.getBalance().balanceUsd()).isZero();
    assertThat(client.async().getBalance().get(MINUTES, TimeUnit.MINUTES)).isNotNull();
    assertThat(reads).noneMatch(CompletableFuture::isDone);

    broker.credit("5000.00");
    // A call may begin to wait only after the clock was moved.
    Eventually.until(
        () -> {
          world.advance(Duration.ofSeconds(5));
          return reads.stream().allMatch(CompletableFuture::isDone);
        },
        () -> "reads wait");
    assertAllEnd(reads);
  }

  /** Each callback runs on the thread of its own call. */
  @ParameterizedTest
  @EnumSource
  void callbacksOfManyFuturesCanWaitForAnotherCall(CallStyle style) throws Exception {
    broker.credit("500.00");
    FreightClient client = client(FreightClient.builder().maxConcurrentRequests(1));
    String load = client.createLoad(SampleLoads.twoStops()).loadNumber();
    List<CompletableFuture<LoadPosition>> second = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      second.add(client.async().getBalance().thenApply(any -> style.getLoadPosition(client, load)));
    }
    assertAllEnd(second);
  }
}

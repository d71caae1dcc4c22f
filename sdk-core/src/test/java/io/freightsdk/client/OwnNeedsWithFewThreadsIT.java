package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.environment.DaemonTimer;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.LimitedThreads;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Threads;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that is full of calls that wait has few threads, and goes on with few. */
class OwnNeedsWithFewThreadsIT {
  /** More than a busy machine needs for all of its calls. */
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

  private FreightClient client(FreightClientBuilder builder) {
    FreightClient client =
        builder
            .baseUrl(server.baseUrl())
            .agentKey(broker.agentKey())
            .listener(
                event -> {
                  if (event instanceof RequestEvent.AttemptEnded ended
                      && Integer.valueOf(402).equals(ended.status())) {
                    refused.release();
                  }
                })
            .build();
    clients.add(client);
    return client;
  }

  private void allGoOnAfterATopUp(FreightClient client, int calls) throws Exception {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      reads.add(client.async().getLoadPosition(load));
    }
    assertThat(refused.tryAcquire(calls, MINUTES, TimeUnit.MINUTES))
        .as("%s of %d are not yet refused", refused, calls)
        .isTrue();
    // Those that have just served a call end when nothing is left for them to do.
    Eventually.until(() -> threads() <= 80, () -> threads() + " threads while all wait");

    broker.credit("5000.00");

    for (CompletableFuture<LoadPosition> read : reads) {
      assertThat(read.get(MINUTES, TimeUnit.MINUTES).loadNumber()).isEqualTo(load);
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("freight-client"))
        .count();
  }

  @Test
  void aThousandFuturesWaitWithFewThreads() throws Exception {
    RetryPolicy wait = RetryPolicy.builder().awaitTopUp(Duration.ofHours(1)).build();
    FreightClientBuilder full = FreightClient.builder().maxPendingCalls(1_000).retryPolicy(wait);
    allGoOnAfterATopUp(client(full), 1_000);
  }

  /** Each of them holds no thread while it waits; when all go on, they take turns. */
  @Tag("slow") // four thousand calls and forty thousand
  @ParameterizedTest
  @ValueSource(ints = {4_096, 40_000})
  void manyFuturesGoOnWhereTheMachineAllowsFewThreads(int calls) throws Exception {
    Threads threads = LimitedThreads.pool("freight-client", 500);
    FreightClientBuilder full =
        FreightClient.builder()
            .maxPendingCalls(50_000)
            .deadline(Duration.ofHours(1))
            .retryPolicy(RetryPolicy.builder().awaitTopUp(Duration.ofHours(1)).build());
    TestBuilders.inWorld(
        full,
        new Environment(
            Clock.systemUTC(),
            System::nanoTime,
            MachineTime.SYSTEM,
            new DaemonTimer("freight-timer", threads),
            threads,
            new Random(1),
            () -> UUID.randomUUID().toString(),
            null));
    allGoOnAfterATopUp(client(full), calls);
  }
}

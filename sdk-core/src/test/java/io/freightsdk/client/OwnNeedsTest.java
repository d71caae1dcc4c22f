package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.IdempotencyKeys;
import io.freightsdk.RequestEvent;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.call.Environment;
import io.freightsdk.internal.concurrent.DaemonTimer;
import io.freightsdk.internal.concurrent.LimitedThreads;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.TopUpPolicy;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.Loads;
import io.freightsdk.testsupport.Thorough;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that is full of calls still reads what these calls wait for. */
class OwnNeedsTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("0.65");
  private final List<FreightClient> clients = new ArrayList<>();
  private final AtomicInteger refused = new AtomicInteger();

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
                    refused.incrementAndGet();
                  }
                })
            .build();
    clients.add(client);
    return client;
  }

  private void allGoOnAfterATopUp(FreightClient client, int calls, CallStyle style) {
    String load = client.createLoad(Loads.twoStops()).loadNumber();
    List<CompletableFuture<LoadPosition>> reads = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      reads.add(
          style == CallStyle.FUTURE
              ? client.async().getLoadPosition(load)
              : InBackground.begin(() -> client.getLoadPosition(load)));
    }
    Eventually.until(() -> refused.get() >= calls, () -> refused + " of " + calls + " refused");
    // Those that have just served a call end when nothing is left for them to do.
    Eventually.until(() -> threads() <= 80, () -> threads() + " threads while all wait");

    broker.credit("5000.00");
    client.toppedUp();

    for (CompletableFuture<LoadPosition> read : reads) {
      assertThat(CallStyle.join(read).loadNumber()).isEqualTo(load);
    }
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("freight-client"))
        .count();
  }

  @ParameterizedTest
  @EnumSource
  void aFullClientSeesItsTopUp(CallStyle style) {
    TopUpPolicy wait = TopUpPolicy.awaitTopUp(Duration.ofMinutes(10));
    allGoOnAfterATopUp(
        client(FreightClient.builder().maxPendingCalls(4).topUpPolicy(wait)), 4, style);
  }

  @Test
  void aThousandFuturesWaitWithFewThreads() {
    TopUpPolicy wait = TopUpPolicy.awaitTopUp(Duration.ofMinutes(10));
    FreightClientBuilder full = FreightClient.builder().maxPendingCalls(1_000).topUpPolicy(wait);
    allGoOnAfterATopUp(client(full), 1_000, CallStyle.FUTURE);
  }

  /** Each of them holds no thread while it waits; when all go on, they take turns. */
  @Thorough("four thousand calls and forty thousand")
  @ParameterizedTest
  @ValueSource(ints = {4_096, 40_000})
  void manyFuturesGoOnWhereTheMachineAllowsFewThreads(int calls) {
    ExecutorService threads = LimitedThreads.pool("freight-client", 500);
    FreightClientBuilder full =
        FreightClient.builder()
            .maxPendingCalls(50_000)
            .deadline(Duration.ofMinutes(10))
            .topUpPolicy(TopUpPolicy.awaitTopUp(Duration.ofMinutes(10)));
    TestBuilders.inWorld(
        full,
        new Environment(
            Clock.systemUTC(),
            System::nanoTime,
            new DaemonTimer("freight-timer", threads),
            new Random(1),
            IdempotencyKeys::random,
            threads,
            null));
    allGoOnAfterATopUp(client(full), calls, CallStyle.FUTURE);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8})
  void asManyCallersAsPlacesBeginUnderALimit(int places) throws Exception {
    broker.credit("500.00");
    FreightClient client =
        client(
            FreightClient.builder()
                .maxPendingCalls(places)
                .spendLimits(SpendLimits.builder().total("100.00").build()));
    CyclicBarrier start = new CyclicBarrier(places);
    List<CompletableFuture<String>> loads = new ArrayList<>();
    for (int i = 0; i < places; i++) {
      loads.add(
          InBackground.begin(
              () -> {
                try {
                  start.await();
                } catch (Exception broken) {
                  throw new AssertionError(broken);
                }
                return client.createLoad(Loads.twoStops()).loadNumber();
              }));
    }
    for (CompletableFuture<String> load : loads) assertThat(CallStyle.join(load)).isNotBlank();
  }
}

package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A listener that is told of what a price that rose may have cost may use the client. */
class ListenerOfARiseTest {
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

  /** Books that may wait tell on a thread of the client, while the call waits for them. */
  private FreightClientBuilder booksThatMayWait() {
    return TestBuilders.withBooks(
        builder().deadline(Duration.ofDays(1)),
        (settings, environment, threads, reads) ->
            new SpendBooks(settings, environment, threads, reads) {
              @Override
              public boolean mayBlock() {
                return true;
              }
            });
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
}

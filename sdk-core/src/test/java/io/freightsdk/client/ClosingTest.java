package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendListener;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.World;
import io.freightsdk.testing.WorldServer;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who closes a client waits for everything that ends by itself, and for nothing else. */
class ClosingTest {
  private final World world = new World();
  private final InMemoryFreightServer server = WorldServer.in(world);
  private final Broker broker = server.createBroker("25.00");
  private final AtomicReference<FreightClient> self = new AtomicReference<>();

  @AfterEach
  void stop() {
    world.close();
    server.close();
  }

  private FreightClientBuilder builder() {
    return world.builder().agentKey(broker.agentKey());
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MAX_VALUE})
  void aDrainThatIsRefusedClosesNothing(long seconds) {
    try (FreightClient client = builder().build()) {
      assertThatThrownBy(() -> client.close(Duration.ofSeconds(seconds)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("drain");
      assertThat(client.getBalance()).isNotNull();
    }
  }

  /** Books in memory, or as in a database, that may be away. */
  private record Books(boolean mayBlock, AtomicBoolean away, BookStore kept) implements BookStore {
    @Override
    public <T> T change(Clock clock, Function<Book, T> change) {
      if (away.get()) throw new SpendStoreException("away", new IllegalStateException(), true);
      return kept.change(clock, change);
    }

    @Override
    public boolean isShared() {
      return false;
    }
  }

  private static RequestListener afterTheCreation(Runnable then) {
    return event -> {
      boolean made =
          event instanceof RequestEvent.AttemptEnded ended
              && ended.operation() == Operation.CREATE_LOAD;
      if (made) then.run();
    };
  }

  /** It is told by the thread that stores again what the store did not take. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @ExpectedWarnings("could not be booked; it is kept and stored again")
  void aListenerOfWhatIsStoredAgainMayClose(boolean mayBlock) {
    AtomicBoolean away = new AtomicBoolean();
    CompletableFuture<SpendEntry> closed = new CompletableFuture<>();
    FreightClient client =
        builder()
            .spendStore(new Books(mayBlock, away, (BookStore) SpendStore.inMemory()))
            .listener(afterTheCreation(() -> away.set(true)))
            .spendListener(
                new SpendListener() {
                  @Override
                  public void onEntry(SpendEntry entry) {
                    self.get().close();
                    closed.complete(entry);
                  }

                  @Override
                  public void onUnstored(SpendEntry entry, RuntimeException why) {
                    away.set(false);
                  }
                })
            .build();
    self.set(client);
    client.createLoad(Loads.twoStops());
    assertThat(CallStyle.join(closed).amountUsd()).isEqualByComparingTo("0.65");
    client.close();
  }
}

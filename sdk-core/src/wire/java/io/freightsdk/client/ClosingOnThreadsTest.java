package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.spend.PriceReading;
import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendRefusal;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.InBackground;
import io.freightsdk.testing.KnownPrices;
import io.freightsdk.testing.Loads;
import io.freightsdk.testsupport.ExpectedWarnings;
import io.freightsdk.testsupport.Size;
import io.freightsdk.testsupport.Thorough;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing a client while its threads and those of others are at work. */
class ClosingOnThreadsTest {
  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final AtomicReference<FreightClient> self = new AtomicReference<>();

  @AfterEach
  void stop() {
    server.close();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  /** Each runs in a call that the other would wait for. */
  @ParameterizedTest
  @EnumSource
  void twoListenersMayCloseAtOnce(CallStyle style) {
    CyclicBarrier both = new CyclicBarrier(2);
    FreightClient client =
        builder()
            .listener(
                event -> {
                  if (!(event instanceof RequestEvent.CallEnded)) return;
                  try {
                    both.await();
                  } catch (Exception broken) {
                    throw new AssertionError(broken);
                  }
                  self.get().close(Duration.ofDays(1));
                })
            .build();
    self.set(client);
    var one = InBackground.begin(() -> style.getBalance(client));
    var other = InBackground.begin(() -> style.getBalance(client));
    assertThat(CallStyle.join(one)).isNotNull();
    assertThat(CallStyle.join(other)).isNotNull();
    client.close();
  }

  private static RequestListener afterTheCreation(Runnable then) {
    return event -> {
      boolean made =
          event instanceof RequestEvent.AttemptEnded ended
              && ended.operation() == Operation.CREATE_LOAD;
      if (made) then.run();
    };
  }

  /** A database that is slow, and has come back when the client is closed. */
  private record SlowAtClose(Runnable before, BookStore kept) implements BookStore {
    @Override
    public <T> T change(Clock clock, Function<Book, T> change) {
      boolean closing = Thread.currentThread().getName().equals("freight-spend-close");
      if (closing) {
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      } else {
        before.run();
      }
      return kept.change(clock, change);
    }

    @Override
    public boolean mayBlock() {
      return true;
    }

    @Override
    public boolean isShared() {
      return false;
    }
  }

  @Test
  @Thorough("waits nine of the ten seconds that a close may take")
  @ExpectedWarnings("could not be booked; it is kept and stored again")
  void whatWasKeptIsStoredThoughACallHangsUntilTheEnd() throws InterruptedException {
    AtomicBoolean away = new AtomicBoolean();
    CountDownLatch hangs = new CountDownLatch(1);
    CountDownLatch over = new CountDownLatch(1);
    SpendStore books = SpendStore.inMemory();
    Runnable fails =
        () -> {
          if (away.get()) throw new SpendStoreException("away", new IllegalStateException(), true);
        };
    FreightClient client =
        builder()
            .spendStore(new SlowAtClose(fails, (BookStore) books))
            .listener(
                event -> {
                  if (!(event instanceof RequestEvent.AttemptEnded ended)) return;
                  // The price list may come before the call is reserved.
                  if (ended.operation() == Operation.CREATE_LOAD) away.set(true);
                  if (ended.operation() != Operation.GET_BALANCE) return;
                  hangs.countDown();
                  try {
                    over.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                })
            .build();
    client.createLoad(Loads.twoStops());
    var hanging = client.async().getBalance();
    hangs.await();
    client.close();
    over.countDown();
    assertThat(CallStyle.join(hanging)).isNotNull();
    assertThat(((BookStore) books).totals(SpendFilter.all()).spentUsd())
        .isEqualByComparingTo("0.65");
  }

  /** Its program may end with the close, and nobody would know what it has paid. */
  @ParameterizedTest
  @EnumSource
  @Thorough("waits nine of the ten seconds that a close may take")
  @ExpectedWarnings("could not be booked")
  void aCallThatBooksKeepWaitingIsNamedAndEndsWithTheClose(CallStyle style) {
    AtomicBoolean hangs = new AtomicBoolean();
    CompletableFuture<Boolean> asked = new CompletableFuture<>();
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    Runnable waits =
        () -> {
          if (!hangs.get()) return;
          asked.complete(true);
          over.join();
        };
    FreightClient client =
        builder()
            .deadline(Duration.ofDays(1))
            .spendStore(new SlowAtClose(waits, (BookStore) SpendStore.inMemory()))
            .listener(afterTheCreation(() -> hangs.set(true)))
            .build();
    var load = InBackground.begin(() -> style.createLoad(client, Loads.twoStops()));
    CallStyle.join(asked);
    client.close();
    assertThat(CallStyle.join(load)).isNotNull();
    over.complete(true);
  }

  /** The thread that asks the books and the one that cancels meet at every point of both. */
  @Test
  void noQuestionToTheBooksIsWaitedForWhenItIsAnswered() {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    SpendRefusal refusal =
        new SpendRefusal(
            SpendScope.client(SpendLimits.builder().total("0.01").build()).limits().get(0),
            new BigDecimal("0.02"),
            BigDecimal.ZERO,
            null);
    FreightClient client =
        TestBuilders.withBooks(
                builder(),
                (settings, environment, threads, reads) ->
                    new SpendBooks(settings, environment, threads, reads) {
                      @Override
                      public boolean mayBlock() {
                        return true;
                      }

                      @Override
                      public PriceReading newest() {
                        return KnownPrices.usual()
                            .newest(environment.clock(), environment.nanoTime());
                      }

                      @Override
                      public SpendDecision reserve(Purchase purchase, BigDecimal amountUsd) {
                        int mine = asked.incrementAndGet();
                        while (answered.get() < mine) Thread.yield();
                        return new SpendDecision.Refused(refusal);
                      }
                    })
            .build();
    Random random = new Random(33);
    int calls = Size.of(5_000, 500_000);
    for (int i = 1; i <= calls; i++) {
      CompletableFuture<?> call = client.async().getLoadPosition(Loads.NUMBER);
      while (asked.get() < i && !call.isDone()) Thread.yield();
      answered.set(i);
      for (int spins = random.nextInt(200); spins > 0; spins--) Thread.onSpinWait();
      call.cancel(true);
    }
    var closed =
        InBackground.begin(
            () -> {
              client.close(Duration.ofDays(1));
              return true;
            });
    assertThat(CallStyle.join(closed)).isTrue();
  }
}

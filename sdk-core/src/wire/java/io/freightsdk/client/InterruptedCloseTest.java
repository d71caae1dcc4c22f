package io.freightsdk.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spend.store.Book;
import io.freightsdk.spend.store.BookStore;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import io.freightsdk.testsupport.ExpectedWarnings;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An interrupted thread closes a client like any other: tasks are interrupted when their pool is
 * shut down, and what they have paid is to be stored all the same.
 */
class InterruptedCloseTest {
  private enum Interrupt {
    BEFORE,
    WHILE_IT_WAITS
  }

  private final InMemoryFreightServer server = InMemoryFreightServer.start();
  private final Broker broker = server.createBroker("25.00");
  private final SpendStore books = SpendStore.inMemory();
  private final CompletableFuture<Thread> closing = new CompletableFuture<>();

  /** What the books had when the client was closed. */
  private volatile SpendTotals stored;

  private volatile boolean stillInterrupted;

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void whatCallsInProgressHavePaidIsInTheBooks(Interrupt interrupt) throws Exception {
    RequestListener slow =
        event -> {
          boolean read = event.operation() == Operation.GET_LOAD_POSITION;
          if (read && event instanceof RequestEvent.AttemptEnded) untilTheCloserWaits(interrupt);
        };
    closeDuringARead(builder().spendStore(books).listener(slow), interrupt, FreightClient::close);
  }

  @ParameterizedTest
  @EnumSource
  void aDatabaseThatIsSlowHasWhatCallsInProgressHavePaid(Interrupt interrupt) throws Exception {
    BookStore slow = new Slow(() -> untilTheCloserWaits(interrupt), (BookStore) books);
    closeDuringARead(builder().spendStore(slow), interrupt, FreightClient::close);
  }

  private void closeDuringARead(
      FreightClientBuilder builder, Interrupt interrupt, Consumer<FreightClient> close)
      throws Exception {
    FreightClient client = builder.build();
    String load = loadOfAnother();
    client.quote(Operation.GET_LOAD_POSITION, 1);
    server
        .faults()
        .always(Operation.GET_LOAD_POSITION, Fault.delayAfterCommit(Duration.ofSeconds(60)));
    int before = broker.debits().size();
    CompletableFuture<LoadPosition> read = client.async().getLoadPosition(load);
    Eventually.until(() -> broker.debits().size() > before, () -> "the read did not arrive");
    closeInterrupted(client, interrupt, close);
    assertThat(stored.unknown()).isEqualTo(1);
    assertThatExceptionOfType(FreightCancelledException.class)
        .isThrownBy(() -> CallStyle.join(read))
        .matches(failure -> failure.charge().equals(Charge.UNKNOWN));
    assertThat(stillInterrupted).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aDrainLetsCallsInProgressEnd(Interrupt interrupt) throws Exception {
    CompletableFuture<Boolean> answered = new CompletableFuture<>();
    FreightClient client =
        builder()
            .spendStore(books)
            .interceptor(
                chain -> {
                  var answer = chain.proceed(chain.request());
                  if (chain.request().url().encodedPath().contains("LD-")) {
                    answered.complete(true);
                    untilTheCloserWaits(interrupt);
                  }
                  return answer;
                })
            .build();
    CompletableFuture<LoadPosition> read = client.async().getLoadPosition(loadOfAnother());
    CallStyle.join(answered);
    closeInterrupted(client, interrupt, open -> open.close(Duration.ofMinutes(1)));
    assertThat(CallStyle.join(read)).isNotNull();
    assertThat(stored.chargedUsd()).isEqualByComparingTo("0.02");
    assertThat(stillInterrupted).isTrue();
  }

  @Test
  @ExpectedWarnings("could not be booked; it is kept and stored again")
  void whatTheBooksDidNotTakeIsStoredAgain() throws Exception {
    AtomicBoolean away = new AtomicBoolean();
    AtomicInteger failedAtClose = new AtomicInteger();
    BookStore store =
        new Slow(
            () -> {
              if (!away.get() || failedAtClose.get() > 0) return;
              if (Thread.currentThread() == closing.getNow(null)) failedAtClose.incrementAndGet();
              throw new SpendStoreException("away", new IllegalStateException(), true);
            },
            (BookStore) books) {
          @Override
          public boolean mayBlock() {
            return false;
          }
        };
    FreightClient client =
        builder()
            .spendStore(store)
            .listener(
                event -> {
                  // The price list is read besides.
                  if (event instanceof RequestEvent.AttemptEnded ended
                      && ended.operation() == Operation.CREATE_LOAD) {
                    away.set(true);
                  }
                })
            .build();
    client.createLoad(Loads.twoStops());
    closeInterrupted(client, Interrupt.BEFORE, FreightClient::close);
    assertThat(stored.spentUsd()).isEqualByComparingTo("0.65");
    assertThat(stillInterrupted).isTrue();
  }

  private FreightClientBuilder builder() {
    return FreightClient.builder().baseUrl(server.baseUrl()).agentKey(broker.agentKey());
  }

  private String loadOfAnother() {
    try (FreightClient other = builder().build()) {
      return other.createLoad(Loads.twoStops()).loadNumber();
    }
  }

  private void closeInterrupted(
      FreightClient client, Interrupt interrupt, Consumer<FreightClient> close)
      throws InterruptedException {
    Thread closer =
        new Thread(
            () -> {
              if (interrupt == Interrupt.BEFORE) Thread.currentThread().interrupt();
              closing.complete(Thread.currentThread());
              close.accept(client);
              stillInterrupted = Thread.interrupted();
              stored = books.totals(SpendFilter.all());
            },
            "closer");
    closer.start();
    closer.join(TimeUnit.MINUTES.toMillis(2));
    assertThat(closer.isAlive()).as("still closing").isFalse();
  }

  /** Returns when whoever closes waits, or has not waited; at once where that is this thread. */
  private void untilTheCloserWaits(Interrupt interrupt) {
    Thread closer = CallStyle.join(closing);
    if (closer == Thread.currentThread()) return;
    Eventually.until(() -> rests(closer), () -> "the closer is " + closer.getState());
    if (interrupt == Interrupt.BEFORE) return;
    closer.interrupt();
    Eventually.until(() -> rests(closer), () -> "the closer is " + closer.getState());
  }

  private static boolean rests(Thread thread) {
    boolean waits = thread.getState() == Thread.State.TIMED_WAITING && !thread.isInterrupted();
    return waits || thread.getState() == Thread.State.TERMINATED;
  }

  /** Books as in a database, before whose changes something happens once the client closes. */
  private class Slow implements BookStore {
    private final Runnable before;
    private final BookStore kept;

    Slow(Runnable before, BookStore kept) {
      this.before = before;
      this.kept = kept;
    }

    @Override
    public <T> T change(Clock clock, Function<Book, T> change) {
      if (closing.isDone() || !mayBlock()) before.run();
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
}

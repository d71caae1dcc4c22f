package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.RequestEvent;
import io.freightsdk.RequestListener;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.server.Broker;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.view.LedgerEntry;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Loads;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A client with books in a slow database is closed while its calls end. */
class CloseWhileBookingIT extends MoneyOverSocketsTest {
  private static final int ROUNDS = 15;
  private static final int CALLS = 12;

  @ParameterizedTest
  @EnumSource
  void everythingThatWasToldIsInTheBooksAndNothingStaysHeld(CallStyle style) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      try (BreakableDatabase database = new BreakableDatabase();
          SpendLedger books = SpendLedger.jdbc(database.dataSource(), "broker-1")) {
        closeAmid(style, round, database, books);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void closeWaitsForWhatIsBeingBooked(CallStyle style) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (BreakableDatabase database = new BreakableDatabase();
        SpendLedger books = SpendLedger.jdbc(database.dataSource(), "broker-1")) {
      // From here on the call knows what it was charged, and has only to book it.
      RequestListener holding =
          event -> {
            boolean answered = event instanceof RequestEvent.AttemptEnded;
            if (answered && event.operation() == Operation.CREATE_LOAD) database.hold();
          };
      FreightClient client = builder().spendGuard(books.guard()).listener(holding).build();
      client.price(Operation.CREATE_LOAD);
      CompletableFuture<Charge> call =
          CompletableFuture.supplyAsync(() -> charge(style, client), threads);
      Eventually.until(() -> database.waiting() > 0, () -> "nobody books");

      Thread[] closer = new Thread[1];
      CompletableFuture<Integer> waitingAtItsReturn =
          CompletableFuture.supplyAsync(
              () -> {
                closer[0] = Thread.currentThread();
                client.close();
                return database.waiting();
              },
              threads);
      Eventually.until(
          () -> waitingAtItsReturn.isDone() || waits(closer[0]),
          () -> "close() neither waits nor returns");
      database.letGo();

      assertThat(waitingAtItsReturn.get(60, TimeUnit.SECONDS))
          .as("bookings that still waited for the database when close() returned")
          .isZero();
      assertThat(books.totals().chargedUsd()).isEqualByComparingTo(CREATE);
      CallStyle.join(call);
    } finally {
      threads.shutdown();
    }
  }

  private static boolean waits(@Nullable Thread thread) {
    return thread != null
        && (thread.getState() == Thread.State.WAITING
            || thread.getState() == Thread.State.TIMED_WAITING);
  }

  private void closeAmid(
      CallStyle style, int round, BreakableDatabase database, SpendLedger books) {
    // A broker of its own: a request of the round before may reach the service late.
    Broker mine = server.createBroker("25.00");
    SpendLimits limits = SpendLimits.builder().total("7.80").build();
    FreightClient client = of(mine, books, limits).build();
    ExecutorService threads = Executors.newFixedThreadPool(CALLS);
    List<CompletableFuture<Charge>> calls = new ArrayList<>();
    try {
      client.price(Operation.CREATE_LOAD);
      database.slow(2);
      server.faults().always(Operation.CREATE_LOAD, Fault.delayAfterCommit(Duration.ofMillis(8)));
      for (int i = 0; i < CALLS; i++) {
        calls.add(CompletableFuture.supplyAsync(() -> charge(style, client), threads));
      }
      int early = 1 + round % 10;
      Eventually.until(
          () -> calls.stream().filter(CompletableFuture::isDone).count() >= early,
          () -> "less than " + early + " calls ended");
    } finally {
      client.close();
      threads.shutdown();
    }
    database.slow(0);
    server.faults().clear();

    BigDecimal told = BigDecimal.ZERO;
    for (CompletableFuture<Charge> call : calls) {
      Charge charge = CallStyle.join(call);
      if (charge.kind() == Charge.Kind.CHARGED) told = told.add(CREATE);
    }
    SpendTotals booked = books.totals();
    assertThat(booked.chargedUsd()).as("told as charged").isGreaterThanOrEqualTo(told);
    assertThat(booked.spentUsd())
        .as("the service's own books")
        .isGreaterThanOrEqualTo(debited(mine));

    // What the books do not count as spent can be spent.
    long left =
        new BigDecimal("7.80")
            .subtract(booked.spentUsd())
            .divideToIntegralValue(CREATE)
            .longValue();
    try (FreightClient next = of(mine, books, limits).build()) {
      for (long i = 0; i < left; i++) {
        try {
          next.createLoad(Loads.twoStops());
        } catch (SpendLimitExceededException held) {
          throw new AssertionError("after " + i + " of " + left + " loads that fit", held);
        }
      }
    }
  }

  private FreightClientBuilder of(Broker mine, SpendLedger books, SpendLimits limits) {
    return builder().agentKey(mine.agentKey()).spendGuard(books.guard(limits));
  }

  private static BigDecimal debited(Broker mine) {
    return mine.debits().stream()
        .map(LedgerEntry::amountUsd)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static Charge charge(CallStyle style, FreightClient client) {
    try {
      return style.createLoad(client, Loads.twoStops()).charge();
    } catch (FreightException ended) {
      return ended.charge();
    }
  }
}

package io.freightsdk.money;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.testing.BreakableDatabase;
import io.freightsdk.testing.CallStyle;
import io.freightsdk.testing.Eventually;
import io.freightsdk.testing.Gateway;
import io.freightsdk.testing.Loads;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers that give up before anything was sent leave all of the limit to the others. */
class EndedWhileReservingIT extends MoneyOverSocketsTest {
  private static final int CALLERS = 5;

  private final BreakableDatabase database = new BreakableDatabase();
  private final SpendLedger books = SpendLedger.jdbc(database.dataSource(), "broker-1");
  private final AtomicInteger keysAsked = new AtomicInteger();
  private final Gateway gateway = new Gateway(server.baseUrl());
  private final CountDownLatch allGaveUp = new CountDownLatch(1);
  private final FreightClient client =
      client(
          builder()
              .baseUrl(gateway.baseUrl())
              .agentKey(
                  () -> {
                    keysAsked.incrementAndGet();
                    return broker.agentKey();
                  })
              .spendGuard(books.guard(SpendLimits.builder().total("0.65").build())));

  @AfterEach
  void closeDatabase() throws SQLException {
    allGaveUp.countDown();
    client.close();
    gateway.close();
    books.close();
    database.close();
  }

  @ParameterizedTest
  @EnumSource
  void whileThePriceIsReadForTheFirstTime(CallStyle style) throws Exception {
    gateway.next(Operation.GET_PRICING, Gateway.heldUntil(allGaveUp));
    List<Future<?>> calls = begin(style);
    // Whoever reads the price list needs the key for it.
    Eventually.until(() -> keysAsked.get() >= 1, () -> "no price list asked for");

    giveUp(calls);
    allGaveUp.countDown();

    client.price(Operation.CREATE_LOAD);
    oneLoadStillFits();
  }

  @ParameterizedTest
  @EnumSource
  void whileTheDatabaseIsSlow(CallStyle style) throws Exception {
    client.price(Operation.CREATE_LOAD);
    endWhileTheDatabaseIsSlow(style);
  }

  @ParameterizedTest
  @EnumSource
  void whileTheDatabaseIsSlowAndThePriceWasJustRead(CallStyle style) throws Exception {
    endWhileTheDatabaseIsSlow(style);
  }

  private void endWhileTheDatabaseIsSlow(CallStyle style) throws Exception {
    database.hold();
    List<Future<?>> calls = begin(style);
    Eventually.until(() -> database.waiting() >= 1, () -> "nobody waits for the database");

    giveUp(calls);
    database.letGo();

    oneLoadStillFits();
  }

  private List<Future<?>> begin(CallStyle style) {
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      if (style == CallStyle.FUTURE) {
        calls.add(client.async().createLoad(Loads.twoStops()));
      } else {
        FutureTask<?> call = new FutureTask<>(() -> client.createLoad(Loads.twoStops()));
        Thread thread = new Thread(call, "caller-" + i);
        thread.setDaemon(true);
        thread.start();
        calls.add(call);
      }
    }
    return calls;
  }

  /** Interrupts a blocking caller, and cancels a future as it is. */
  private static void giveUp(List<Future<?>> calls) {
    calls.forEach(call -> call.cancel(true));
  }

  private void oneLoadStillFits() throws Exception {
    CompletableFuture<Void> settled = CompletableFuture.runAsync(this::createUntilItFits);
    settled.get(60, TimeUnit.SECONDS);
    assertThat(broker.debits()).as("the load that was asked for in the end").hasSize(1);
    assertThat(books.totals().unknownUsd()).isZero();
  }

  /** What is given back is given back soon, not at once. */
  private void createUntilItFits() {
    List<FreightException> refused = new ArrayList<>();
    Eventually.until(
        () -> {
          try {
            client.createLoad(Loads.twoStops());
            return true;
          } catch (SpendLimitExceededException stillHeld) {
            refused.add(stillHeld);
            return false;
          }
        },
        () -> refused.size() + " times refused, the last: " + refused.get(refused.size() - 1));
  }
}

package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A process of {@code CapAcrossProcesses}: 16 threads spend until the limit refuses them. */
final class CapProcess {
  static final int THREADS = 16;
  static final String PRICE = "0.02";

  private CapProcess() {}

  /** Arguments: JDBC URL, book, cap in USD. Prints how many calls it paid. */
  public static void main(String[] arguments) throws Exception {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(arguments[2]).build());
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (TestDatabase database = new TestDatabase(arguments[0]);
        SpendStore store = JdbcSpendStore.open(database, arguments[1])) {
      List<Callable<Integer>> spenders = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) spenders.add(() -> spendUntilRefused(store, scope));
      int paid = 0;
      for (Future<Integer> spender : threads.invokeAll(spenders)) paid += spender.get();
      System.out.println("paid " + paid);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every third call is not charged, so that money is given back all the time. */
  private static int spendUntilRefused(SpendStore store, SpendScope scope) {
    int paid = 0;
    for (int call = 0; ; call++) {
      Instant now = Instant.now();
      SpendDecision decision =
          store.reserve(
              new SpendRequest(
                  Operation.GET_LOAD_POSITION,
                  new BigDecimal(PRICE),
                  null,
                  scope.paths(),
                  scope.limits(),
                  now,
                  now.plusSeconds(60)));
      if (!(decision instanceof SpendHold hold)) return paid;
      boolean charged = call % 3 != 0;
      SpendEntry attempt =
          new SpendEntry(
              0,
              now,
              Operation.GET_LOAD_POSITION,
              "LD-2026-1001",
              null,
              null,
              1,
              SpendOutcome.CHARGED,
              new BigDecimal(PRICE),
              scope.path());
      store.settle(
          hold,
          List.of(charged ? attempt : attempt.settledAs(SpendOutcome.NOT_CHARGED)),
          Instant.now());
      if (charged) paid++;
    }
  }
}

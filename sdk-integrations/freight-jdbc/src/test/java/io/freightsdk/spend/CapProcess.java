package io.freightsdk.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import java.time.Clock;
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
      for (int i = 0; i < THREADS; i++) {
        TestBooks books = new TestBooks(store, Clock.systemUTC());
        spenders.add(() -> spendUntilRefused(books, scope));
      }
      int paid = 0;
      for (Future<Integer> spender : threads.invokeAll(spenders)) paid += spender.get();
      System.out.println("paid " + paid);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every third call is not charged, so that money is given back all the time. */
  private static int spendUntilRefused(TestBooks books, SpendScope scope) {
    int paid = 0;
    for (int call = 0; ; call++) {
      if (!(books.reserve(scope, PRICE, null) instanceof SpendHold hold)) return paid;
      boolean charged = call % 3 != 0;
      books.settle(hold, PRICE, charged ? Charge.Kind.CHARGED : Charge.Kind.NONE);
      if (charged) paid++;
    }
  }
}

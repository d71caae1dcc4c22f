package io.freightsdk.internal.spend.jdbc;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Answer;
import io.freightsdk.internal.spend.Wish;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.sql.SchemaMode;
import io.freightsdk.testing.TestDatabase;
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
    SpendScope scope = Spender.limited(arguments[2]);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (TestDatabase database = new TestDatabase(arguments[0])) {
      Spender spender =
          new Spender(JdbcStorage.open(database, arguments[1], SchemaMode.CREATE, null));
      List<Callable<Integer>> spenders = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        spenders.add(() -> spendUntilRefused(spender, scope));
      }
      int paid = 0;
      for (Future<Integer> each : threads.invokeAll(spenders)) paid += each.get();
      System.out.println("paid " + paid);
    } finally {
      threads.shutdownNow();
    }
  }

  /** Every third call is not charged, so that money is given back all the time. */
  private static int spendUntilRefused(Spender spender, SpendScope scope) {
    int paid = 0;
    for (int call = 0; ; call++) {
      Wish wish = spender.wish(scope, PRICE, null);
      if (!(spender.reserve(wish) instanceof Answer.Held)) return paid;
      boolean charged = call % 3 != 0;
      spender.complete(wish, charged ? Charge.Kind.CHARGED : Charge.Kind.NONE);
      if (charged) paid++;
    }
  }
}

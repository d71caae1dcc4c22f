package io.freightsdk.benchmark;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.SpendGuard.LimitReached;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.SampleLoads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Creations of one customer: at a service without a guard and with that of a ledger, and what the
 * ledger does for one. Each keeps three limits: the client's of an hour and of a day, and the
 * customer's of a day.
 */
final class PaidCalls implements AutoCloseable {
  private static final SpendLimit[] OF_THE_CLIENT = {
    SpendLimit.perHour("1000000.00"), SpendLimit.perDay("2000000.00")
  };
  private static final CreateLoadInput INPUT = SampleLoads.twoStops();

  /** The customer, whose limit has room for all calls. */
  static final SpendScope CUSTOMER = customer(SpendLimit.perDay("3000000.00"));

  /** The same customer, whose limit is reached with one creation. */
  private static final SpendScope FULL_CUSTOMER = customer(SpendLimit.perDay("0.65"));

  private final FreightClient withoutGuard;
  private final FreightClient withGuard;
  private final LedgerGuard guard;
  private final String account;

  /** How long each kind of call took. */
  static final class Taken {
    final Durations withoutGuard = new Durations();
    final Durations withGuard = new Durations();
    final Durations reserve = new Durations();
    final Durations complete = new Durations();
    final Durations refuse = new Durations();
  }

  PaidCalls(Service service, SpendLedger ledger) {
    this.guard = guard(ledger);
    this.withoutGuard = service.client().build();
    this.withGuard = service.client().spendGuard(guard).build();
    this.account = service.account();
  }

  static LedgerGuard guard(SpendLedger ledger) {
    return ledger.guard(OF_THE_CLIENT);
  }

  static SpendScope customer(SpendLimit... limits) {
    return SpendScope.of("customer").child("acme", limits);
  }

  /**
   * Makes calls in rounds: each without a guard, then with one, then of the ledger alone, so that
   * what else the machine does meets all of them.
   *
   * @param calls of each kind and of each caller in a round
   */
  Taken run(int callers, int calls, int rounds) throws Exception {
    Taken taken = new Taken();
    CallOptions ofCustomer = CallOptions.builder().scope(CUSTOMER).build();
    ExecutorService threads = Executors.newFixedThreadPool(callers);
    try {
      for (int round = 0; round < rounds; round++) {
        each(
            threads,
            callers,
            calls,
            () -> timed(taken.withoutGuard, () -> withoutGuard.createLoad(INPUT)));
        each(
            threads,
            callers,
            calls,
            () -> timed(taken.withGuard, () -> withGuard.createLoad(INPUT, ofCustomer)));
        each(
            threads,
            callers,
            calls,
            () -> ledgerOnly(guard, account, taken.reserve, taken.complete));
        each(threads, callers, calls, () -> timed(taken.refuse, this::refused));
      }
    } finally {
      threads.shutdown();
    }
    return taken;
  }

  /** Reserves and completes one, without a service. */
  static void ledgerOnly(LedgerGuard guard, String account, Durations reserve, Durations complete) {
    Purchase purchase = PastPurchases.newPurchase(account, CUSTOMER);
    timed(
        reserve,
        () -> {
          if (guard.reserve(purchase) instanceof Reservation) return;
          throw new IllegalStateException("it was refused");
        });
    timed(
        complete,
        () -> {
          Charge unused = guard.complete(purchase, PastPurchases.created());
        });
  }

  private void refused() {
    refuse(guard, account);
  }

  static void refuse(LedgerGuard guard, String account) {
    if (guard.reserve(PastPurchases.newPurchase(account, FULL_CUSTOMER)) instanceof LimitReached) {
      return;
    }
    throw new IllegalStateException("it was not refused");
  }

  private static void timed(Durations taken, Runnable one) {
    long begin = System.nanoTime();
    one.run();
    taken.add(System.nanoTime() - begin);
  }

  private static void each(ExecutorService threads, int callers, int calls, Runnable one)
      throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      all.add(
          threads.submit(
              () -> {
                for (int i = 0; i < calls; i++) one.run();
              }));
    }
    for (Future<?> caller : all) caller.get();
  }

  @Override
  public void close() {
    withGuard.close();
    withoutGuard.close();
  }

  /** The in-memory server in a JVM of its own. */
  record Service(Program program, String baseUrl, String agentKey) implements AutoCloseable {
    FreightClientBuilder client() {
      return FreightClient.builder().baseUrl(baseUrl).agentKey(agentKey);
    }

    String account() {
      try (FreightClient client = client().build()) {
        return client.account();
      }
    }

    @Override
    public void close() {
      program.close();
    }
  }
}

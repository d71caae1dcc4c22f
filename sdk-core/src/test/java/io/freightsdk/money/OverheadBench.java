package io.freightsdk.money;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.internal.engine.AttemptReport;
import io.freightsdk.internal.engine.CallAccount;
import io.freightsdk.internal.engine.CallPlan;
import io.freightsdk.internal.engine.CallReport;
import io.freightsdk.internal.engine.DaemonTimer;
import io.freightsdk.internal.engine.Environment;
import io.freightsdk.internal.engine.MoneyHooks;
import io.freightsdk.internal.spend.SpendControl;
import io.freightsdk.internal.spend.SpendSettings;
import io.freightsdk.model.Balance;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.TopUpPolicy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * What looking after money adds to a paid call: everything that the engine asks of it, with limits,
 * scope, ledger and listener, beside hooks that do nothing. Prints time and memory of both.
 */
public final class OverheadBench {
  private static final int CALLS = 1_000_000;

  private OverheadBench() {}

  public static void main(String[] arguments) throws Exception {
    MoneyHooks.FreeReads reads =
        new MoneyHooks.FreeReads() {
          @Override
          public CompletableFuture<Pricing> pricing() {
            return CompletableFuture.completedFuture(
                new Pricing("USD", Map.of("position_read", new BigDecimal("0.02"))));
          }

          @Override
          public CompletableFuture<Balance> balance() {
            throw new UnsupportedOperationException();
          }
        };
    Environment world =
        new Environment(
            Clock.systemUTC(),
            System::nanoTime,
            new DaemonTimer("freight-bench"),
            RandomGenerator.getDefault(),
            () -> UUID.randomUUID().toString());
    long[] heard = new long[1];
    SpendLimits limits =
        SpendLimits.builder().perCall("1").perMinute("1000000").perDay("1000000").build();
    MoneyHooks money =
        new SpendControl(
            new SpendSettings(
                limits,
                SpendStore.inMemory(),
                List.of(entry -> heard[0]++),
                TopUpPolicy.failFast(),
                Duration.ofMinutes(5),
                Duration.ofMinutes(2)),
            reads,
            world);
    CallOptions options =
        CallOptions.builder()
            .scope(SpendScope.of("tenant", SpendLimits.builder().perHour("1000000").build()))
            .build();
    CallPlan plan = new CallPlan(Operation.GET_LOAD_POSITION, "LD-2026-0001", null, options);
    for (int round = 0; round < 5; round++) {
      measure("without", MoneyHooks.NONE, plan);
      measure("with limits, scope, ledger, listener", money, plan);
    }
    System.out.println(heard[0] + " entries heard");
    System.exit(0);
  }

  private static void measure(String what, MoneyHooks money, CallPlan plan)
      throws ReflectiveOperationException {
    long bytes = allocated();
    long start = System.nanoTime();
    for (int i = 0; i < CALLS; i++) call(money, plan);
    long nanos = System.nanoTime() - start;
    bytes = allocated() - bytes;
    System.out.printf(
        "%-38s %5.2f us, %4d bytes a call%n", what, nanos / 1e3 / CALLS, bytes / CALLS);
  }

  /** By reflection: the tests are compiled as part of a module that does not read these. */
  private static long allocated() throws ReflectiveOperationException {
    Object threads =
        Class.forName("java.lang.management.ManagementFactory")
            .getMethod("getThreadMXBean")
            .invoke(null);
    return (long)
        Class.forName("com.sun.management.ThreadMXBean")
            .getMethod("getThreadAllocatedBytes", long.class)
            .invoke(threads, Thread.currentThread().getId());
  }

  private static void call(MoneyHooks money, CallPlan plan) {
    CallAccount account = money.open(plan).join();
    BigDecimal price = account.priceUsd();
    Charge charge = price == null ? Charge.NONE : Charge.exact(price);
    account.attempted(
        new AttemptReport(
            plan.operation(),
            plan.loadNumber(),
            null,
            "req_1",
            1,
            charge,
            200,
            Instant.EPOCH,
            Duration.ZERO));
    account.close(new CallReport(1, charge, null)).join();
  }
}

package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a ledger in memory holds of the heap, in virtual time. */
class LedgerInMemoryStaysSmallTest {
  private static final int LOADS = 10_000;
  private static final int SCOPES = 1_000;
  private static final BigDecimal PRICE = new BigDecimal("0.65");

  private final VirtualTime time = new VirtualTime();
  private final SpendLedger ledger = SpendLedger.inMemory(time);
  private final LedgerGuard guard =
      ledger.guard(SpendLimits.perDay("1000000").andPerHour("1000000"));
  private int runs;

  /** Ten loads a run, each under a key of its own and in a scope with limits. */
  private void day(int loads) {
    SpendLimits limits = SpendLimits.total("100").andPerHour("50");
    SpendScope run = null;
    for (int i = 0; i < loads; i++) {
      if (i % (LOADS / SCOPES) == 0) run = SpendScope.of("run-" + ++runs, limits);
      Purchase purchase =
          new Purchase(
              UUID.randomUUID().toString(),
              "call",
              1,
              Operation.CREATE_LOAD,
              "key-" + UUID.randomUUID() + UUID.randomUUID(),
              "PO-" + runs + "-" + i,
              null,
              run,
              new Quote(PRICE, time.instant()),
              Duration.ofMinutes(2));
      Reservation held = (Reservation) guard.reserve(purchase);
      Outcome outcome = new Outcome(Charge.Kind.CHARGED, "LD-" + runs + "-" + i, "req-" + i);
      guard.complete(held.purchase(), outcome);
      time.advance(Duration.ofDays(1).dividedBy(LOADS));
    }
  }

  private static long heap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void aPaidCallTakesLittle() {
    day(500);
    long before = heap();
    int calls = 5_000;
    day(calls);
    long each = (heap() - before) / calls;
    System.out.println("bytes of heap for a paid call: " + each);
    assertThat(each).isLessThan(1_500);
    assertThat(ledger.totals().chargedUsd())
        .isEqualByComparingTo(PRICE.multiply(new BigDecimal(calls + 500)));
  }

  @Tag("slow") // a minute of 600,000 calls
  @Test
  void twoMonthsAreFlat() {
    long[] after = new long[60];
    for (int i = 0; i < after.length; i++) {
      day(LOADS);
      after[i] = heap();
    }
    for (int i = 0; i < after.length; i += 5) {
      System.out.printf("day %d: %.1f MB%n", i + 1, after[i] / 1e6);
    }
    // Scopes stay for 31 days, then as many go as come.
    assertThat(after[59]).isLessThan(after[35] + 3_000_000);
    assertThat(after[59]).isLessThan(100_000_000);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("390000.00");
    assertThat(ledger.entries(SpendFilter.all(), 0, 10_000)).hasSize(10_000);
  }
}

package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.ledger.store.MemoryStorage;
import io.freightsdk.model.Operation;
import io.freightsdk.testing.MovableClock;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The heap that a ledger in memory uses, in virtual time. */
class MemoryLedgerSizeTest {
  private static final int LOADS = 1_000;
  private static final int SCOPES = 100;

  /** More than the longest period of a limit, which is a month. */
  private static final int DAYS_KEPT = 33;

  private static final BigDecimal PRICE = new BigDecimal("0.65");

  private final MovableClock time = new MovableClock();
  private final SpendLedger ledger = SpendLedger.inMemory(time);
  private final LedgerGuard guard =
      ledger.guard(SpendLimit.perDay("1000000"), SpendLimit.perHour("1000000"));
  private int runs;

  /** Creates loads, ten in each run. Each has its own key and is in a scope with limits. */
  private void payOneDay(int loads) {
    SpendLimit[] limits = {SpendLimit.total("100"), SpendLimit.perHour("50")};
    SpendScope run = null;
    for (int i = 0; i < loads; i++) {
      if (i % (LOADS / SCOPES) == 0) run = SpendScope.of("run-" + ++runs, limits);
      Purchase purchase = purchase("PO-" + runs + "-" + i, run);
      Reservation held = (Reservation) guard.reserve(purchase);
      Outcome outcome =
          new Outcome(Charge.Kind.CHARGED, "LD-" + runs + "-" + i, null, null, "req-" + i);
      guard.complete(held.purchase(), outcome);
      time.advance(Duration.ofDays(1).dividedBy(LOADS));
    }
  }

  private Purchase purchase(String customerRef, SpendScope scope) {
    return new Purchase(
        UUID.randomUUID().toString(),
        "call",
        1,
        Operation.CREATE_LOAD,
        TestLedger.ACCOUNT,
        "key-" + UUID.randomUUID() + UUID.randomUUID(),
        customerRef,
        null,
        scope,
        new Quote(PRICE, time.instant()),
        Duration.ofMinutes(2));
  }

  private static long heapBytes() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 4; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void paidCallNeedsLittleMemory() {
    payOneDay(500);
    long before = heapBytes();
    int calls = 2_000;
    payOneDay(calls);
    long each = (heapBytes() - before) / calls;
    System.out.println("bytes of heap for a paid call: " + each);
    assertThat(each).isLessThan(1_500);
    assertThat(ledger.totals().chargedUsd())
        .isEqualByComparingTo(PRICE.multiply(new BigDecimal(calls + 500)));
  }

  /**
   * Counts the values of all maps of the ledger, by reflection, so that it includes maps that are
   * added later. The heap shows growth only after many more calls, in {@link
   * #memoryStaysFlatForTwoMonths}.
   */
  private static int countValues(MemoryStorage memory) throws IllegalAccessException {
    int values = 0;
    for (Field field : MemoryStorage.class.getDeclaredFields()) {
      if (!Map.class.isAssignableFrom(field.getType())) continue;
      field.setAccessible(true);
      Map<?, ?> map = (Map<?, ?>) field.get(memory);
      values += map.size();
      for (Object value : map.values()) {
        if (value instanceof Map<?, ?> inner) values += inner.size();
        if (value instanceof Collection<?> inner) values += inner.size();
      }
    }
    return values;
  }

  @Test
  void twoMonthsLeaveOnlyTheSumsOfScopes() throws IllegalAccessException {
    int kept = 200;
    MemoryStorage memory = new MemoryStorage(time, kept);
    LedgerGuard small = new SpendLedger(memory).guard(SpendLimit.perDay("1000000"));
    int afterAMonth = 0;
    for (int day = 1; day <= 60; day++) {
      for (int call = 0; call < 100; call++) {
        SpendScope scope = SpendScope.of("customer-" + call % 10, SpendLimit.perHour("1000"));
        Purchase purchase = purchase("day-" + day + "-" + call, scope);
        small.reserve(purchase);
        Charge.Kind kind = call % 3 == 0 ? Charge.Kind.NONE : Charge.Kind.CHARGED;
        small.complete(purchase, new Outcome(kind, "LD-" + call, null, null, null));
        time.advance(Duration.ofDays(1).dividedBy(100));
      }
      if (day == 40) afterAMonth = countValues(memory);
    }
    assertThat(countValues(memory)).isEqualTo(afterAMonth);
  }

  @Tag("slow") // half a minute of 60,000 calls
  @Test
  void memoryStaysFlatForTwoMonths() {
    long[] after = new long[60];
    for (int i = 0; i < after.length; i++) {
      payOneDay(LOADS);
      after[i] = heapBytes();
    }
    for (int i = 0; i < after.length; i += 5) {
      System.out.printf(Locale.ROOT, "day %d: %.1f MB%n", i + 1, after[i] / 1e6);
    }
    // Only the total of a scope stays, about 130 bytes.
    assertThat(after[59]).isLessThan(after[35] + 24 * SCOPES * 200);
    assertThat(after[59]).isLessThan(100_000_000);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("39000.00");
    assertThat(ledger.entries(SpendFilter.all()).count()).isEqualTo(DAYS_KEPT * LOADS + 1);
  }
}

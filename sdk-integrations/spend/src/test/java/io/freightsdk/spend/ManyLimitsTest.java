package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.internal.ledger.rules.ChargeState;
import io.freightsdk.internal.ledger.rules.Entry;
import io.freightsdk.internal.ledger.store.LedgerStorage;
import io.freightsdk.testing.LedgerPlace;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A service with many customers, each with limits of its own, whose use is read all day long. */
class ManyLimitsTest {
  private static final int REPORTED = 1000;
  private static final int READINGS = 200;

  @TempDir Path folder;

  /** Where a ledger can be; null for memory. */
  static Stream<Place> everywhere() {
    return Stream.concat(Stream.of(new Place(null)), LedgerPlace.here().stream().map(Place::new));
  }

  record Place(LedgerPlace database) {
    @Override
    public String toString() {
      return database == null ? "MEMORY" : database.name();
    }
  }

  private interface Work {
    void on(TestStorage storage) throws Exception;
  }

  private void in(Place place, Work work) throws Exception {
    if (place.database == null) {
      work.on(TestStorage.inMemory());
    } else if (place.database == LedgerPlace.SQLITE) {
      work.on(TestStorage.file(folder.resolve("ledger")));
    } else {
      try (LedgerPlace.Opened database = place.database.open(folder)) {
        work.on(TestStorage.jdbc(database.source(), "acme"));
      }
    }
  }

  /** One call of each customer, as the ledger keeps it. */
  private static void payOnceIn(LedgerStorage storage, List<SpendScope> customers) {
    boolean unused =
        storage.change(
            rows -> {
              long id = rows.change();
              for (SpendScope customer : customers) {
                rows.insert(entry(id++, customer.path(), rows.now()));
              }
              return true;
            });
  }

  private static Entry entry(long id, String scope, long now) {
    return new Entry(
        id,
        TestLedger.ACCOUNT,
        "getLoadPosition",
        null,
        false,
        null,
        new Entry.Load("LD-7", null, null),
        null,
        now,
        scope,
        ChargeState.CHARGED,
        20_000_000,
        20_000_000,
        now,
        0,
        null,
        null);
  }

  private static List<SpendScope> customers(int many, SpendLimit... limits) {
    List<SpendScope> customers = new ArrayList<>();
    for (int i = 1; i <= many; i++) customers.add(SpendScope.of("customer-" + i, limits));
    return customers;
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

  @ParameterizedTest
  @MethodSource("everywhere")
  void theUseOfFourteenHundredScopesIsReadOverAndOverAndLeavesNothing(Place place)
      throws Exception {
    in(
        place,
        storages -> {
          LedgerStorage storage = storages.open(Clock.systemUTC());
          SpendLedger ledger = new SpendLedger(storage);
          List<SpendScope> customers =
              customers(1_400, SpendLimit.perHour("2.00"), SpendLimit.perDay("20.00"));
          payOnceIn(storage, customers);
          for (SpendScope customer : customers) ledger.remember(customer.limits());
          for (int i = 0; i < 20; i++) assertThat(ledger.totals().limits()).hasSize(REPORTED);
          long before = heap();
          for (int i = 0; i < READINGS; i++) {
            assertThat(ledger.totals().limits()).hasSize(REPORTED);
          }
          assertThat(heap() - before).as("bytes that stay").isLessThan(4_000_000);
          SpendTotals totals = ledger.totals();
          assertThat(totals.chargedUsd()).isEqualByComparingTo("28.00");
          assertThat(totals.limits())
              .allSatisfy(use -> assertThat(use.usedUsd()).isEqualByComparingTo("0.02"));
          ledger.close();
        });
  }

  /** As that of a customer who pays all day long. */
  @Test
  void aLimitThatIsUsedAgainStaysAmongTheNewest() {
    try (SpendLedger ledger = SpendLedger.inMemory()) {
      List<SpendScope> customers = customers(REPORTED + 1, SpendLimit.total("0.03"));
      SpendScope steady = customers.get(0);
      for (SpendScope customer : customers.subList(0, REPORTED)) {
        ledger.remember(customer.limits());
      }
      ledger.remember(steady.limits());
      ledger.remember(customers.get(REPORTED).limits());

      assertThat(ledger.totals().limits())
          .hasSize(REPORTED)
          .extracting(LimitUse::limit)
          .contains(steady.limits().get(0))
          .doesNotContain(customers.get(1).limits().get(0));
    }
  }

  @ParameterizedTest
  @MethodSource("everywhere")
  void eachOfAThousandAndOneCustomersHasItsOwnLimit(Place place) throws Exception {
    in(
        place,
        storages -> {
          LedgerStorage storage = storages.open(Clock.systemUTC());
          SpendLedger ledger = new SpendLedger(storage);
          List<SpendScope> customers = customers(1_001, SpendLimit.total("0.03"));
          payOnceIn(storage, customers);
          for (SpendScope customer : customers) ledger.remember(customer.limits());
          assertThat(ledger.totals().limits())
              .as("the newest are reported")
              .hasSize(REPORTED)
              .allSatisfy(use -> assertThat(use.remainingUsd()).isEqualByComparingTo("0.01"));
          for (SpendScope customer : List.of(customers.get(0), customers.get(1_000))) {
            SpendTotals ofOne = ledger.totals(SpendFilter.all().scope(customer));
            assertThat(ofOne.chargedUsd()).isEqualByComparingTo("0.02");
            assertThat(ofOne.limits())
                .extracting(LimitUse::usedUsd)
                .usingElementComparator(BigDecimal::compareTo)
                .containsExactly(new BigDecimal("0.02"));
          }
          ledger.close();
        });
  }
}

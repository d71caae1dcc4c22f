package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.TestBooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class InMemorySpendStoreTest extends PathsContract {
  @Override
  SpendStore create(Clock clock) {
    return SpendStore.inMemory();
  }

  @Test
  void aForgottenScopeChangesNoTotals() {
    TestBooks few = new TestBooks(SpendStore.inMemory(1), clock);
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    few.pay(acme, "0.60", null, Charge.Kind.CHARGED);
    few.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    SpendFilter ofAcme = SpendFilter.all().scope(acme);
    assertThat(few.books.ledger().totals(ofAcme).chargedUsd()).isEqualByComparingTo("0.90");

    SpendScope run = SpendScope.of("run:1", SpendLimits.none());
    few.pay(run, "0.10", null, Charge.Kind.NONE);
    few.pay(acme, "0.20", null, Charge.Kind.CHARGED);
    few.books.ledger().forget(run);
    SpendTotals kept = few.books.ledger().totals(ofAcme);
    assertThat(kept.chargedUsd()).isEqualByComparingTo("1.10");
    assertThat(kept.complete()).isTrue();
    assertThat(few.totals().chargedUsd()).isEqualByComparingTo("1.10");
  }

  @Test
  void anOpenEntryIsKeptAndMakesNoOtherStay() {
    TestBooks few = new TestBooks(SpendStore.inMemory(3), clock);
    few.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    for (int i = 0; i < 9; i++) few.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    assertThat(few.entries()).extracting(SpendEntry::id).containsExactly(1L, 9L, 10L);
    assertThat(few.totals().chargedUsd()).isEqualByComparingTo("0.18");
  }

  @Test
  void whatIsNoLongerKeptCountsInLimitsAndIsSaidToBeMissing() {
    clock.set(Instant.parse("2026-11-20T00:00:00Z"));
    TestBooks few = new TestBooks(SpendStore.inMemory(1), clock);
    Instant first = clock.instant();
    few.pay(UNLIMITED, "0.60", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofHours(1));
    few.pay(UNLIMITED, "0.30", null, Charge.Kind.CHARGED);
    Instant end = first.plus(Duration.ofDays(1));
    assertThat(few.books.ledger().totals(SpendFilter.all().between(first, end)).complete())
        .isFalse();
    Instant later = first.plusSeconds(1);
    assertThat(few.books.ledger().totals(SpendFilter.all().between(later, end)).complete())
        .isTrue();

    // The first one lies in the oldest hour that a window of so long counts.
    clock.set(first.plus(Duration.ofHours(256)));
    SpendScope limited = client(limits().per(Duration.ofHours(256), "1.00"));
    assertThat(few.refused(limited, "0.11", null).remainingUsd()).isEqualByComparingTo("0.10");
  }
}

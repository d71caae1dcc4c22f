package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How every store counts and remembers; run against each of them. */
abstract class SpendStoreContract extends KeysContract {
  @Test
  void allowsTheCapToTheCentAndNotACentMore() {
    SpendScope scope = client(limits().total("1.30"));
    books.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    assertThat(books.refused(scope, "0.66", null))
        .isEqualTo(new SpendRefusal(scope.limits().get(0), usd("0.66"), usd("0.65"), null));
    books.hold(scope, "0.65", null);
    assertThat(books.refused(scope, "0.01", null).remainingUsd()).isZero();
    assertThat(books.refusals).hasSize(2);
  }

  @Test
  void perCallCapKnowsNoHistory() {
    SpendScope scope = client(limits().perCall("0.65"));
    for (int i = 0; i < 3; i++) books.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    SpendRefusal refusal = books.refused(scope, "0.651", null);
    assertThat(refusal.limit().kind()).isEqualTo(SpendLimit.Kind.PER_CALL);
    assertThat(refusal.freesAt()).isNull();
  }

  @Test
  void whatWasNotChargedIsGivenBack() {
    SpendScope scope = client(limits().total(PRICE));
    books.pay(scope, PRICE, null, Charge.Kind.NONE);
    books.settle(books.hold(scope, PRICE, null), PRICE);
    books.hold(scope, PRICE, null);
  }

  @Test
  void aWindowFreesItsMoneyWhenItHasPassedAndSaysWhen() {
    SpendScope scope = client(limits().perHour("1.00"));
    Instant start = clock.instant();
    books.pay(scope, "0.40", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofMinutes(10));
    books.pay(scope, "0.40", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofMinutes(20));

    SpendRefusal refusal = books.refused(scope, "0.50", null);
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.20");
    Instant freesAt = refusal.freesAt();
    Instant anHourOn = start.plus(Duration.ofHours(1));
    assertThat(freesAt).isBetween(anHourOn, anHourOn.plusSeconds(15));
    assertThat(books.refused(scope, "0.70", null).freesAt())
        .isBetween(anHourOn.plusSeconds(600), anHourOn.plusSeconds(615));
    assertThat(books.refused(scope, "1.01", null).freesAt()).isNull();

    clock.advance(Duration.between(clock.instant(), freesAt).minusNanos(1000));
    books.refused(scope, "0.50", null);
    clock.advance(Duration.ofNanos(1000));
    books.hold(scope, "0.50", null);
  }

  @Test
  void remainingIsWhatARefusalWouldSay() {
    SpendScope scope = client(limits().perCall("0.70").perHour("2.00").total("3.00"));
    books.pay(client(limits()), PRICE, null, Charge.Kind.CHARGED);
    books.hold(scope, PRICE, null);
    assertThat(books.books.ledger().remaining(scope))
        .extracting(left -> left.limit().kind(), left -> left.remainingUsd().toPlainString())
        .containsExactly(
            tuple(SpendLimit.Kind.PER_CALL, "0.70"),
            tuple(SpendLimit.Kind.WINDOW, "0.70"),
            tuple(SpendLimit.Kind.TOTAL, "1.70"));
    assertThat(books.books.ledger().remaining(client(limits().perMinute("2.00"))))
        .as("a window that nobody has counted before")
        .extracting(left -> left.remainingUsd().toPlainString())
        .containsExactly("0.70");
    assertThat(books.books.ledger().remaining(client(limits().perMinute("1.00"))))
        .as("a limit below what is spent")
        .extracting(left -> left.remainingUsd().toPlainString())
        .containsExactly("0.00");
    assertThat(books.books.ledger().remaining(client(limits()))).isEmpty();
  }

  @Test
  void aRunningCallDoesNotAgeOutOfItsWindow() {
    SpendScope scope = client(limits().per(Duration.ofSeconds(1), PRICE));
    SpendHold slow = books.hold(scope, PRICE, null);
    clock.advance(Duration.ofSeconds(5));
    assertThat(books.refused(scope, PRICE, null).freesAt()).isNull();
    books.settle(slow, PRICE, Charge.Kind.CHARGED);
    clock.advance(Duration.ofSeconds(1));
    books.refused(scope, PRICE, null);
    clock.advance(Duration.ofMillis(5));
    books.hold(scope, PRICE, null);
  }

  @Test
  void aCallCountsInItsScopeAndInEveryScopeAround() {
    SpendScope tenant = SpendScope.of("acme", limits().total("1.00").build());
    SpendScope first = tenant.child("run:1", limits().total("0.70").build());
    SpendScope second = tenant.child("run:2", limits().total("0.70").build());
    books.pay(first, PRICE, null, Charge.Kind.CHARGED);

    assertThat(books.refused(first, PRICE, null).limit().scope()).isEqualTo("client/acme/run:1");
    assertThat(books.refused(second, PRICE, null).limit().scope()).isEqualTo("client/acme");
    books.pay(second, "0.35", null, Charge.Kind.CHARGED);
    books.pay(SpendScope.of("other", SpendLimits.none()), "5", null, Charge.Kind.CHARGED);

    assertThat(scopeTotal(first)).isEqualByComparingTo("0.65");
    assertThat(scopeTotal(tenant)).isEqualByComparingTo("1.00");
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("6.00");
  }

  @Test
  void aScopeNameIsNoPattern() {
    SpendLimits limits = limits().total(PRICE).build();
    books.pay(SpendScope.of("a_b", limits), PRICE, null, Charge.Kind.CHARGED);
    books.hold(SpendScope.of("axb", limits), PRICE, null);
    books.hold(SpendScope.of("A_B", limits), PRICE, null);
    assertThat(scopeTotal(SpendScope.of("axb", limits))).isZero();
    assertThat(scopeTotal(SpendScope.of("a", limits))).isZero();
    assertThat(scopeTotal(SpendScope.of("A_B", limits))).isZero();
  }

  @Test
  void aForgottenScopeStartsAgainAndItsEntriesStay() {
    SpendScope run = SpendScope.of("run", limits().total(PRICE).perDay(PRICE).build());
    books.pay(run, PRICE, null, Charge.Kind.CHARGED);
    books.refused(run, PRICE, null);
    books.books.ledger().forget(run);
    books.hold(run, PRICE, null);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(scopeTotal(run)).isEqualByComparingTo(PRICE);
    assertThatIllegalArgumentException().isThrownBy(() -> books.books.ledger().forget(UNLIMITED));
  }

  @Test
  void aCallThatEndsAfterItsScopeWasForgottenTakesNothingFromTheNewOne() {
    SpendScope run = SpendScope.of("run", limits().total(PRICE).build());
    SpendHold old = books.hold(run, PRICE, null);
    books.books.ledger().forget(run);
    books.hold(run, PRICE, null);
    books.settle(old, PRICE, Charge.Kind.NONE);
    books.refused(run, "0.01", null);
  }

  @Test
  void settledTwiceIsBookedOnce() {
    SpendScope scope = client(limits().total("1.30"));
    SpendHold hold = books.hold(scope, PRICE, null);
    List<SpendEntry> first = books.settle(hold, PRICE, Charge.Kind.CHARGED);
    assertThat(books.settle(hold, PRICE, Charge.Kind.CHARGED)).isEqualTo(first);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    books.hold(scope, PRICE, null);
  }

  @Test
  void aCallAtANewPriceSettlesItsLostAttemptAndReservesInOne() {
    SpendScope scope = client(limits().total("1.00"));
    SpendHold first = books.hold(scope, "0.40", "key");
    Purchase purchase =
        new Purchase(Operation.CREATE_LOAD, "key", "", scope, TestBooks.CALL, true, true);
    List<SpendEntry> lost = TestBooks.attempts(first, "0.40", Charge.Kind.UNKNOWN);
    SpendHold second =
        TestBooks.held(books.books.renew(first, lost, purchase, new BigDecimal("0.90")));
    assertThat(books.refused(scope, "0.11", null).remainingUsd()).isEqualByComparingTo("0.10");
    assertThat(books.books.renew(second, List.of(), purchase, usd("1.01")))
        .isInstanceOf(SpendDecision.Refused.class);
    // The refused call has no hold; the lost attempt may still have been charged.
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("0.40");
  }

  @Test
  void entriesAreReadBackAsTheyWereBooked() {
    SpendScope scope = SpendScope.of("acme", SpendLimits.none());
    SpendHold hold = books.hold(scope, PRICE, "key");
    Instant now = clock.instant();
    SpendEntry entry =
        new SpendEntry(
            0,
            now.minusSeconds(9),
            Operation.CREATE_LOAD,
            "LD-2026-1001",
            "key",
            "req-1",
            2,
            Charge.Kind.CHARGED,
            usd("0.65"),
            scope.path(),
            usd("0.65"));
    books.books.settle(hold, List.of(entry));
    assertThat(books.entries())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("id", "at")
        .containsExactly(entry);
    assertThat(books.entries().get(0).id()).isEqualTo(1);
    assertThat(books.entries().get(0).at()).isEqualTo(now);
    assertThat(charged(SpendFilter.all().load("LD-2026-1001"))).isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().load("LD-2026-1002"))).isZero();
    assertThat(charged(SpendFilter.all().operation(Operation.CREATE_LOAD)))
        .isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().operation(Operation.GET_LOAD_POSITION))).isZero();
    assertThat(charged(SpendFilter.all().between(now, now.plusSeconds(1))))
        .isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().between(now.minusSeconds(1), now))).isZero();
  }

  @Test
  void aLedgerIsReadPageByPage() throws Exception {
    for (int i = 0; i < 1100; i++) books.pay(UNLIMITED, "0.02", null, Charge.Kind.CHARGED);
    SpendLedger ledger = books.books.ledger();
    assertThat(ledger.stream(SpendFilter.all())).hasSize(1100);
    assertThat(ledger.page(SpendFilter.all(), 1098, 10))
        .extracting(SpendEntry::id)
        .containsExactly(1099L, 1100L);
    StringBuilder csv = new StringBuilder();
    ledger.writeCsv(SpendFilter.all(), csv);
    assertThat(csv.toString().lines()).hasSize(1101);
  }

  @Test
  void aLimitAddedLaterCountsWhatItsWindowHoldsAlready() {
    books.pay(SpendScope.of("acme", SpendLimits.none()), PRICE, null, Charge.Kind.CHARGED);
    SpendScope limited = SpendScope.of("acme", limits().perHour("1.00").build());
    assertThat(books.refused(limited, PRICE, null).remainingUsd()).isEqualByComparingTo("0.35");
  }

  @Test
  void purgedEntriesStillCountInTotalsAndLimits() {
    SpendScope acme = SpendScope.of("acme", limits().per(Duration.ofDays(7), "1.00").build());
    for (int i = 0; i < 3; i++) books.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofDays(3));
    books.pay(UNLIMITED, "0.02", null, Charge.Kind.UNKNOWN);
    assertThat(store().purge(clock.instant())).as("entries that went").isEqualTo(3);
    assertThat(books.entries())
        .hasSize(2)
        .allMatch(entry -> entry.outcome() == Charge.Kind.UNKNOWN);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("0.90");
    assertThat(books.totals().complete()).isTrue();
    assertThat(books.books.ledger().totals(SpendFilter.all().load("x")).complete()).isFalse();
    books.refused(acme, "0.11", null);
    // A window that is seen for the first time takes what was dropped as spent when it was dropped.
    SpendScope changed = SpendScope.of("acme", limits().per(Duration.ofDays(5), "0.95").build());
    books.refused(changed, "0.06", null);
    books.hold(changed, "0.05", null);
  }

  private BigDecimal charged(SpendFilter filter) {
    return books.books.ledger().totals(filter).chargedUsd();
  }

  private BigDecimal scopeTotal(SpendScope scope) {
    return charged(SpendFilter.all().scope(scope));
  }
}

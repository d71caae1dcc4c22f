package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store promises; run against each of them. */
abstract class SpendStoreContract {
  private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
  private static final String PRICE = "0.65";

  private Instant now = START;
  private SpendStore store;

  abstract SpendStore create();

  @BeforeEach
  void createStore() {
    store = create();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void allowsTheCapToTheCentAndNotACentMore() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total("1.30").build());
    SpendHold first = held(reserve(scope, PRICE, null));
    settle(first, SpendOutcome.CHARGED);
    assertThat(reserve(scope, "0.66", null))
        .isEqualTo(new SpendRefusal(scope.limits().get(0), usd("0.66"), usd("0.65"), null));
    held(reserve(scope, "0.65", null));
    assertThat(refused(reserve(scope, "0.01", null)).remainingUsd()).isEqualByComparingTo("0");
  }

  @Test
  void perCallCapKnowsNoHistory() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().perCall("0.65").build());
    for (int i = 0; i < 3; i++) settle(held(reserve(scope, PRICE, null)), SpendOutcome.CHARGED);
    SpendRefusal refusal = refused(reserve(scope, "0.651", null));
    assertThat(refusal.limit().kind()).isEqualTo(SpendLimit.Kind.PER_CALL);
    assertThat(refusal.freesAt()).isNull();
  }

  @Test
  void whatWasNotChargedIsGivenBack() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(PRICE).build());
    settle(held(reserve(scope, PRICE, null)), SpendOutcome.NOT_CHARGED);
    settle(held(reserve(scope, PRICE, null)));
    held(reserve(scope, PRICE, null));
  }

  @Test
  void unknownCountsAsSpentUntilItIsResolved() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(PRICE).build());
    SpendEntry lost = settle(held(reserve(scope, PRICE, null)), SpendOutcome.UNKNOWN).get(0);
    refused(reserve(scope, PRICE, null));

    assertThat(resolve(lost, SpendOutcome.NOT_CHARGED)).isTrue();
    held(reserve(scope, PRICE, null));
    assertThat(totals().unknownUsd()).isZero();
    assertThat(totals().notCharged()).isEqualTo(1);
  }

  @Test
  void resolvedAsChargedStaysSpent() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(PRICE).build());
    SpendEntry lost = settle(held(reserve(scope, PRICE, "k")), SpendOutcome.UNKNOWN).get(0);
    resolve(lost, SpendOutcome.CHARGED);
    refused(reserve(scope, PRICE, "other"));
    assertThat(totals().chargedUsd()).isEqualByComparingTo(PRICE);
    // A later success under the key is a replay.
    settle(held(reserve(scope, PRICE, "k")), SpendOutcome.CHARGED);
    assertThat(totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void nothingIsResolvedOnceTheBooksHaveChanged() {
    SpendScope scope = SpendScope.client(SpendLimits.none());
    SpendEntry lost = settle(held(reserve(scope, PRICE, null)), SpendOutcome.UNKNOWN).get(0);
    long version = store.position(now).version();
    held(reserve(scope, PRICE, null));
    assertThat(store.resolve(version, Map.of(lost.id(), SpendOutcome.CHARGED))).isFalse();
    assertThat(store.open(version, usd("5"))).isFalse();
    assertThat(totals().unknown()).isEqualTo(1);
  }

  @Test
  void aWindowFreesItsMoneyWhenItHasPassedAndSaysWhen() {
    SpendLimits limits = SpendLimits.builder().perHour("1.00").build();
    SpendScope scope = SpendScope.client(limits);
    settle(held(reserve(scope, "0.40", null)), SpendOutcome.CHARGED);
    pass(Duration.ofMinutes(10));
    settle(held(reserve(scope, "0.40", null)), SpendOutcome.CHARGED);
    pass(Duration.ofMinutes(20));

    SpendRefusal refusal = refused(reserve(scope, "0.50", null));
    assertThat(refusal.remainingUsd()).isEqualByComparingTo("0.20");
    assertThat(refusal.freesAt()).isEqualTo(START.plus(Duration.ofHours(1)));
    assertThat(refused(reserve(scope, "0.70", null)).freesAt())
        .isEqualTo(START.plus(Duration.ofMinutes(70)));
    assertThat(refused(reserve(scope, "1.01", null)).freesAt()).isNull();

    now = START.plus(Duration.ofHours(1)).minusMillis(1);
    refused(reserve(scope, "0.50", null));
    pass(Duration.ofMillis(1));
    held(reserve(scope, "0.50", null));
  }

  @Test
  void aRunningCallDoesNotAgeOutOfItsWindow() {
    SpendScope scope =
        SpendScope.client(SpendLimits.builder().per(Duration.ofSeconds(1), PRICE).build());
    SpendHold slow = held(reserve(scope, PRICE, null));
    pass(Duration.ofSeconds(5));
    assertThat(refused(reserve(scope, PRICE, null)).freesAt()).isNull();
    settle(slow, SpendOutcome.CHARGED);
    pass(Duration.ofMillis(999));
    refused(reserve(scope, PRICE, null));
    pass(Duration.ofMillis(1));
    held(reserve(scope, PRICE, null));
  }

  @Test
  void aCallCountsInItsScopeAndInEveryScopeAround() {
    SpendScope tenant = SpendScope.of("acme", SpendLimits.builder().total("1.00").build());
    SpendScope first = tenant.child("run:1", SpendLimits.builder().total("0.70").build());
    SpendScope second = tenant.child("run:2", SpendLimits.builder().total("0.70").build());
    settle(held(reserve(first, PRICE, null)), SpendOutcome.CHARGED);

    assertThat(refused(reserve(first, PRICE, null)).limit().scope()).isEqualTo("client/acme/run:1");
    assertThat(refused(reserve(second, PRICE, null)).limit().scope()).isEqualTo("client/acme");
    settle(held(reserve(second, "0.35", null)), SpendOutcome.CHARGED);
    settle(
        held(reserve(SpendScope.of("other", SpendLimits.none()), "5", null)), SpendOutcome.CHARGED);

    assertThat(scopeTotal(first)).isEqualByComparingTo("0.65");
    assertThat(scopeTotal(tenant)).isEqualByComparingTo("1.00");
    assertThat(totals().chargedUsd()).isEqualByComparingTo("6.00");
  }

  @Test
  void aScopeNameIsNoPattern() {
    SpendLimits limits = SpendLimits.builder().total(PRICE).build();
    settle(held(reserve(SpendScope.of("a_b", limits), PRICE, null)), SpendOutcome.CHARGED);
    held(reserve(SpendScope.of("axb", limits), PRICE, null));
    assertThat(scopeTotal(SpendScope.of("axb", limits))).isZero();
    assertThat(scopeTotal(SpendScope.of("a", limits))).isZero();
  }

  @Test
  void aForgottenScopeStartsAgainAndItsEntriesStay() {
    SpendScope run = SpendScope.of("run", SpendLimits.builder().total(PRICE).perDay(PRICE).build());
    settle(held(reserve(run, PRICE, null)), SpendOutcome.CHARGED);
    refused(reserve(run, PRICE, null));
    store.forget(run.path());
    held(reserve(run, PRICE, null));
    assertThat(totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(scopeTotal(run)).isEqualByComparingTo(PRICE);
  }

  @Test
  void oneKeyIsChargedOnceHoweverOftenItSucceeds() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(PRICE).build());
    settle(held(reserve(scope, PRICE, "key")), SpendOutcome.CHARGED);
    List<SpendEntry> replay = settle(held(reserve(scope, PRICE, "key")), SpendOutcome.CHARGED);
    assertThat(replay.get(0).outcome()).isEqualTo(SpendOutcome.NOT_CHARGED);
    assertThat(replay.get(0).amountUsd()).isZero();
    assertThat(totals().chargedUsd()).isEqualByComparingTo(PRICE);

    pass(Duration.ofHours(24));
    refused(reserve(scope, PRICE, "key"));
  }

  @Test
  void aKeyUsedByTwoCallsAtOnceIsSetAsideOnce() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(PRICE).build());
    SpendHold one = held(reserve(scope, PRICE, "key"));
    SpendHold two = held(reserve(scope, PRICE, "key"));
    settle(one, SpendOutcome.NOT_CHARGED);
    refused(reserve(scope, PRICE, "other"));
    settle(two, SpendOutcome.NOT_CHARGED);
    held(reserve(scope, PRICE, "other"));
  }

  @Test
  void aLostCallSentAgainUnderItsKeyTakesNoMoreMoney() {
    SpendScope scope = SpendScope.client(SpendLimits.builder().total(PRICE).perHour(PRICE).build());
    settle(held(reserve(scope, PRICE, "key")), SpendOutcome.UNKNOWN);
    refused(reserve(scope, PRICE, "other"));

    settle(held(reserve(scope, PRICE, "key")), SpendOutcome.NOT_CHARGED);
    assertThat(totals().unknownUsd()).isEqualByComparingTo(PRICE);
    refused(reserve(scope, PRICE, "other"));

    settle(held(reserve(scope, PRICE, "key")), SpendOutcome.CHARGED);
    assertThat(totals().unknownUsd()).isZero();
    assertThat(totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(totals().notCharged()).isEqualTo(2);
    refused(reserve(scope, PRICE, "other"));
  }

  @Test
  void attemptsOfOneCallCarryItsMoneyOnce() {
    SpendScope scope = SpendScope.client(SpendLimits.none());
    List<SpendEntry> booked =
        settle(
            held(reserve(scope, PRICE, "key")),
            SpendOutcome.UNKNOWN,
            SpendOutcome.NOT_CHARGED,
            SpendOutcome.UNKNOWN);
    assertThat(entries()).isEqualTo(booked);
    assertThat(entries())
        .extracting(SpendEntry::outcome)
        .containsExactly(SpendOutcome.NOT_CHARGED, SpendOutcome.NOT_CHARGED, SpendOutcome.UNKNOWN);
    assertThat(totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aSuccessBesideALostCallOfTheSameKeySettlesBoth() {
    SpendScope scope = SpendScope.client(SpendLimits.none());
    SpendHold one = held(reserve(scope, PRICE, "key"));
    SpendHold two = held(reserve(scope, PRICE, "key"));
    settle(one, SpendOutcome.CHARGED);
    settle(two, SpendOutcome.UNKNOWN);
    assertThat(totals().unknownUsd()).isZero();
    assertThat(totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void entriesAreReadBackAsTheyWereBooked() {
    SpendScope scope = SpendScope.of("acme", SpendLimits.none());
    SpendHold hold = held(reserve(scope, PRICE, "key"));
    SpendEntry entry =
        new SpendEntry(
            0,
            now.plusNanos(123_000),
            Operation.CREATE_LOAD,
            "LD-2026-1001",
            "key",
            "req-1",
            2,
            SpendOutcome.CHARGED,
            usd("0.65"),
            scope.path());
    List<SpendEntry> booked = store.settle(hold, List.of(entry), now);
    assertThat(booked).containsExactly(entry.bookedAs(booked.get(0).id(), entry.at()));
    assertThat(entries()).isEqualTo(booked);
    assertThat(store.totals(SpendFilter.all().load("LD-2026-1001")).charged()).isEqualTo(1);
    assertThat(store.totals(SpendFilter.all().load("LD-2026-1002")).charged()).isZero();
    assertThat(store.totals(SpendFilter.all().operation(Operation.CREATE_LOAD)).charged())
        .isEqualTo(1);
    assertThat(store.totals(SpendFilter.all().between(now, now.plusSeconds(1))).charged())
        .isEqualTo(1);
    assertThat(store.totals(SpendFilter.all().between(now.minusSeconds(1), now)).charged())
        .isZero();
  }

  @Test
  void thePositionHasEverythingThatAReconciliationCompares() {
    SpendScope scope = SpendScope.client(SpendLimits.none());
    settle(held(reserve(scope, PRICE, null)), SpendOutcome.CHARGED);
    SpendEntry lost = settle(held(reserve(scope, "0.02", null)), SpendOutcome.UNKNOWN).get(0);
    SpendHold running = held(reserve(scope, "0.02", null));
    store.adjust(usd("25"));
    store.adjust(usd("-1.5"));
    assertThat(store.open(store.position(now).version(), usd("10"))).isTrue();

    SpendPosition position = store.position(now);
    assertThat(position.openingUsd()).isEqualByComparingTo("10");
    assertThat(position.adjustedUsd()).isEqualByComparingTo("23.5");
    assertThat(position.chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(position.unknown()).containsExactly(lost);
    assertThat(position.holds()).isEqualTo(1);
    settle(running);
    assertThat(store.position(now).holds()).isZero();
  }

  final SpendDecision reserve(SpendScope scope, String amountUsd, @Nullable String key) {
    Operation operation = key == null ? Operation.GET_LOAD_POSITION : Operation.CREATE_LOAD;
    return store.reserve(
        new SpendRequest(
            operation,
            usd(amountUsd),
            key,
            scope.paths(),
            scope.limits(),
            now,
            now.plusSeconds(60)));
  }

  final List<SpendEntry> settle(SpendHold hold, SpendOutcome... outcomes) {
    SpendRequest request = hold.request();
    List<SpendEntry> attempts = new ArrayList<>();
    for (SpendOutcome outcome : outcomes) {
      attempts.add(
          new SpendEntry(
                  0,
                  now,
                  request.operation(),
                  null,
                  request.idempotencyKey(),
                  null,
                  attempts.size() + 1,
                  SpendOutcome.CHARGED,
                  request.amountUsd(),
                  request.scope())
              .settledAs(outcome));
    }
    return store.settle(hold, attempts, now);
  }

  private boolean resolve(SpendEntry entry, SpendOutcome outcome) {
    return store.resolve(store.position(now).version(), Map.of(entry.id(), outcome));
  }

  static SpendHold held(SpendDecision decision) {
    assertThat(decision).isInstanceOf(SpendHold.class);
    return (SpendHold) decision;
  }

  static SpendRefusal refused(SpendDecision decision) {
    assertThat(decision).isInstanceOf(SpendRefusal.class);
    return (SpendRefusal) decision;
  }

  private List<SpendEntry> entries() {
    List<SpendEntry> entries = new ArrayList<>();
    store.read(SpendFilter.all(), entries::add);
    return entries;
  }

  private BigDecimal scopeTotal(SpendScope scope) {
    return store.totals(SpendFilter.all().scope(scope)).chargedUsd();
  }

  final SpendTotals totals() {
    return store.totals(SpendFilter.all());
  }

  final SpendStore store() {
    return store;
  }

  final Instant now() {
    return now;
  }

  final void pass(Duration time) {
    now = now.plus(time);
  }

  static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}

package io.freightsdk.internal.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.freightsdk.Charge;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.testing.MovableClock;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The rules of money, over a storage of some kind. */
abstract class RulesContract {
  private static final String PRICE = "0.65";
  private static final Filter ALL = Filter.ALL;
  private static final Duration CALL = Duration.ofMinutes(2);
  private static final Duration EXPIRES = CALL.plusMinutes(1);

  private final MovableClock time = new MovableClock();
  private LedgerStorage storage;

  /** An empty ledger. */
  abstract LedgerStorage open(Clock clock);

  @BeforeEach
  void openLedger() {
    storage = open(time);
  }

  @AfterEach
  void closeLedger() {
    storage.close();
  }

  // --- what a test says ---

  private Buyer buyer(SpendLimit... limits) {
    return new Buyer(storage, List.of(limits));
  }

  private ReservationRequest hold(Buyer buyer, String scope, String usd, @Nullable String key) {
    ReservationRequest request = buyer.request(scope, usd, key);
    assertThat(buyer.reserve(request)).isInstanceOf(ReserveResult.Reserved.class);
    return request;
  }

  private ReservationRequest hold(Buyer buyer, @Nullable String key) {
    return hold(buyer, "client", PRICE, key);
  }

  private ReserveResult.Full refused(Buyer buyer, String usd) {
    ReserveResult decision = buyer.reserve(buyer.request("client", usd, null));
    assertThat(decision).isInstanceOf(ReserveResult.Full.class);
    return (ReserveResult.Full) decision;
  }

  private Entry only() {
    List<Entry> entries = entries();
    assertThat(entries).hasSize(1);
    return entries.get(0);
  }

  private List<Entry> entries() {
    return storage.read(rows -> rows.entries(ALL, 0, 100));
  }

  private Totals totals() {
    return storage.read(rows -> rows.totals(ALL));
  }

  private static long nano(String usd) {
    return NanoUsd.of(new BigDecimal(usd));
  }

  // --- keys ---

  @Test
  void aKeyCountsOnceAtItsHighestPriceHoweverOftenItIsReserved() {
    Buyer buyer = buyer(Buyer.total("1.00"));
    hold(buyer, "client", "0.65", "key");
    hold(buyer, "client", "0.70", "key");
    hold(buyer, "client", "0.60", "key");
    assertThat(only().amount()).isEqualTo(nano("0.70"));
    assertThat(refused(buyer, "0.31").left()).isEqualTo(nano("0.30"));
  }

  @Test
  void aRepeatNeedsNoRoomForWhatItCountsAlready() {
    Buyer buyer = buyer(Buyer.total(PRICE));
    hold(buyer, "key");
    hold(buyer, "key");
    refused(buyer, "0.01");
    hold(buyer(Buyer.total("0.10")), "key");
    ReservationRequest dearer = buyer.request("client", "0.66", "key");
    assertThat(buyer.reserve(dearer)).isInstanceOf(ReserveResult.Full.class);
  }

  @Test
  void aSecondAnswerUnderAKeyAddsNothingAndSettlesWhatWasUnknown() {
    Buyer buyer = buyer();
    assertThat(buyer.complete(hold(buyer, "key"), Charge.Kind.UNKNOWN))
        .isEqualTo(Charge.Kind.UNKNOWN);
    assertThat(totals()).isEqualTo(new Totals(0, nano(PRICE), 0));
    assertThat(buyer.complete(hold(buyer, "key"), Charge.Kind.CHARGED))
        .isEqualTo(Charge.Kind.CHARGED);
    assertThat(buyer.complete(hold(buyer, "key"), Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.NONE);
    assertThat(buyer.complete(hold(buyer, "key"), Charge.Kind.UNKNOWN)).isEqualTo(Charge.Kind.NONE);
    assertThat(totals()).isEqualTo(new Totals(nano(PRICE), 0, 0));
    assertThat(only().outcome()).isEqualTo(ChargeState.CHARGED);
  }

  @Test
  void aKeyOfTwoScopesCountsOnceInEachAndOnceAroundThem() {
    Buyer buyer = buyer();
    buyer.complete(hold(buyer, "client/a", PRICE, "key"), Charge.Kind.UNKNOWN);
    buyer.complete(hold(buyer, "client/b", PRICE, "key"), Charge.Kind.UNKNOWN);
    for (String scope : List.of("client", "client/a", "client/b")) {
      Filter of = new Filter(null, null, null, scope, null, null, false);
      assertThat(storage.<Totals>read(rows -> rows.totals(of)))
          .isEqualTo(new Totals(0, nano(PRICE), 0));
    }
  }

  /** It may have been paid by its repeat, and for the scope that asked first. */
  @Test
  void aKeyThatIsRepeatedInAnotherScopeCountsAgainInTheWindowOfItsFirst() {
    Buyer buyer =
        buyer(
            new SpendLimit(
                "client/a",
                SpendLimit.Kind.WINDOW,
                Duration.ofHours(1),
                null,
                new BigDecimal("1.00")));
    buyer.complete(hold(buyer, "client/a/run:1", PRICE, "key"), Charge.Kind.UNKNOWN);
    time.advance(Duration.ofHours(23));
    buyer.complete(hold(buyer, "client/b", PRICE, "key"), Charge.Kind.UNKNOWN);
    time.advance(Duration.ofMinutes(30));
    ReserveResult decision = buyer.reserve(buyer.request("client/a", "0.36", null));
    assertThat(decision).isInstanceOf(ReserveResult.Full.class);
    assertThat(((ReserveResult.Full) decision).left()).isEqualTo(nano("0.35"));
  }

  @Test
  void aKeyBeginsANewEntryShortlyBeforeTheServiceForgetsIt() {
    Buyer buyer = buyer();
    buyer.complete(hold(buyer, "key"), Charge.Kind.CHARGED);
    time.advance(Duration.ofHours(23).plusMinutes(54));
    hold(buyer, "key");
    assertThat(entries()).hasSize(1);
    time.advance(Duration.ofMinutes(1));
    hold(buyer, "key");
    assertThat(entries()).hasSize(2);
  }

  /** A key counts once in each scope that it is reserved for. */
  @Test
  void aRepeatNeedsRoomInAScopeThatDoesNotCountItsChargeYet() {
    Buyer buyer =
        buyer(new SpendLimit("client/b", SpendLimit.Kind.TOTAL, null, null, new BigDecimal(PRICE)));
    buyer.complete(hold(buyer, "client/a", PRICE, "key"), Charge.Kind.CHARGED);
    time.advance(Duration.ofMinutes(10));
    hold(buyer, "client/b", PRICE, "key");
    assertThat(buyer.reserve(buyer.request("client/b", "0.01", "other")))
        .isInstanceOf(ReserveResult.Full.class);
    assertThat(buyer.reserve(buyer.request("client/b", "0.70", "key")))
        .isInstanceOf(ReserveResult.Reserved.class);
    assertThat(totals().charged()).isEqualTo(nano(PRICE));
  }

  // --- what counts, and from when ---

  @Test
  void aChargeCountsFromItsAnswer() {
    Buyer buyer = buyer(Buyer.perHour(PRICE));
    ReservationRequest request = hold(buyer, null);
    time.advance(Duration.ofMinutes(1));
    buyer.complete(request, Charge.Kind.CHARGED);
    time.advance(Duration.ofMinutes(60).minusMillis(1));
    refused(buyer, PRICE);
    time.advance(Duration.ofMillis(1));
    hold(buyer, null);
  }

  /** The repeat may have been charged before the call woke up and was answered for free. */
  @Test
  void aCallThatSleptMovesNoChargeToBeforeItsRepeat() {
    Buyer buyer = buyer(Buyer.perHour(PRICE));
    ReservationRequest slept = hold(buyer, "key");
    time.advance(Duration.ofHours(23));
    buyer.complete(hold(buyer, "key"), Charge.Kind.UNKNOWN);
    buyer.complete(slept, Charge.Kind.CHARGED);
    time.advance(Duration.ofMinutes(30));
    refused(buyer, PRICE);
  }

  @Test
  void anUnknownChargeCountsFromTheEndOfItsReservation() {
    Buyer buyer = buyer(Buyer.perHour(PRICE));
    buyer.complete(hold(buyer, null), Charge.Kind.UNKNOWN);
    time.advance(EXPIRES.plusMinutes(60).minusMillis(1));
    refused(buyer, PRICE);
    time.advance(Duration.ofMillis(1));
    hold(buyer, null);
  }

  @Test
  void aCallThatNeverComesBackIsUnknownAMinuteAfterItsDeadline() {
    Buyer buyer = buyer();
    hold(buyer, null);
    time.advance(EXPIRES.minusMillis(1));
    assertThat(totals()).isEqualTo(new Totals(0, 0, nano(PRICE)));
    time.advance(Duration.ofMillis(1));
    assertThat(totals()).isEqualTo(new Totals(0, nano(PRICE), 0));
  }

  @Test
  void anAnswerThatComesLateIsBelieved() {
    Buyer buyer = buyer(Buyer.total("2.00"));
    ReservationRequest charged = hold(buyer, null);
    ReservationRequest free = hold(buyer, null);
    time.advance(Duration.ofHours(1));
    assertThat(buyer.complete(charged, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    assertThat(buyer.complete(free, Charge.Kind.NONE)).isEqualTo(Charge.Kind.NONE);
    assertThat(totals()).isEqualTo(new Totals(nano(PRICE), 0, 0));
  }

  @Test
  void aClockThatIsSetBackLosesNoCharge() {
    Buyer buyer = buyer(Buyer.total("2.00"));
    ReservationRequest answered = hold(buyer, "key");
    ReservationRequest repeated = hold(buyer, "key");
    ReservationRequest lost = hold(buyer, null);
    buyer.complete(lost, Charge.Kind.UNKNOWN);
    time.advance(Duration.ofHours(-1));
    buyer.complete(answered, Charge.Kind.CHARGED);
    buyer.complete(repeated, Charge.Kind.UNKNOWN);
    long unknown = entries().get(1).id();
    storage.change(rows -> new LedgerRules(rows).settle(unknown, true, "Ann", "on the statement"));
    assertThat(entries()).extracting(Entry::amount).containsExactly(nano(PRICE), nano(PRICE));
    assertThat(totals()).isEqualTo(new Totals(nano("1.30"), 0, 0));
  }

  @Test
  void whatAnEndWasToldForTheFirstTimeStands() {
    Buyer buyer = buyer();
    ReservationRequest request = hold(buyer, null);
    for (int i = 0; i < 2; i++) {
      assertThat(buyer.complete(request, Charge.Kind.CHARGED)).isEqualTo(Charge.Kind.CHARGED);
    }
    assertThat(totals()).isEqualTo(new Totals(nano(PRICE), 0, 0));
  }

  @Test
  void whatWasNeverReservedIsBookedIfItMayHaveBeenCharged() {
    Buyer buyer = buyer(Buyer.total("0.10"));
    assertThat(buyer.complete(buyer.request("client", PRICE, null), Charge.Kind.NONE))
        .isEqualTo(Charge.Kind.NONE);
    assertThat(entries()).isEmpty();
    assertThat(buyer.complete(buyer.request("client", PRICE, null), Charge.Kind.CHARGED))
        .isEqualTo(Charge.Kind.CHARGED);
    assertThat(only().outcome()).isEqualTo(ChargeState.CHARGED);
  }

  // --- limits ---

  @Test
  void aRefusalSaysWhatIsLeftAndWhenTheOldestAmountLeaves() {
    Buyer buyer = buyer(Buyer.perHour("1.50"));
    Instant first = time.instant();
    buyer.complete(hold(buyer, null), Charge.Kind.CHARGED);
    time.advance(Duration.ofMinutes(10));
    buyer.complete(hold(buyer, null), Charge.Kind.CHARGED);
    ReserveResult.Full full = refused(buyer, PRICE);
    assertThat(full.left()).isEqualTo(nano("0.20"));
    assertThat(Micros.instant(full.freesAt())).isEqualTo(first.plus(Duration.ofHours(1)));
    time.set(first.plus(Duration.ofHours(1)));
    hold(buyer, null);
  }

  @Test
  void onlyAHigherLimitHelpsUnderATotalAndAboveALimit() {
    Buyer buyer = buyer(Buyer.total("1.00"));
    hold(buyer, null);
    assertThat(refused(buyer, PRICE).freesAt()).isNull();
    assertThat(refused(buyer(Buyer.perHour("0.50")), PRICE).freesAt()).isNull();
  }

  @Test
  void ofSeveralLimitsWithoutRoomTheOneIsToldThatHasRoomLast() {
    SpendLimit day =
        new SpendLimit(
            "client", SpendLimit.Kind.WINDOW, Duration.ofDays(1), null, new BigDecimal("0.70"));
    Buyer buyer = buyer(Buyer.perHour("0.70"), day);
    hold(buyer, null);
    assertThat(refused(buyer, PRICE).limit()).isEqualTo(day);
    assertThat(refused(buyer(Buyer.total("0.70"), day), PRICE).limit().kind())
        .isEqualTo(SpendLimit.Kind.TOTAL);
  }

  /** 23 hours on the day on which clocks go forward, 25 on that on which they go back. */
  @Test
  void aDayOfAZoneEndsAtItsMidnight() {
    ZoneId chicago = ZoneId.of("America/Chicago");
    Map<String, String> nights =
        Map.of(
            "2026-03-08T06:00:00Z", "2026-03-09T05:00:00Z",
            "2026-11-01T05:00:00Z", "2026-11-02T06:00:00Z",
            "2026-11-20T06:00:00Z", "2026-11-21T06:00:00Z");
    nights.forEach(
        (begin, end) -> {
          LedgerStorage ledger = open(time);
          SpendLimit limit =
              new SpendLimit(
                  "client", SpendLimit.Kind.CALENDAR_DAY, null, chicago, new BigDecimal(PRICE));
          Buyer buyer = new Buyer(ledger, List.of(limit));
          time.set(Instant.parse(begin).minusSeconds(1));
          assertThat(buyer.pay(PRICE, null)).as("the day before").isTrue();
          time.set(Instant.parse(begin));
          assertThat(buyer.pay(PRICE, null)).as("at its begin").isTrue();
          time.set(Instant.parse(end).minusMillis(1));
          ReserveResult.Full full =
              (ReserveResult.Full) buyer.reserve(buyer.request("client", PRICE, null));
          assertThat(Micros.instant(full.freesAt())).isEqualTo(end);
          time.set(Instant.parse(end));
          assertThat(buyer.pay(PRICE, null)).as("the day after").isTrue();
          ledger.close();
        });
  }

  @Test
  void aLimitOfAScopeCountsWhatIsInsideItAndNothingElse() {
    SpendLimit limit =
        new SpendLimit("client/a", SpendLimit.Kind.TOTAL, null, null, new BigDecimal("1.00"));
    SpendLimit hour =
        new SpendLimit(
            "client/a", SpendLimit.Kind.WINDOW, Duration.ofHours(1), null, new BigDecimal("1.00"));
    Buyer buyer = buyer(limit, hour);
    for (String other : List.of("client", "client/ab", "client/A", "client/b/a")) {
      hold(buyer, other, PRICE, null);
    }
    hold(buyer, "client/a/run:1", PRICE, null);
    for (String inside : List.of("client/a", "client/a/run:2")) {
      assertThat(buyer.reserve(buyer.request(inside, PRICE, null)))
          .isInstanceOf(ReserveResult.Full.class);
    }
  }

  @Test
  void whatHasLeftAWindowMakesNoRoomWhenItsCallSaysThatItCostNothing() {
    Buyer buyer = buyer(Buyer.perHour(PRICE));
    ReservationRequest lost = hold(buyer, null);
    time.advance(EXPIRES.plusMinutes(60));
    assertThat(buyer.pay(PRICE, null)).isTrue();
    assertThat(buyer.complete(lost, Charge.Kind.NONE)).isEqualTo(Charge.Kind.NONE);
    assertThat(refused(buyer, PRICE).left()).isZero();
  }

  @Test
  void aWindowCountsAgainWhatItHadPassedBeforeItsClockWasSetBack() {
    Buyer buyer = buyer(Buyer.perHour("1.00"));
    assertThat(buyer.pay(PRICE, null)).isTrue();
    time.advance(Duration.ofMinutes(61));
    assertThat(buyer.pay("0.20", null)).isTrue();
    time.advance(Duration.ofMinutes(-10));
    assertThat(refused(buyer, "0.16").left()).isEqualTo(nano("0.15"));
  }

  @Test
  void aClockThatIsSetBackForAWhileMakesNoRoomInAWindow() {
    Buyer buyer = buyer(Buyer.perHour("1.00"));
    ReservationRequest lost = hold(buyer, null);
    time.advance(EXPIRES.plusMinutes(61));
    hold(buyer, "client", "0.20", null);
    time.advance(EXPIRES.plusMinutes(61).negated());
    assertThat(buyer.complete(lost, Charge.Kind.NONE)).isEqualTo(Charge.Kind.NONE);
    time.advance(EXPIRES.plusMinutes(65));
    assertThat(refused(buyer, "0.81").left()).isEqualTo(nano("0.80"));
  }

  /** Its repeat counted in the window of now, and then said that it cost nothing. */
  @Test
  void aLostKeyLeavesTheWindowAgainWhenItsRepeatCostNothing() {
    Buyer buyer = buyer(Buyer.perHour("1.00"));
    buyer.complete(hold(buyer, "key"), Charge.Kind.UNKNOWN);
    time.advance(EXPIRES.plusMinutes(61));
    ReservationRequest repeat = hold(buyer, "key");
    hold(buyer, "client", "0.20", null);
    buyer.complete(repeat, Charge.Kind.NONE);
    assertThat(refused(buyer, "0.81").left()).isEqualTo(nano("0.80"));
    time.advance(Duration.ofMinutes(2));
    hold(buyer, "client", "0.80", null);
  }

  @Test
  void whatWasPurgedIsInNoWindow() {
    Buyer buyer = buyer(Buyer.perHour(PRICE));
    assertThat(buyer.pay(PRICE, null)).isTrue();
    time.advance(Duration.ofDays(2).plusMinutes(1));
    assertThat(storage.<Integer>change(rows -> new LedgerRules(rows).purge(Long.MAX_VALUE, 10)))
        .isOne();
    assertThat(buyer.pay(PRICE, null)).isTrue();
  }

  @Test
  void whatAPurgeLeavesStaysInItsWindow() {
    Buyer buyer = buyer(Buyer.perHour("1.30"));
    assertThat(buyer.pay(PRICE, null)).isTrue();
    time.advance(Duration.ofDays(2).plusMinutes(1));
    assertThat(buyer.pay(PRICE, null)).isTrue();
    assertThat(storage.<Integer>change(rows -> new LedgerRules(rows).purge(Long.MAX_VALUE, 10)))
        .isOne();
    assertThat(refused(buyer, "0.66").left()).isEqualTo(nano("0.65"));
  }

  // --- persons, balances, and what is old ---

  @Test
  void whatIsUnknownStaysUnderATotalUntilAPersonSettlesIt() {
    Buyer buyer = buyer(Buyer.total(PRICE));
    ReservationRequest request = hold(buyer, null);
    time.advance(Duration.ofDays(400));
    refused(buyer, PRICE);
    Entry settled =
        storage.change(rows -> new LedgerRules(rows).settle(1, false, "ann", "not there"));
    assertThat(settled.outcome()).isEqualTo(ChargeState.NONE);
    assertThat(settled.settledBy()).isEqualTo("ann");
    hold(buyer, null);
    buyer.complete(request, Charge.Kind.CHARGED);
    assertThat(entries().get(0).settledBy()).as("the call itself knows better").isNull();
  }

  @Test
  void onlyWhatIsUnknownCanBeSettled() {
    Buyer buyer = buyer();
    hold(buyer, null);
    for (long id : List.of(1L, 7L)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> storage.change(rows -> new LedgerRules(rows).settle(id, true, "ann", "seen")));
    }
  }

  private Comparison compare(String name, String balance) {
    long now = Micros.of(time.instant());
    Comparison.Reading reading = new Comparison.Reading(nano(balance), now, now);
    return storage.change(rows -> new LedgerRules(rows).compare(name, reading));
  }

  @Test
  void aComparisonTellsWhatTheLedgerDoesNotExplainAndChangesNothing() {
    Buyer buyer = buyer();
    compare("first", "100.00");
    time.advance(Duration.ofMinutes(1));
    buyer.pay(PRICE, null);
    buyer.complete(hold(buyer, null), Charge.Kind.UNKNOWN);
    List<Entry> before = entries();
    time.advance(Duration.ofMinutes(1));
    Comparison made = compare("second", "99.35");
    assertThat(made.taken()).isEqualTo(nano("0.65"));
    assertThat(made.least()).isEqualTo(nano("0.65"));
    assertThat(made.most()).isEqualTo(nano("1.30"));
    assertThat(made.difference()).isZero();
    assertThat(compare("second", "50.00")).as("made again").isEqualTo(made);
    time.advance(Duration.ofHours(1));
    assertThat(compare("third", "98.00").difference()).as("went").isEqualTo(nano("0.70"));
    time.advance(Duration.ofHours(1));
    assertThat(compare("fourth", "123.00").difference()).as("came").isEqualTo(nano("-25.00"));
    assertThat(entries()).isEqualTo(before);
  }

  @Test
  void aPurgeLowersNoTotalAndLeavesTwoDaysAndWhatIsUnknown() {
    Buyer buyer = buyer(Buyer.total("2.00"));
    buyer.pay(PRICE, "key");
    buyer.complete(hold(buyer, null), Charge.Kind.UNKNOWN);
    long far = Long.MAX_VALUE;
    time.advance(Duration.ofDays(2));
    assertThat(storage.<Integer>change(rows -> new LedgerRules(rows).purge(far, 10))).isZero();
    time.advance(Duration.ofMinutes(1));
    assertThat(storage.<Integer>change(rows -> new LedgerRules(rows).purge(far, 10))).isOne();
    assertThat(only().outcome()).isEqualTo(ChargeState.UNKNOWN);
    assertThat(totals()).isEqualTo(new Totals(nano(PRICE), nano(PRICE), 0));
    assertThat(refused(buyer, "0.71").left()).isEqualTo(nano("0.70"));
  }
}

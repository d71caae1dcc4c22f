package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.internal.spend.TestBooks;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That no limit is passed and none stays too small, whatever becomes of calls. */
abstract class LimitsHoldContract extends WindowsContract {

  /** Whether a key carries money was decided when it was reserved, and only then. */
  @Test
  void whatWasReservedWithoutAKeyCountsUnderWhateverKeyItWasSent() {
    SpendScope run = SpendScope.of("run:42", limits().total("1.30").build());
    SpendScope day = SpendScope.of("run:43", limits().perDay("1.30").build());
    for (SpendScope scope : List.of(run, day)) {
      for (Charge.Kind outcome : List.of(Charge.Kind.CHARGED, Charge.Kind.UNKNOWN)) {
        SpendHold hold = books.hold(scope, PRICE, null);
        SpendHold sent = withKey(hold, "key");
        List<SpendEntry> booked =
            books.books.settle(hold, TestBooks.attempts(sent, PRICE, outcome));
        assertThat(booked).singleElement().matches(entry -> entry.idempotencyKey() == null);
      }
      books.refused(scope, "0.01", null);
    }
    assertThat(books.totals().spentUsd()).isEqualByComparingTo("2.60");
  }

  private static SpendHold withKey(SpendHold hold, String key) {
    return new SpendHold(
        hold.token(),
        hold.operation(),
        key,
        hold.scope(),
        hold.since(),
        hold.amountUsd(),
        hold.keyGoodUntil(),
        hold.lostAtAnotherPrice(),
        hold.lostAtUsd(),
        hold.charged());
  }

  @Test
  void keysThatCostNothingInOneRunDoNotSpendPastTheLimitOfTheNext() {
    SpendScope first = SpendScope.of("run:42", limits().total("1.30").build());
    SpendScope next = SpendScope.of("run:43", limits().total("1.30").build());
    for (int i = 0; i < 20; i++) books.pay(first, PRICE, "key" + i, Charge.Kind.NONE);
    assertThat(charge(next, 20)).isEqualTo(2);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo("1.30");
  }

  @Test
  void keysLostInOneRunCountInEveryRunThatRepeatsThem() {
    SpendScope first = SpendScope.of("run:42", limits().total("1.30").build());
    SpendScope next = SpendScope.of("run:43", limits().total(PRICE).build());
    books.pay(first, PRICE, "key0", Charge.Kind.UNKNOWN);
    books.pay(first, PRICE, "key1", Charge.Kind.UNKNOWN);
    assertThat(charge(next, 2)).isEqualTo(1);
    books.refused(first, "0.01", null);
    books.refused(next, "0.01", null);
  }

  @Test
  void aCallOfTwoRunsAtOnceCountsInBothUntilBothHaveEnded() {
    SpendScope first = SpendScope.of("run:42", limits().total(PRICE).build());
    SpendScope next = SpendScope.of("run:43", limits().total(PRICE).build());
    SpendHold one = books.hold(first, PRICE, "key");
    SpendHold two = books.hold(next, PRICE, "key");
    books.refused(next, "0.01", null);
    books.settle(one, PRICE, Charge.Kind.NONE);
    books.refused(first, "0.01", null);
    books.settle(two, PRICE, Charge.Kind.NONE);
    books.hold(first, PRICE, null);
    books.hold(next, PRICE, null);
    books.refused(next, "0.01", null);
  }

  @Test
  void lostCallsRepeatedAfterTheirWindowFillTheWindowOfTheRepetition() {
    SpendScope scope = client(limits().perHour("1.30"));
    for (int i = 0; i < 8; i++) {
      books.pay(scope, PRICE, "key" + i, Charge.Kind.UNKNOWN);
      clock.advance(Duration.ofMinutes(70));
    }
    assertThat(charge(scope, 8)).isEqualTo(2);
    clock.advance(Duration.ofMinutes(70));
    // And none of it is missing afterwards.
    books.pay(scope, "1.30", null, Charge.Kind.CHARGED);
    clock.advance(Duration.ofMinutes(70));
    books.hold(scope, "1.30", null);
  }

  @Test
  void lostCallsThatAreRepeatedOneByOneMakeNoRoomInTheWindowAfterThem() {
    SpendScope scope = client(limits().perHour("1.30"));
    for (int i = 0; i < 8; i++) {
      books.pay(scope, PRICE, "lost" + i, Charge.Kind.UNKNOWN);
      clock.advance(Duration.ofMinutes(70));
      books.pay(scope, PRICE, "lost" + i, Charge.Kind.CHARGED);
    }
    assertThat(charge(scope, 12)).isEqualTo(1);
    clock.advance(Duration.ofMinutes(70));
    books.refused(scope, "1.31", null);
    books.hold(scope, "1.30", null);
  }

  @Test
  void aCallThatDiedWithItsProcessStopsNobodyOnceItsWindowHasPassed() {
    SpendScope scope = client(limits().perHour(PRICE));
    books.hold(scope, PRICE, "key");
    clock.advance(TestBooks.HOLD.minusSeconds(1));
    assertThat(books.refused(scope, PRICE, null).freesAt()).isNull();
    clock.advance(Duration.ofSeconds(1));
    Instant over = clock.instant().plus(Duration.ofHours(1));
    assertThat(books.refused(scope, PRICE, null).freesAt()).isBetween(over, over.plusSeconds(15));
    assertThat(books.entries())
        .singleElement()
        .matches(entry -> entry.outcome() == Charge.Kind.UNKNOWN && entry.attempt() == 0);
    clock.advance(Duration.ofMinutes(61));
    books.hold(scope, PRICE, null);
  }

  @Test
  void aCallThatDiedLongAgoIsFoundByTheNextOneAndDoesNotStopIt() {
    SpendScope scope = client(limits().perDay(PRICE));
    books.hold(scope, PRICE, null);
    clock.advance(Duration.ofDays(365));
    books.hold(scope, PRICE, null);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aCallThatSleptPastItsEndIsBookedAsItWas() {
    SpendScope scope = client(limits().total("1.30"));
    SpendHold slept = books.hold(scope, PRICE, null);
    SpendHold alsoSlept = books.hold(scope, PRICE, "key");
    clock.advance(Duration.ofHours(9));
    books.refused(scope, PRICE, null);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo("1.30");

    books.settle(slept, PRICE, Charge.Kind.CHARGED);
    assertThat(books.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(books.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    books.settle(alsoSlept, PRICE, Charge.Kind.NONE);
    assertThat(books.totals().unknownUsd()).isZero();
    books.hold(scope, PRICE, null);
    books.refused(scope, "0.01", null);
  }

  @Test
  void refusedRepetitionsOfALostCallChangeNothing() {
    SpendScope scope = client(limits().perHour("1.00"));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    SpendScope narrowed = client(limits().perHour("0.50"));
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofMinutes(1));
      books.refused(narrowed, PRICE, "key");
    }
    assertThat(books.refused(scope, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    books.hold(scope, "0.35", null);
  }

  @Test
  void refusedRepetitionsOfACallLostBeforeTheWindowTakeNothingFromIt() {
    SpendScope scope = client(limits().perHour("1.00"));
    books.pay(scope, PRICE, "key", Charge.Kind.UNKNOWN);
    clock.advance(Duration.ofMinutes(70));
    books.pay(scope, "0.70", null, Charge.Kind.CHARGED);
    for (int i = 0; i < 10; i++) books.refused(scope, PRICE, "key");
    assertThat(books.refused(scope, "0.31", null).remainingUsd()).isEqualByComparingTo("0.30");
    books.hold(scope, "0.30", null);
  }

  @Test
  void aDayEndsAtMidnightOfItsZoneAlsoWhenClocksChange() {
    ZoneId zone = ZoneId.of("America/Chicago");
    SpendScope scope = client(limits().perDay("1.00", zone));
    // The night to 1 November 2026 has 25 hours in Chicago: 05:00Z to 06:00Z the day after.
    moveTo("2026-11-01T05:00:00Z");
    books.pay(scope, "0.90", null, Charge.Kind.CHARGED);
    assertThat(books.refused(scope, "0.20", null).freesAt())
        .isEqualTo(Instant.parse("2026-11-02T06:00:00Z"));
    moveTo("2026-11-02T05:59:59Z");
    books.refused(scope, "0.20", null);
    moveTo("2026-11-02T06:00:00Z");
    books.hold(scope, "1.00", null);
  }

  @Test
  void anotherKindOfDayIsAnotherLimit() {
    ZoneId zone = ZoneId.of("UTC");
    SpendScope scope = client(limits().perDay("1.00", zone).perDay("1.50"));
    moveTo("2026-11-20T23:00:00Z");
    books.pay(scope, "1.00", null, Charge.Kind.CHARGED);
    moveTo("2026-11-21T01:00:00Z");
    books.hold(scope, "0.50", null);
    assertThat(books.refused(scope, "0.10", null).limit().window()).isEqualTo(Duration.ofDays(1));
  }

  /** How many of so many keys could be charged. */
  private int charge(SpendScope scope, int keys) {
    int charged = 0;
    for (int i = 0; i < keys; i++) {
      if (books.reserve(scope, PRICE, "key" + i) instanceof SpendHold hold) {
        books.settle(hold, PRICE, Charge.Kind.CHARGED);
        charged++;
      }
    }
    return charged;
  }

  private void moveTo(String instant) {
    clock.set(Instant.parse(instant));
  }
}

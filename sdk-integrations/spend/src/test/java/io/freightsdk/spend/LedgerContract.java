package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * How every ledger counts and stores calls. A test class for a storage extends this class and opens
 * the storage.
 */
public abstract class LedgerContract extends AccountsContract {
  @Test
  void entriesAreReadBackAsRecorded() {
    SpendScope scope = SpendScope.of("acme");
    Instant begin = time.instant();
    Reservation hold = ledger.hold(scope, PRICE, "key");
    time.advance(Duration.ofSeconds(3));
    Outcome outcome =
        new Outcome(Charge.Kind.CHARGED, "LD-2026-1001", "6f1f", "https://t/x", "req-1");
    ledger.guard.complete(hold.purchase(), outcome);
    SpendEntry entry = ledger.entries().get(0);
    assertThat(entry)
        .isEqualTo(
            new SpendEntry(
                entry.id(),
                begin,
                TestLedger.ACCOUNT,
                "createLoad",
                "LD-2026-1001",
                "6f1f",
                "https://t/x",
                "PO-7",
                "key",
                "req-1",
                "client/acme",
                Charge.Kind.CHARGED,
                false,
                usd("0.65"),
                usd("0.65"),
                usd("0.00"),
                null,
                null));
    assertThat(charged(SpendFilter.all().loadNumber("LD-2026-1001"))).isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().loadNumber("LD-2026-1002"))).isZero();
    assertThat(charged(SpendFilter.all().customerRef("PO-7"))).isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().customerRef("PO-8"))).isZero();
    assertThat(charged(SpendFilter.all().operation(Operation.CREATE_LOAD)))
        .isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().operation(Operation.GET_LOAD_POSITION))).isZero();
    assertThat(charged(SpendFilter.all().between(begin, begin.plusSeconds(1))))
        .isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().between(begin.minusSeconds(1), begin))).isZero();
    assertThat(charged(SpendFilter.all().onlyUnknown())).isZero();
  }

  private BigDecimal charged(SpendFilter filter) {
    return ledger.ledger.totals(filter).chargedUsd();
  }

  @Test
  void totalsOfAFilterAreTheSumsOfItsEntries() {
    SpendScope acme = SpendScope.of("acme");
    ledger.pay(acme, PRICE, "a", Charge.Kind.CHARGED);
    ledger.pay(acme, "0.02", null, Charge.Kind.UNKNOWN);
    ledger.pay(acme.child("run"), "0.02", null, Charge.Kind.CHARGED);
    ledger.pay(null, "0.03", null, Charge.Kind.NONE);
    ledger.hold(acme, PRICE, "running");
    for (SpendFilter filter :
        List.of(
            SpendFilter.all(),
            SpendFilter.all().scope(acme),
            SpendFilter.all().scope(acme).operation(Operation.GET_LOAD_POSITION),
            SpendFilter.all().onlyUnknown(),
            SpendFilter.all().between(time.instant(), time.instant().plusSeconds(1)))) {
      BigDecimal chargedUsd = BigDecimal.ZERO;
      BigDecimal unknownUsd = BigDecimal.ZERO;
      for (SpendEntry entry : ledger.ledger.entries(filter).toList()) {
        if (entry.inProgress()) continue;
        if (entry.unknown()) unknownUsd = unknownUsd.add(entry.amountUsd());
        else chargedUsd = chargedUsd.add(entry.amountUsd());
      }
      assertThat(ledger.ledger.totals(filter).chargedUsd())
          .as("%s", filter)
          .isEqualByComparingTo(chargedUsd);
      assertThat(ledger.ledger.totals(filter).unknownUsd())
          .as("%s", filter)
          .isEqualByComparingTo(unknownUsd);
    }
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void totalsOfAFilterCountAnExpiredReservationAsUnknown() {
    ledger.hold(null, PRICE, "died");
    time.advance(TestLedger.RESERVATION_TIME);
    SpendTotals totals = ledger.ledger.totals(SpendFilter.all().operation(Operation.CREATE_LOAD));
    assertThat(totals.unknownUsd()).isEqualByComparingTo(PRICE);
    assertThat(totals.reservedUsd()).isZero();
  }

  @Test
  void filterMatchesOnlyTheSameText() {
    ledger.complete(ledger.hold(null, PRICE, "key"), Charge.Kind.CHARGED, "LD-7");
    SpendFilter exact =
        SpendFilter.all().accountId(TestLedger.ACCOUNT).loadNumber("LD-7").customerRef("PO-7");
    assertThat(charged(exact)).isEqualByComparingTo(PRICE);
    for (SpendFilter other :
        List.of(
            exact.accountId(TestLedger.accountId("ACCOUNT")),
            exact.loadNumber("LD-7 "),
            exact.loadNumber("ld-7"),
            exact.customerRef("PO-8"),
            exact.customerRef("po-7"),
            SpendFilter.all().customerRef("po-7"),
            SpendFilter.all().customerRef("PO-7 "))) {
      assertThat(charged(other)).as("%s", other).isZero();
      assertThat(ledger.ledger.entries(other)).as("%s", other).isEmpty();
    }
  }

  /** The number of the newest entry has one more digit. */
  @Test
  void concurrentCallsJoinTheNewestOfElevenEntriesOfAKey() {
    for (int day = 1; day <= 10; day++) {
      ledger.pay(null, PRICE, "key", Charge.Kind.CHARGED);
      time.advance(Duration.ofDays(1));
    }
    ledger.hold(null, PRICE, "key");
    ledger.hold(null, PRICE, "key");
    assertThat(ledger.entries()).hasSize(11);
    assertThat(ledger.totals().reservedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void keysAreCaseSensitive() {
    for (String key : List.of("key", "KEY", "key ")) {
      assertThat(ledger.pay(null, PRICE, key, Charge.Kind.CHARGED))
          .as("%s", key)
          .isEqualTo(Charge.charged(PRICE));
    }
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("1.95");
  }

  /** In Chicago, the first call is in October and the second one in November. */
  @Test
  void statementHasALineForEachDayAndChildScope() {
    SpendScope acme = SpendScope.of("acme");
    moveTo("2026-11-01T04:59:00Z");
    ledger.pay(acme.child("orders"), PRICE, "a", Charge.Kind.CHARGED);
    ledger.pay(acme.child("page"), "0.02", null, Charge.Kind.UNKNOWN);
    ledger.pay(acme.child("page"), "0.02", null, Charge.Kind.NONE);
    moveTo("2026-11-01T05:01:00Z");
    ledger.pay(acme, PRICE, "b", Charge.Kind.CHARGED);
    ledger.pay(acme, "0.10", "c", Charge.Kind.CHARGED);
    ledger.pay(SpendScope.of("zeta"), PRICE, "d", Charge.Kind.CHARGED);
    ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    SpendEntry third =
        ledger.entries().stream()
            .filter(one -> "c".equals(one.idempotencyKey()))
            .findFirst()
            .orElseThrow();
    assertThat(ledger.ledger.recordRefund(third.id(), "ann", "a broken trip").amountUsd()).isZero();
    assertThat(statement(SpendScope.client(), "2026-10-01", "2026-12-01", "America/Chicago"))
        .containsExactly(
            "2026-10-31 client/acme 2 0.65 0.02",
            "2026-11-01 client 1 0.02 0.00",
            "2026-11-01 client/acme 1 0.65 0.00",
            "2026-11-01 client/zeta 1 0.65 0.00");
    assertThat(statement(acme, "2026-11-01", "2026-11-02", "UTC"))
        .containsExactly(
            "2026-11-01 client/acme 1 0.65 0.00",
            "2026-11-01 client/acme/orders 1 0.65 0.00",
            "2026-11-01 client/acme/page 1 0.00 0.02");
    assertThat(statement(acme, "2026-11-02", "2026-12-01", "UTC")).isEmpty();
  }

  /** So the statements of two months have no common day. */
  @Test
  void statementEndsBeforeItsUntilDay() {
    SpendScope acme = SpendScope.of("acme");
    moveTo("2026-11-01T04:59:00Z");
    ledger.pay(acme, PRICE, "a", Charge.Kind.CHARGED);
    moveTo("2026-11-01T05:00:00Z");
    ledger.pay(acme, "0.10", "b", Charge.Kind.CHARGED);
    assertThat(statement(acme, "2026-10-01", "2026-11-01", "America/Chicago"))
        .containsExactly("2026-10-31 client/acme 1 0.65 0.00");
    assertThat(statement(acme, "2026-11-01", "2026-12-01", "America/Chicago"))
        .containsExactly("2026-11-01 client/acme 1 0.10 0.00");
  }

  private List<String> statement(SpendScope parent, String from, String until, String zone) {
    return ledger
        .ledger
        .statement(parent, LocalDate.parse(from), LocalDate.parse(until), ZoneId.of(zone))
        .stream()
        .map(
            line ->
                String.join(
                    " ",
                    line.day().toString(),
                    line.scope(),
                    Integer.toString(line.count()),
                    line.chargedUsd().toPlainString(),
                    line.unknownUsd().toPlainString()))
        .toList();
  }

  // --- the load of a reference ---

  private List<String> loadNumbers() {
    return ledger.entries().stream().map(SpendEntry::loadNumber).toList();
  }

  /** Makes a call of the order PO-7 that finds its load. */
  private static void find(TestLedger process, String key, String load) {
    assertThat(process.complete(process.hold(null, PRICE, key), Charge.Kind.NONE, load))
        .isEqualTo(Charge.NONE);
  }

  @Test
  void responseWithTheLoadOfAReferenceNumbersItsEarlierEntries() {
    ledger.hold(null, PRICE, "crashed");
    ledger.lose(PRICE, "lost");
    ledger.lose(PRICE, "settled");
    time.advance(TestLedger.RESERVATION_TIME);
    SpendEntry settled =
        ledger.ledger.settle(ledger.entries().get(2).id(), true, "ann", "on the statement");
    ledger.pay(null, PRICE, "refused", Charge.Kind.NONE);
    ledger.of("second").lose(PRICE, "another account");
    ledger.reserve(ledger.order(null, PRICE, "another order", "PO-8"));

    find(other(), "repeat", "LD-1");
    assertThat(loadNumbers()).containsExactly("LD-1", "LD-1", "LD-1", "LD-1", null, null, "LD-1");
    assertThat(ledger.entries().get(2))
        .as("as before, but with the number")
        .returns(Charge.Kind.CHARGED, SpendEntry::outcome)
        .returns(settled.settledWhy(), SpendEntry::settledWhy)
        .returns(null, SpendEntry::loadId);
    assertThat(charged(SpendFilter.all().loadNumber("LD-1"))).isEqualByComparingTo(PRICE);
  }

  @Test
  void laterEntryOfAReferenceHasTheNumberOfItsLoad() {
    find(ledger, "found", "LD-1");
    ledger.hold(null, PRICE, "crashed");
    ledger.of("second").hold(null, PRICE, "another account");
    ledger.lose(PRICE, "lost");
    assertThat(loadNumbers()).containsExactly("LD-1", "LD-1", null, "LD-1");
    assertThat(ledger.ledger.totals(SpendFilter.all().loadNumber("LD-1")).unknownUsd())
        .isEqualByComparingTo(PRICE);
  }

  /** The response of a creation that lost an attempt before. */
  @Test
  void unknownOutcomeWithALoadNumbersASettledEntry() {
    Reservation slept = ledger.hold(null, PRICE, "key");
    time.advance(TestLedger.RESERVATION_TIME);
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "on the statement");
    ledger.complete(slept, Charge.Kind.UNKNOWN, "LD-1");
    assertThat(loadNumbers()).containsExactly("LD-1");
    assertThat(charged(SpendFilter.all().loadNumber("LD-1"))).isEqualByComparingTo(PRICE);
  }

  /** Only the id of a load makes a repeat free. */
  @Test
  void numberOfALoadMakesNoKeyFree() {
    SpendScope scope = client(SpendLimit.total(PRICE));
    ledger.lose(PRICE, "lost");
    find(ledger, "found", "LD-1");
    time.advance(Duration.ofHours(25));
    ledger.refused(scope, PRICE, "lost");
    assertThat(ledger.complete(ledger.hold(null, PRICE, "lost"), Charge.Kind.CHARGED, "LD-1"))
        .isEqualTo(Charge.charged(PRICE));
  }

  /** The order of the conditions does not matter. */
  @Test
  void narrowedFilterKeepsItsConditions() {
    SpendScope acme = SpendScope.of("acme");
    SpendFilter narrow =
        SpendFilter.all()
            .newestFirst()
            .onlyUnknown()
            .between(time.instant(), time.instant().plusSeconds(1))
            .scope(acme)
            .customerRef("PO-7")
            .loadNumber("LD-7")
            .operation(Operation.CREATE_LOAD)
            .accountId(TestLedger.ACCOUNT);
    assertThat(narrow)
        .hasToString(
            "SpendFilter[accountId="
                + TestLedger.ACCOUNT
                + ", operation="
                + Operation.CREATE_LOAD
                + ", loadNumber=LD-7, customerRef=PO-7, scope=client/acme, from="
                + time.instant()
                + ", to="
                + time.instant().plusSeconds(1)
                + ", unknownOnly=true, uncertainAmountOnly=false, newestFirst=true]");
    ledger.pay(acme, PRICE, "a", Charge.Kind.CHARGED);
    ledger.pay(acme, "0.02", null, Charge.Kind.UNKNOWN);
    SpendFilter today =
        SpendFilter.all().onlyUnknown().between(time.instant(), time.instant().plusSeconds(1));
    assertThat(ledger.ledger.entries(today))
        .singleElement()
        .matches(entry -> entry.amountUsd().compareTo(usd("0.02")) == 0);
  }

  @Test
  void freeCallIsListedInItsScope() {
    SpendScope acme = SpendScope.of("acme");
    ledger.pay(acme, PRICE, "key", Charge.Kind.NONE);
    assertThat(ledger.ledger.entries(SpendFilter.all().scope(acme))).hasSize(1);
  }

  @Test
  void entriesAreReadPageByPage() {
    int size = many();
    for (int i = 0; i < size; i++) ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    List<SpendEntry> all = ledger.entries();
    assertThat(all).hasSize(size).isSortedAccordingTo(Comparator.comparing(SpendEntry::id));
    List<SpendEntry> newestFirst = new ArrayList<>(all);
    Collections.reverse(newestFirst);
    for (int firstPage : new int[] {1, 2, size - 1, size, size + 1}) {
      assertThat(ledger.ledger.entries(SpendFilter.all(), firstPage)).isEqualTo(all);
      assertThat(ledger.ledger.entries(SpendFilter.all().newestFirst(), firstPage))
          .isEqualTo(newestFirst);
    }
  }

  @Test
  void entriesMayBeChangedWhileTheyAreRead() {
    for (int i = 0; i < 3; i++) ledger.lose("0.02", null);
    ledger
        .ledger
        .entries(SpendFilter.all().onlyUnknown(), 1)
        .forEach(entry -> ledger.ledger.settle(entry.id(), false, "ann", "not in the console"));
    assertThat(ledger.entries()).hasSize(3).allMatch(entry -> entry.outcome() == Charge.Kind.NONE);
  }

  @Test
  void newestEntriesOfAFilterComeFirst() {
    SpendScope acme = SpendScope.of("acme");
    for (int i = 0; i < 3; i++) ledger.pay(acme, PRICE, "key-" + i, Charge.Kind.CHARGED);
    ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    List<SpendEntry> all = ledger.entries();

    assertThat(ledger.ledger.entries(SpendFilter.all().newestFirst()).limit(2))
        .containsExactly(all.get(3), all.get(2));
    assertThat(ledger.ledger.entries(SpendFilter.all().newestFirst().scope(acme)).limit(2))
        .containsExactly(all.get(2), all.get(1));
    assertThat(ledger.ledger.entries(SpendFilter.all().newestFirst().customerRef("PO-7")))
        .containsExactly(all.get(2), all.get(1), all.get(0));

    ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    assertThat(ledger.ledger.entries(SpendFilter.all().newestFirst().loadNumber("LD-7")))
        .containsExactly(ledger.entries().get(4), all.get(3));
  }

  @Test
  void filterAndPurgeAcceptAnyInstant() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    SpendFilter ever = SpendFilter.all().between(Instant.MIN, Instant.MAX);
    assertThat(ledger.ledger.totals(ever).chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.ledger.entries(ever)).hasSize(1);
    SpendFilter sinceEpoch = SpendFilter.all().between(Instant.EPOCH, Instant.MAX);
    assertThat(ledger.ledger.entries(sinceEpoch)).hasSize(1);
    assertThat(ledger.ledger.purge(Instant.MIN)).isZero();
    assertThat(ledger.ledger.purge(Instant.MAX)).as("the last 33 days stay").isZero();
    time.advance(Duration.ofDays(33).plusSeconds(1));
    ledger.pay(null, PRICE, null, Charge.Kind.NONE);
    assertThat(ledger.ledger.purge(Instant.MAX)).isEqualTo(1);
    assertThat(ledger.entries()).hasSize(1);
  }

  @Test
  void purgedEntriesStillCountInTotalsAndLimits() {
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("1.00"));
    for (int i = 0; i < 3; i++) ledger.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    ledger.lose("0.02", null);
    time.advance(Duration.ofDays(34));
    ledger.lose("0.02", null);
    assertThat(ledger.ledger.purge(time.instant())).as("rows that went").isEqualTo(3);
    assertThat(ledger.entries()).hasSize(2).allMatch(SpendEntry::unknown);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.90");
    ledger.refused(acme, "0.11", null);
    SpendScope changed = SpendScope.of("acme", SpendLimit.total("0.95"));
    ledger.refused(changed, "0.06", null);
    ledger.hold(changed, "0.05", null);
  }

  @Test
  void sumsOfSuccessivePurgesAddUp() {
    SpendScope acme = SpendScope.of("acme", SpendLimit.total("1.00"));
    for (int twice = 0; twice < 2; twice++) {
      ledger.pay(acme, "0.30", null, Charge.Kind.CHARGED);
      time.advance(Duration.ofDays(34));
      assertThat(ledger.ledger.purge(time.instant())).isOne();
    }
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.60");
    ledger.refused(acme, "0.41", null);
    ledger.hold(acme, "0.40", null);
  }

  @Test
  void usageOfManyLimitsEqualsTheUsageOfEach() {
    List<SpendScope> customers = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      customers.add(
          SpendScope.of("customer-" + i, SpendLimit.perHour("2.00"), SpendLimit.total("3.00")));
    }
    for (SpendScope each : customers) ledger.pay(each, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(5);
    for (SpendScope each : customers.subList(1, 5))
      ledger.pay(each, "0.02", null, Charge.Kind.UNKNOWN);
    List<LimitUsage> alone = new ArrayList<>();
    for (SpendScope each : customers) alone.addAll(ledger.limitUse(each));
    assertThat(ledger.guard.limitUsage()).containsExactlyInAnyOrderElementsOf(alone);
    assertThat(alone.stream().map(use -> use.usedUsd().toPlainString()))
        .containsExactly(
            "0.00", "0.65", "0.02", "0.67", "0.02", "0.67", "0.02", "0.67", "0.02", "0.67");
  }

  @Test
  void raisedLimitStillCountsPurgedEntries() {
    SpendLimit cap = SpendLimit.total("1.00");
    ledger.pay(null, "5.00", null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(1);
    ledger.refused(client(cap), PRICE, null);
    SpendScope raised = client(SpendLimit.total("5.50"));
    assertThat(ledger.refused(raised, PRICE, null).remainingUsd()).isEqualByComparingTo("0.50");
  }

  @Test
  void lostCallIsNotPurged() {
    SpendScope acme = SpendScope.of("acme");
    ledger.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    ledger.pay(acme, PRICE, null, Charge.Kind.UNKNOWN);
    SpendScope limited = SpendScope.of("acme", SpendLimit.perHour("2.00"));
    assertThat(ledger.refused(limited, "1.36", null).remainingUsd()).isEqualByComparingTo("1.35");
  }

  @Test
  void purgeKeepsTheSumsOfInnerScopes() {
    SpendScope acme = SpendScope.of("acme");
    SpendScope one = acme.child("run:1", SpendLimit.total("1.00"));
    SpendScope other = acme.child("run:2", SpendLimit.total("1.00"));
    ledger.pay(one, PRICE, null, Charge.Kind.CHARGED);
    ledger.pay(other, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(2);
    for (SpendScope run : List.of(one, other)) {
      assertThat(ledger.refused(run, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    }
  }

  @Test
  void emptyPeriodHasItsWholeCapLeft() {
    SpendScope scope = client(SpendLimit.perHour("2.00"));
    assertThat(ledger.limitUse(scope))
        .singleElement()
        .matches(use -> use.remainingUsd().compareTo(usd("2.00")) == 0);
  }

  @Test
  void purgeUsesNoBudgetOfALaterPeriod() {
    SpendScope scope = client(SpendLimit.perHour(PRICE));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void purgeLowersNoTotalAndKeepsAMonthAndUnknownEntries() {
    SpendScope scope = client(SpendLimit.total("3.00"));
    ledger.pay(scope, PRICE, "key", Charge.Kind.CHARGED);
    ledger.pay(scope, PRICE, null, Charge.Kind.UNKNOWN);
    ledger.hold(scope, PRICE, "died");
    ledger.hold(scope, PRICE, null);
    time.advance(Duration.ofDays(33));
    assertThat(ledger.ledger.purge(Instant.MAX)).isZero();
    time.advance(Duration.ofNanos(1000));
    assertThat(ledger.ledger.purge(Instant.MAX)).isOne();
    time.advance(TestLedger.RESERVATION_TIME);
    assertThat(ledger.ledger.purge(Instant.MAX)).as("counts for 33 days, and is unknown").isZero();
    assertThat(ledger.entries()).hasSize(3).allMatch(SpendEntry::unknown);
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo("1.95");
    assertThat(ledger.refused(scope, "0.41", null).remainingUsd()).isEqualByComparingTo("0.40");
  }

  /** Its charge is unknown: its process crashed, and nothing has read the ledger since. */
  @Test
  void purgeKeepsTheEntryOfACrashedCall() {
    Reservation died = ledger.hold(null, PRICE, "key");
    time.advance(Duration.ofDays(40));
    assertThat(ledger.ledger.purge(Instant.MAX)).isZero();
    assertThat(ledger.totals().unknownUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.complete(died, Charge.Kind.CHARGED)).isEqualTo(Charge.charged(PRICE));
    assertThat(ledger.totals().unknownUsd()).isZero();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void keptEntriesStayInTheirPeriodAfterAPurge() {
    SpendScope scope = client(SpendLimit.perHour("1.30"));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(33).plusMinutes(1));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    assertThat(ledger.ledger.purge(Instant.MAX)).isOne();
    assertThat(ledger.refused(scope, "0.66", null).remainingUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void purgeDeletesInParts() {
    int size = many();
    for (int i = 0; i < size; i++) ledger.pay(null, "0.02", "key" + i, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(34));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(size);
    assertThat(ledger.entries()).isEmpty();
    BigDecimal all = usd("0.02").multiply(new BigDecimal(size));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(all);
  }

  @Test
  void scopeStaysWhileACallInItIsUnknown() {
    SpendScope acme = SpendScope.of("acme");
    ledger.pay(acme, "0.02", null, Charge.Kind.CHARGED);
    ledger.pay(acme, "0.02", null, Charge.Kind.UNKNOWN);
    time.advance(Duration.ofDays(40));
    ledger.pay(null, "0.02", null, Charge.Kind.NONE);
    assertThat(ledger.ledger.purge(time.instant())).isOne();
    ledger.pay(acme, "0.02", null, Charge.Kind.CHARGED);
    ledger.ledger.settle(ledger.entries().get(0).id(), true, "ann", "sure");
    assertThat(ledger.totals(acme).unknownUsd()).isZero();
    assertThat(ledger.totals(acme).chargedUsd()).isEqualByComparingTo("0.06");
  }

  @Test
  void everyProcessSeesReservations() {
    TestLedger other = other();
    Reservation running = ledger.hold(null, PRICE, "one");
    assertThat(other.totals().reservedUsd()).isEqualByComparingTo(PRICE);
    ledger.complete(running, Charge.Kind.NONE);
    assertThat(other.totals().reservedUsd()).isZero();
  }
}

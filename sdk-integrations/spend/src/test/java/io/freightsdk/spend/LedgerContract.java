package io.freightsdk.spend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Outcome;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.spend.Micros;
import io.freightsdk.internal.spend.Sum;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * How every ledger counts and remembers. A storage is tested by a class that extends this one and
 * says how it is opened.
 */
public abstract class LedgerContract extends ReconcileContract {
  @Test
  void entriesAreReadBackAsTheyWereBooked() {
    SpendScope scope = SpendScope.of("acme", SpendLimits.none());
    Instant begin = time.instant();
    Reservation hold = ledger.hold(scope, PRICE, "key");
    time.advance(Duration.ofSeconds(3));
    Outcome outcome = new Outcome(Charge.Kind.CHARGED, "LD-2026-1001", "req-1");
    ledger.guard.complete(hold.purchase(), outcome);
    SpendEntry entry = ledger.entries().get(0);
    assertThat(entry)
        .isEqualTo(
            new SpendEntry(
                entry.id(),
                SpendEntry.Kind.PURCHASE,
                begin,
                "createLoad",
                "LD-2026-1001",
                "PO-7",
                "key",
                "req-1",
                "",
                "client/acme",
                Charge.Kind.CHARGED,
                false,
                usd("0.65"),
                usd("0.65"),
                usd("0.00"),
                null,
                null,
                null,
                null));
    assertThat(ledger.heard).containsExactly(entry);
    assertThat(charged(SpendFilter.all().load("LD-2026-1001"))).isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().load("LD-2026-1002"))).isZero();
    assertThat(charged(SpendFilter.all().customerRef("PO-7"))).isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().customerRef("PO-8"))).isZero();
    assertThat(charged(SpendFilter.all().operation(Operation.CREATE_LOAD)))
        .isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().operation(Operation.GET_LOAD_POSITION))).isZero();
    assertThat(charged(SpendFilter.all().between(begin, begin.plusSeconds(1))))
        .isEqualByComparingTo(PRICE);
    assertThat(charged(SpendFilter.all().between(begin.minusSeconds(1), begin))).isZero();
    assertThat(charged(SpendFilter.all().open())).isZero();
  }

  private BigDecimal charged(SpendFilter filter) {
    return ledger.ledger.totals(filter).chargedUsd();
  }

  @Test
  void totalsOfAFilterAreThoseOfItsEntries() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    ledger.pay(acme, PRICE, "a", Charge.Kind.CHARGED);
    ledger.pay(acme, "0.02", null, Charge.Kind.UNKNOWN);
    ledger.pay(acme.child("run", SpendLimits.none()), "0.02", null, Charge.Kind.CHARGED);
    ledger.pay(null, "0.03", null, Charge.Kind.NONE);
    ledger.hold(acme, PRICE, "running");
    ledger.ledger.adjust("7", "ann", "card");
    for (SpendFilter filter :
        List.of(
            SpendFilter.all(),
            SpendFilter.all().scope(acme),
            SpendFilter.all().scope(acme).operation(Operation.GET_LOAD_POSITION),
            SpendFilter.all().open(),
            SpendFilter.all().between(time.instant(), time.instant().plusSeconds(1)))) {
      BigDecimal chargedUsd = BigDecimal.ZERO;
      BigDecimal unknownUsd = BigDecimal.ZERO;
      for (SpendEntry entry : ledger.ledger.entries(filter)) {
        boolean isOther = entry.kind() != SpendEntry.Kind.PURCHASE || entry.running();
        if (isOther) continue;
        if (entry.isOpen()) unknownUsd = unknownUsd.add(entry.amountUsd());
        else chargedUsd = chargedUsd.add(entry.amountUsd());
      }
      assertThat(ledger.ledger.totals(filter).chargedUsd())
          .as("%s", filter)
          .isEqualByComparingTo(chargedUsd);
      assertThat(ledger.ledger.totals(filter).unknownUsd())
          .as("%s", filter)
          .isEqualByComparingTo(unknownUsd);
    }
    assertThat(ledger.ledger.reservedUsd()).isEqualByComparingTo(PRICE);
  }

  @Test
  void aCallThatCostNothingIsListedInItsScope() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    ledger.pay(acme, PRICE, "key", Charge.Kind.NONE);
    assertThat(ledger.ledger.entries(SpendFilter.all().scope(acme))).hasSize(1);
  }

  @Test
  void aLedgerIsReadPageByPage() {
    int size = many();
    for (int i = 0; i < size; i++) ledger.pay(null, "0.02", null, Charge.Kind.CHARGED);
    List<SpendEntry> all = ledger.ledger.entries(SpendFilter.all());
    assertThat(all).hasSize(size);
    assertThat(ledger.ledger.page(SpendFilter.all(), all.get(size - 3).id(), 10))
        .containsExactly(all.get(size - 2), all.get(size - 1));
    assertThat(ledger.ledger.stream(SpendFilter.all())).hasSize(size);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ledger.ledger.page(SpendFilter.all(), 0, 0));
  }

  @Test
  void aTimeMayBeAsFarAwayAsAnyInstant() {
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    SpendFilter ever = SpendFilter.all().between(Instant.MIN, Instant.MAX);
    assertThat(ledger.ledger.totals(ever).chargedUsd()).isEqualByComparingTo(PRICE);
    assertThat(ledger.ledger.entries(ever)).hasSize(1);
    assertThat(ledger.ledger.purge(Instant.MIN)).isZero();
    assertThat(ledger.ledger.purge(Instant.MAX)).as("the last two days stay").isZero();
    time.advance(Duration.ofDays(2).plusSeconds(1));
    ledger.pay(null, PRICE, null, Charge.Kind.NONE);
    assertThat(ledger.ledger.purge(Instant.MAX)).isEqualTo(1);
    assertThat(ledger.entries()).hasSize(1);
  }

  @Test
  void purgedEntriesStillCountInTotalsAndLimits() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.total("1.00"));
    for (int i = 0; i < 3; i++) ledger.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    ledger.lose("0.02", null);
    ledger.ledger.adjust("1", "ann", "card");
    ledger.reconcile();
    time.advance(Duration.ofDays(3));
    ledger.lose("0.02", null);
    assertThat(ledger.ledger.purge(time.instant())).as("rows that went").isEqualTo(4);
    assertThat(ledger.entries()).hasSize(2).allMatch(SpendEntry::isOpen);
    assertThat(ledger.ledger.lastReconciliation()).isNotNull();
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo("0.90");
    ledger.refused(acme, "0.11", null);
    SpendScope changed = SpendScope.of("acme", SpendLimits.total("0.95"));
    ledger.refused(changed, "0.06", null);
    ledger.hold(changed, "0.05", null);
  }

  @Test
  void aCapThatIsRaisedStillCountsAllThatWasPurged() {
    SpendLimits cap = SpendLimits.total("1.00");
    ledger.pay(null, "5.00", null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(1);
    ledger.refused(client(cap), PRICE, null);
    SpendScope raised = client(SpendLimits.total("5.50"));
    assertThat(ledger.refused(raised, PRICE, null).remainingUsd()).isEqualByComparingTo("0.50");
  }

  @Test
  void aLostCallIsNotTakenForPurged() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    ledger.pay(acme, "0.30", null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    ledger.ledger.purge(time.instant());
    ledger.pay(acme, PRICE, null, Charge.Kind.UNKNOWN);
    SpendScope limited = SpendScope.of("acme", SpendLimits.perHour("2.00"));
    assertThat(ledger.refused(limited, "1.36", null).remainingUsd()).isEqualByComparingTo("1.35");
  }

  @Test
  void aPurgeOfAScopeAroundLeavesWhatThoseInsideItCount() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    SpendScope one = acme.child("run:1", SpendLimits.total("1.00"));
    SpendScope other = acme.child("run:2", SpendLimits.total("1.00"));
    ledger.pay(one, PRICE, null, Charge.Kind.CHARGED);
    ledger.pay(other, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    ledger.ledger.purge(time.instant());
    for (SpendScope run : List.of(one, other)) {
      assertThat(ledger.refused(run, "0.36", null).remainingUsd()).isEqualByComparingTo("0.35");
    }
  }

  @Test
  void aWindowThatHoldsNothingHasItsWholeCapLeft() {
    SpendScope scope = client(SpendLimits.perHour("2.00"));
    assertThat(ledger.guard.remaining(scope))
        .singleElement()
        .matches(use -> use.remainingUsd().compareTo(usd("2.00")) == 0);
  }

  @Test
  void purgingTakesNoRoomFromAWindowThatHasPassed() {
    SpendScope scope = client(SpendLimits.perHour(PRICE));
    ledger.pay(scope, PRICE, null, Charge.Kind.CHARGED);
    time.advance(Duration.ofHours(2));
    ledger.ledger.purge(time.instant());
    ledger.hold(scope, PRICE, null);
  }

  @Test
  void aPurgeDeletesInParts() {
    int size = many();
    for (int i = 0; i < size; i++) ledger.pay(null, "0.02", "key" + i, Charge.Kind.CHARGED);
    time.advance(Duration.ofDays(3));
    assertThat(ledger.ledger.purge(time.instant())).isEqualTo(size);
    assertThat(ledger.entries()).isEmpty();
    BigDecimal all = usd("0.02").multiply(new BigDecimal(size));
    assertThat(ledger.totals().chargedUsd()).isEqualByComparingTo(all);
  }

  /** More than a page, where that takes no time. */
  private int many() {
    return rows().mayBlock() ? 60 : 1100;
  }

  @Test
  void aScopeIsKeptAsLongAsItIsUnknownWhatACallInItCost() {
    SpendScope acme = SpendScope.of("acme", SpendLimits.none());
    ledger.pay(acme, "0.02", null, Charge.Kind.CHARGED);
    ledger.pay(acme, "0.02", null, Charge.Kind.UNKNOWN);
    time.advance(Duration.ofDays(40));
    ledger.pay(null, "0.02", null, Charge.Kind.NONE);
    ledger.ledger.purge(time.instant());
    ledger.pay(acme, "0.02", null, Charge.Kind.CHARGED);
    ledger.ledger.settle(List.of(ledger.entries().get(0).id()), true, "ann", "sure");
    assertThat(ledger.totals(acme).unknownUsd()).isZero();
    assertThat(ledger.totals(acme).chargedUsd()).isEqualByComparingTo("0.06");
  }

  @Test
  void everyProcessKnowsWhatIsReservedAndWhatTheLastComparisonFound() {
    TestLedger other = other();
    assertThat(other.ledger.lastReconciliation()).isNull();
    Reservation running = ledger.hold(null, PRICE, "one");
    assertThat(other.ledger.reservedUsd()).isEqualByComparingTo(PRICE);
    Reconciliation opened = ledger.reconcile();
    assertThat(other.ledger.lastReconciliation()).isEqualTo(opened);
    ledger.complete(running, Charge.Kind.NONE);
    assertThat(other.ledger.reservedUsd()).isZero();
  }

  /** Limits read some hundred rows, however many calls there were. */
  @Test
  void aWindowReadsSomeHundredRows() {
    SpendScope scope = client(SpendLimits.perDay("1000").andTotal("1000"));
    int calls = rows().mayBlock() ? 100 : 500;
    for (int i = 0; i < calls; i++) {
      ledger.pay(scope, "0.02", null, Charge.Kind.CHARGED);
      time.advance(Duration.ofSeconds(61));
    }
    String path = SpendScope.CLIENT;
    List<Sum.Range> slots =
        List.of(
            new Sum.Range(path, Sum.Kind.SECOND, 0, Long.MAX_VALUE),
            new Sum.Range(path, Sum.Kind.MINUTE, 0, Long.MAX_VALUE),
            new Sum.Range(path, Sum.Kind.HOUR, 0, Long.MAX_VALUE),
            new Sum.Range(path, Sum.Kind.DAY, 0, Long.MAX_VALUE));
    int read = rows().look(rows -> rows.sums(slots).size());
    assertThat(read).isLessThan(800);
    assertThat(ledger.guard.remaining(scope).get(0).usedUsd())
        .isEqualByComparingTo(usd("0.02").multiply(new BigDecimal(calls)));
  }

  @Test
  void whatNobodyAsksForAnyMoreIsLookedForOnceAnHour() {
    Instant first = time.instant();
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    assertThat(sweptAt()).isEqualTo(first);
    time.advance(Duration.ofHours(1).minusNanos(1000));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    assertThat(sweptAt()).isEqualTo(first);
    time.advance(Duration.ofNanos(1000));
    ledger.pay(null, PRICE, null, Charge.Kind.CHARGED);
    assertThat(sweptAt()).isEqualTo(time.instant());
  }

  private Instant sweptAt() {
    return Micros.instant(rows().look(rows -> rows.head().sweptAt()));
  }

  @Test
  void memoryIsSharedAndEnds() {
    LedgerMemory memory = ledger.ledger.memory();
    LedgerMemory other = other().ledger.memory();
    Instant until = time.instant().plusSeconds(60);
    memory.put("order 7", "approved", until);
    assertThat(other.get("order 7")).isEqualTo("approved");
    assertThat(other.get("Order 7")).as("case counts").isNull();
    assertThat(other.putIfAbsent("order 7", "refused", until)).isFalse();
    assertThat(other.replace("order 7", "refused", "sent", until)).isFalse();
    assertThat(other.replace("order 7", "approved", "sent", until)).isTrue();
    memory.put("order 8", "", until);
    memory.put("other", "x", until);
    assertThat(other.startingWith("order ")).isEqualTo(Map.of("order 7", "sent", "order 8", ""));
    assertThat(other.replace("order 8", "", null, until)).isTrue();
    assertThat(other.replace("order 9", null, "new", until)).isTrue();
    memory.remove("order 9");
    assertThat(memory.startingWith("order ")).containsOnlyKeys("order 7");

    time.set(until);
    assertThat(other.get("order 7")).isNull();
    assertThat(other.startingWith("")).isEmpty();
    assertThat(other.putIfAbsent("order 7", "again", until.plusSeconds(60))).isTrue();
    time.advance(Duration.ofHours(2));
    ledger.pay(null, PRICE, null, Charge.Kind.NONE);
    int left = rows().look(rows -> rows.memories("").size());
    assertThat(left).as("swept").isZero();
  }

  @Test
  void severalTextsAreOneChange() {
    LedgerMemory memory = ledger.ledger.memory();
    LedgerMemory other = other().ledger.memory();
    Instant until = time.instant().plusSeconds(60);
    memory.put("order 7", "", until);
    String told =
        memory.change(
            texts -> {
              texts.put("order 8", "claimed", texts.now().plusSeconds(60));
              texts.remove("order 7");
              assertThat(texts.startingWith("order ")).containsOnlyKeys("order 8");
              return texts.get("order 8");
            });
    assertThat(told).isEqualTo("claimed");
    assertThat(other.startingWith("order ")).isEqualTo(Map.of("order 8", "claimed"));

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                other.change(
                    texts -> {
                      texts.put("order 9", "", until);
                      texts.remove("order 8");
                      throw new IllegalStateException("no");
                    }));
    assertThat(memory.startingWith("order ")).containsOnlyKeys("order 8");
    assertThat(memory.<String>change(texts -> texts.get("order 9"))).isNull();
    time.set(until);
    assertThat(memory.<String>change(texts -> texts.get("order 8"))).isNull();
  }

  @Test
  void memoryKeepsLongTextsAndUnusualNames() {
    LedgerMemory memory = ledger.ledger.memory();
    String text = "é€😀\n'\"%_\\".repeat(1000);
    String name = "a%b_c\\'\" ü".repeat(20);
    memory.put(name, text, time.instant().plusSeconds(60));
    assertThat(memory.get(name)).isEqualTo(text);
    assertThat(memory.startingWith("a%")).hasSize(1);
    assertThat(memory.startingWith("aX")).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> memory.put("n", "x".repeat(16_001), time.instant()));
    assertThatIllegalArgumentException().isThrownBy(() -> memory.get(""));
    assertThatIllegalArgumentException().isThrownBy(() -> memory.get("n".repeat(256)));
  }

  @Test
  void aPrefixStandsForItselfOnly() {
    LedgerMemory memory = ledger.ledger.memory();
    Instant until = time.instant().plusSeconds(60);
    for (String name : List.of("a_1", "ab1", "a%1")) memory.put(name, "x", until);
    assertThat(memory.startingWith("a_")).containsOnlyKeys("a_1");
    assertThat(memory.startingWith("a%")).containsOnlyKeys("a%1");
  }

  @Test
  void oneProcessLeads() {
    LedgerMemory one = ledger.ledger.memory();
    LedgerMemory two = other().ledger.memory();
    Duration lease = Duration.ofSeconds(30);
    assertThat(one.lead("reconcile", "one", lease)).isTrue();
    assertThat(two.lead("reconcile", "two", lease)).isFalse();
    assertThat(two.lead("purge", "two", lease)).isTrue();
    time.advance(Duration.ofSeconds(20));
    assertThat(one.lead("reconcile", "one", lease)).isTrue();
    time.advance(Duration.ofSeconds(20));
    assertThat(two.lead("reconcile", "two", lease)).isFalse();
    time.advance(Duration.ofSeconds(10));
    assertThat(two.lead("reconcile", "two", lease)).isTrue();
    assertThat(one.lead("reconcile", "one", lease)).isFalse();
    assertThat(one.startingWith("")).as("roles are no names").isEmpty();
  }
}

package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.simulation.RunObservations.Call;
import io.freightsdk.simulation.RunObservations.Cap;
import io.freightsdk.simulation.RunObservations.Debit;
import io.freightsdk.simulation.RunObservations.PriceFrom;
import io.freightsdk.simulation.RunObservations.Terms;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * What must be true of money in every run, in one thread or over sockets and processes. They know
 * the {@link RunObservations} and nothing else; of a client's books they ask only what any user could.
 */
public final class MoneyInvariants {
  private final RunObservations run;
  private final Terms terms;
  private final Map<Call, List<Debit>> byCall = new HashMap<>();
  private final Map<String, List<Debit>> byKey = new HashMap<>();
  private final Map<String, List<Call>> callsByKey = new HashMap<>();

  public MoneyInvariants(RunObservations run) {
    this.run = run;
    this.terms = run.terms();
    for (Debit debit : run.debits()) {
      byCall.computeIfAbsent(debit.call(), any -> new ArrayList<>(1)).add(debit);
      if (debit.key() != null) {
        byKey.computeIfAbsent(debit.key(), any -> new ArrayList<>(1)).add(debit);
      }
    }
    for (Call call : run.calls()) {
      String key = call.idempotencyKey();
      if (key != null) callsByKey.computeIfAbsent(key, any -> new ArrayList<>(1)).add(call);
    }
  }

  /** All rules that need nothing but the evidence. */
  public void judge() {
    everyCallEnds();
    chargesAreTrue();
    keysAreDebitedOnce();
    limitsHold();
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    run.violated(rule, String.format(Locale.ROOT, fact, arguments));
  }

  private List<Debit> debitsOf(Call call) {
    return byCall.getOrDefault(call, List.of());
  }

  // --- calls ---

  private void everyCallEnds() {
    for (Call call : run.calls()) {
      if (!call.hasEnded() && !call.diedWithItsProcess()) {
        violate(Rule.EVERY_CALL_ENDS, "%s has not ended: %s", call, call.said());
      }
    }
  }

  private void chargesAreTrue() {
    Map<String, Call> told = new HashMap<>();
    for (Call call : run.calls()) {
      if (!call.hasEnded() || !call.isPaid()) continue;
      List<Debit> taken = debitsOf(call);
      if (taken.size() > 1 && (call.isCreation() || !terms.retriesReads())) {
        violate(Rule.A_CALL_PAYS_ONCE, "%s was charged %d times", call, taken.size());
      }
      Charge charge = call.told();
      if (charge == null) continue;
      switch (charge.kind()) {
        case NONE -> nothingWasTaken(call, taken);
        case CHARGED -> {
          thatWasTaken(call, charge.amountUsd(), taken);
          if (call.isCreation()) toldOnce(call, told);
        }
        case UNKNOWN -> {}
      }
    }
  }

  private void nothingWasTaken(Call call, List<Debit> taken) {
    if (taken.isEmpty() || isToldByAnother(call)) return;
    violate(
        Rule.A_CALL_THAT_COST_NOTHING_MOVED_NO_MONEY,
        "%s was told NONE (%s), and the service took %s USD",
        call,
        call.said(),
        taken.get(0).usd());
  }

  /** A key's one charge is told by the call whose answer came first, whichever made the load. */
  private boolean isToldByAnother(Call call) {
    boolean saysSo = call.replayed() || !call.succeeded();
    if (!call.isCreation() || !saysSo) return false;
    for (Call other : callsByKey.getOrDefault(call.idempotencyKey(), List.of())) {
      Charge told = other == call ? null : other.told();
      boolean diedBeforeItTold = other.diedWithItsProcess() && !other.hasEnded();
      boolean tells = diedBeforeItTold || (told != null && told.kind() != Charge.Kind.NONE);
      if (tells) return true;
    }
    return false;
  }

  private void thatWasTaken(Call call, BigDecimal told, List<Debit> taken) {
    List<Debit> paid = call.isCreation() ? ofKey(call) : taken;
    BigDecimal sum = BigDecimal.ZERO;
    for (Debit debit : paid) sum = sum.add(debit.usd());
    if (paid.isEmpty()) {
      violate(Rule.A_CHARGE_IS_WHAT_WAS_TAKEN, "%s was told %s, nothing was taken", call, told);
      return;
    }
    Debit last = paid.get(paid.size() - 1);
    // A ledger in memory does not know what the key cost in an earlier process.
    boolean wasPaidElsewhere = !terms.sharedBooks() && last.call().process() != call.process();
    if (sum.compareTo(told) == 0 || wasPaidElsewhere || mayBeStale(call, told, paid)) return;
    violate(
        Rule.A_CHARGE_IS_WHAT_WAS_TAKEN,
        "%s was told %s USD, and the service took %s USD",
        call,
        told,
        sum);
  }

  /** Debits of the call's key. */
  private List<Debit> ofKey(Call call) {
    return byKey.getOrDefault(call.idempotencyKey(), List.of()).stream()
        .filter(debit -> debit.at() <= call.endedAt())
        .toList();
  }

  /**
   * A call has the price that it was reserved at, and the service tells no price with its answer:
   * what changed meanwhile is told as the price that could be known when the paid request was sent,
   * or, where none was, as the one that was read before the call ended.
   */
  private boolean mayBeStale(Call call, BigDecimal told, List<Debit> paid) {
    Debit last = paid.get(paid.size() - 1);
    long from = last.sentAt() - terms.priceLife().plus(terms.mostOfPaying()).toNanos();
    BigDecimal stood = null;
    for (PriceFrom price : run.prices()) {
      boolean isLater = price.at() > Math.max(last.at(), call.endedAt());
      if (price.operation() != call.operation() || isLater) continue;
      if (price.at() <= from) {
        stood = price.usd();
      } else if (price.usd().compareTo(told) == 0) {
        return true;
      }
    }
    return stood != null && stood.compareTo(told) == 0;
  }

  private void toldOnce(Call call, Map<String, Call> told) {
    String key = call.idempotencyKey();
    Call before = told.put(key, call);
    if (before == null) return;
    long from = Math.min(before.begunAt(), call.begunAt());
    long until = Math.max(before.endedAt(), call.endedAt());
    // A guard that is late leaves a call with what its own answer says.
    if (run.booksWereAway(from, until) || !call.knewItsCharge()) return;
    boolean sameLedger =
        terms.sharedBooks() || (terms.hasBooks() && before.process() == call.process());
    // Of calls that run at once each may tell it.
    boolean followed = call.begunAt() > before.endedAt();
    if (sameLedger && followed) {
      violate(
          Rule.A_CHARGE_IS_TOLD_ONCE,
          "%s and %s were both told the charge of %s",
          before,
          call,
          key);
    }
  }

  // --- keys and limits ---

  private void keysAreDebitedOnce() {
    byKey.forEach(
        (key, taken) -> {
          if (taken.size() > 1) {
            violate(Rule.A_KEY_IS_DEBITED_ONCE, "%s was debited %d times", key, taken.size());
          }
        });
    for (Debit debit : run.debits()) {
      Call call = debit.call();
      String key = call.idempotencyKey();
      if (call.isCreation() && key != null && !key.equals(debit.key())) {
        violate(Rule.A_KEY_IS_DEBITED_ONCE, "%s was charged under another key than its own", call);
      }
    }
  }

  private void limitsHold() {
    Set<Object> processes = new HashSet<>();
    if (!terms.sharedBooks()) run.debits().forEach(debit -> processes.add(debit.call().process()));
    for (Cap cap : terms.caps()) {
      if (terms.sharedBooks()) within(cap, run.debits());
      for (Object process : processes) {
        within(cap, run.debits().stream().filter(one -> one.call().process() == process).toList());
      }
    }
  }

  private void within(Cap cap, List<Debit> all) {
    List<Debit> counted =
        all.stream()
            .filter(debit -> countsIn(cap, debit))
            .sorted(Comparator.comparingLong(Debit::at))
            .toList();
    long window =
        cap.window() == null ? Long.MAX_VALUE : cap.window().minus(terms.slack()).toNanos();
    PriorityQueue<Debit> inWindow =
        new PriorityQueue<>(Comparator.comparingLong(MoneyInvariants::countedFrom));
    BigDecimal sum = BigDecimal.ZERO;
    for (Debit newest : counted) {
      inWindow.add(newest);
      sum = sum.add(atMost(newest));
      while (!inWindow.isEmpty() && newest.at() - countedFrom(inWindow.peek()) >= window) {
        sum = sum.subtract(atMost(inWindow.remove()));
      }
      if (sum.compareTo(cap.usd()) > 0) {
        violate(
            Rule.NO_LIMIT_IS_PASSED,
            "%s USD were taken in %s of at most %s, up to %s",
            sum,
            cap.scope(),
            cap.usd(),
            newest.call());
        return;
      }
    }
  }

  /**
   * Whether a debit certainly counts under a cap. A key counts in the scope of the call that used
   * it first, which may be any that had begun when it was debited.
   */
  private boolean countsIn(Cap cap, Debit debit) {
    Call paying = debit.call();
    if (!isInside(cap, paying)) return false;
    if (!paying.isCreation()) return true;
    return callsByKey.getOrDefault(paying.idempotencyKey(), List.of()).stream()
        .filter(one -> one.begunAt() <= debit.at())
        .filter(one -> terms.sharedBooks() || one.process() == paying.process())
        .allMatch(one -> isInside(cap, one));
  }

  private static boolean isInside(Cap cap, Call call) {
    return call.scope().equals(cap.scope()) || call.scope().startsWith(cap.scope() + "/");
  }

  /**
   * The earliest time at which books may have counted it: that of the debit, but for a call that
   * had been given up before its request arrived, and was counted as unknown from then on.
   */
  private static long countedFrom(Debit debit) {
    Call call = debit.call();
    boolean givenUp = call.hasEnded() && call.endedAt() < debit.at();
    return givenUp ? call.begunAt() : debit.at();
  }

  /** A price that rose between the reservation and the charge may pass a cap by the difference. */
  BigDecimal atMost(Debit debit) {
    long from = debit.sentAt() - terms.priceLife().plus(terms.mostOfPaying()).toNanos();
    BigDecimal least = debit.usd();
    BigDecimal stood = null;
    for (PriceFrom price : run.prices()) {
      if (price.operation() != debit.call().operation() || price.at() > debit.at()) continue;
      if (price.at() <= from) {
        stood = price.usd();
      } else {
        least = least.min(price.usd());
      }
    }
    return stood == null ? least : least.min(stood);
  }

  // --- books ---

  /**
   * What the users of one process were told stands in its ledger; what could not be stored, as
   * unknown.
   */
  public void whatWasToldIsBooked(Object process, SpendLedger ledger) {
    Map<String, SpendEntry> entries = new HashMap<>();
    Set<String> chargedKeys = new HashSet<>();
    List<SpendEntry> unknown = new ArrayList<>();
    for (SpendEntry entry : all(ledger)) {
      if (entry.requestId() != null) entries.put(entry.requestId(), entry);
      boolean charged = entry.outcome() == Charge.Kind.CHARGED;
      if (charged && entry.idempotencyKey() != null) chargedKeys.add(entry.idempotencyKey());
      if (entry.unknown()) unknown.add(entry);
    }
    for (Call call : run.calls()) {
      Charge charge = call.told();
      boolean told =
          call.process() == process
              && call.isPaid()
              && call.hasEnded()
              && charge != null
              && charge.kind() == Charge.Kind.CHARGED
              && call.succeeded()
              && call.requestId() != null;
      if (!told) continue;
      SpendEntry entry = entries.get(call.requestId());
      boolean booked =
          entry != null
              && entry.outcome() == Charge.Kind.CHARGED
              && says(entry, charge.amountUsd());
      boolean byKey = call.isCreation() && chargedKeys.contains(call.idempotencyKey());
      if (booked || byKey) continue;
      boolean isUnstored =
          run.booksWereAway(call.begunAt(), call.endedAt())
              && takeUnknown(unknown, call, charge.amountUsd());
      if (!isUnstored) {
        violate(
            Rule.WHAT_WAS_TOLD_IS_BOOKED,
            "%s was told %s, and the ledger says %s",
            call,
            charge,
            entry);
      }
    }
  }

  /** Whether an unknown entry can be that of the call; one of an attempt is not another's too. */
  private static boolean takeUnknown(List<SpendEntry> unknown, Call call, BigDecimal told) {
    for (SpendEntry entry : unknown) {
      boolean isOfCall =
          call.isCreation()
              ? Objects.equals(call.idempotencyKey(), entry.idempotencyKey())
              : entry.idempotencyKey() == null && entry.operation().equals(call.operation().id());
      if (!isOfCall || !says(entry, told)) continue;
      if (!call.isCreation()) unknown.remove(entry);
      return true;
    }
    return false;
  }

  private static List<SpendEntry> all(SpendLedger ledger) {
    return ledger.entries(SpendFilter.all()).toList();
  }

  /**
   * A call is told the price that was read. If another one was read while it ran, its entry says
   * the least and the most that it may have cost.
   */
  private static boolean says(SpendEntry entry, BigDecimal told) {
    return entry.minUsd().compareTo(told) <= 0 && entry.amountUsd().compareTo(told) >= 0;
  }

  /** All that the service ever took is between what was charged, and that with what is unknown. */
  public void totalsAgree(SpendLedger ledger) {
    SpendTotals totals = ledger.totals();
    BigDecimal taken = BigDecimal.ZERO;
    for (Debit debit : run.debits()) taken = taken.add(debit.usd());
    boolean agrees =
        taken.compareTo(totals.chargedUsd()) >= 0 && taken.compareTo(totals.spentUsd()) <= 0;
    if (agrees) return;
    violate(Rule.THE_BOOKS_AGREE_WITH_THE_SERVICE, "%s USD were taken, and %s", taken, totals);
  }
}

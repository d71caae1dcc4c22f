package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.simulation.RunObservations.Call;
import io.freightsdk.simulation.RunObservations.ClientSettings;
import io.freightsdk.simulation.RunObservations.Debit;
import io.freightsdk.simulation.RunObservations.PriceChange;
import io.freightsdk.simulation.RunObservations.ScopeLimit;
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
 * The rules for money that hold in every run, simulated or over sockets. They use only the {@link
 * RunObservations}, and of a ledger only its public API.
 */
public final class MoneyInvariants {
  private final RunObservations run;
  private final ClientSettings settings;
  private final Map<Call, List<Debit>> debitsByCall = new HashMap<>();
  private final Map<String, List<Debit>> debitsByKey = new HashMap<>();
  private final Map<String, List<Call>> callsByKey = new HashMap<>();

  public MoneyInvariants(RunObservations run) {
    this.run = run;
    this.settings = run.clientSettings();
    for (Debit debit : run.debits()) {
      debitsByCall.computeIfAbsent(debit.call(), any -> new ArrayList<>(1)).add(debit);
      if (debit.key() != null) {
        debitsByKey.computeIfAbsent(debit.key(), any -> new ArrayList<>(1)).add(debit);
      }
    }
    for (Call call : run.calls()) {
      String key = call.idempotencyKey();
      if (key != null) callsByKey.computeIfAbsent(key, any -> new ArrayList<>(1)).add(call);
    }
  }

  /** Checks all rules that need only the observations. */
  public void check() {
    checkEveryCallEnds();
    checkCharges();
    checkKeysAreDebitedOnce();
    checkLimits();
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    run.addViolation(rule, String.format(Locale.ROOT, fact, arguments));
  }

  private List<Debit> debitsOf(Call call) {
    return debitsByCall.getOrDefault(call, List.of());
  }

  // --- calls ---

  private void checkEveryCallEnds() {
    for (Call call : run.calls()) {
      if (!call.hasEnded() && !call.processWasKilled()) {
        violate(Rule.CALL_ENDS, "%s has not ended: %s", call, call.resultText());
      }
    }
  }

  private void checkCharges() {
    Map<String, Call> reported = new HashMap<>();
    for (Call call : run.calls()) {
      if (!call.hasEnded() || !call.isPaid()) continue;
      List<Debit> debits = debitsOf(call);
      if (debits.size() > 1 && (call.isCreation() || !settings.retriesUnknownReads())) {
        violate(Rule.CALL_DEBITED_ONCE, "%s was charged %d times", call, debits.size());
      }
      Charge charge = call.reportedCharge();
      if (charge == null) continue;
      switch (charge.kind()) {
        case NONE -> checkNoDebit(call, debits);
        case CHARGED -> {
          checkDebit(call, charge.amountUsd(), debits);
          if (call.isCreation()) checkReportedOnce(call, reported);
        }
        case UNKNOWN -> {}
      }
    }
  }

  private void checkNoDebit(Call call, List<Debit> debits) {
    if (debits.isEmpty() || isReportedByOtherCall(call)) return;
    violate(
        Rule.FREE_CALL_HAS_NO_DEBIT,
        "%s reported NONE (%s), and the service took %s USD",
        call,
        call.resultText(),
        debits.get(0).usd());
  }

  /** Whether another call of the key, which got its response first, reports the charge. */
  private boolean isReportedByOtherCall(Call call) {
    boolean mayReportNone = call.replayed() || !call.succeeded();
    if (!call.isCreation() || !mayReportNone) return false;
    for (Call other : callsByKey.getOrDefault(call.idempotencyKey(), List.of())) {
      Charge charge = other == call ? null : other.reportedCharge();
      boolean wasKilledBefore = other.processWasKilled() && !other.hasEnded();
      if (wasKilledBefore || (charge != null && charge.kind() != Charge.Kind.NONE)) return true;
    }
    return false;
  }

  private void checkDebit(Call call, BigDecimal reported, List<Debit> debits) {
    List<Debit> paid = call.isCreation() ? debitsOfKey(call) : debits;
    BigDecimal sum = BigDecimal.ZERO;
    for (Debit debit : paid) sum = sum.add(debit.usd());
    if (paid.isEmpty()) {
      violate(Rule.CHARGE_EQUALS_DEBIT, "%s reported %s, and there is no debit", call, reported);
      return;
    }
    Debit last = paid.get(paid.size() - 1);
    // A ledger in memory does not know the charge of the key in an earlier process.
    boolean wasPaidElsewhere = !settings.sharesLedger() && last.call().process() != call.process();
    if (sum.compareTo(reported) == 0 || wasPaidElsewhere || isEarlierPrice(call, reported, paid)) {
      return;
    }
    violate(
        Rule.CHARGE_EQUALS_DEBIT,
        "%s reported %s USD, and the service took %s USD",
        call,
        reported,
        sum);
  }

  /** The debits of the call's key until the call ended. */
  private List<Debit> debitsOfKey(Call call) {
    return debitsByKey.getOrDefault(call.idempotencyKey(), List.of()).stream()
        .filter(debit -> debit.at() <= call.endedAt())
        .toList();
  }

  /**
   * Whether the reported amount is a price that the client could know. Responses have no price, so
   * a call reports the price of its reservation. That price was valid when the paid request was
   * sent, or was read before the call ended.
   */
  private boolean isEarlierPrice(Call call, BigDecimal reported, List<Debit> paid) {
    Debit last = paid.get(paid.size() - 1);
    long from = last.sentAt() - settings.maxPriceAge().plus(settings.maxPaymentTime()).toNanos();
    BigDecimal valid = null;
    for (PriceChange price : run.prices()) {
      boolean isLater = price.at() > Math.max(last.at(), call.endedAt());
      if (price.operation() != call.operation() || isLater) continue;
      if (price.at() <= from) {
        valid = price.usd();
      } else if (price.usd().compareTo(reported) == 0) {
        return true;
      }
    }
    return valid != null && valid.compareTo(reported) == 0;
  }

  private void checkReportedOnce(Call call, Map<String, Call> reported) {
    String key = call.idempotencyKey();
    Call before = reported.put(key, call);
    if (before == null) return;
    long from = Math.min(before.startedAt(), call.startedAt());
    long until = Math.max(before.endedAt(), call.endedAt());
    // If the guard is late, a call reports the charge of its own response.
    if (run.ledgerWasUnavailable(from, until) || !call.gotChargeInTime()) return;
    boolean sameLedger =
        settings.sharesLedger() || (settings.hasLedger() && before.process() == call.process());
    // Concurrent calls may each report it.
    boolean isLater = call.startedAt() > before.endedAt();
    if (sameLedger && isLater) {
      violate(
          Rule.CHARGE_REPORTED_ONCE, "%s and %s both reported the charge of %s", before, call, key);
    }
  }

  // --- keys and limits ---

  private void checkKeysAreDebitedOnce() {
    debitsByKey.forEach(
        (key, debits) -> {
          if (debits.size() > 1) {
            violate(Rule.KEY_DEBITED_ONCE, "%s was debited %d times", key, debits.size());
          }
        });
    for (Debit debit : run.debits()) {
      Call call = debit.call();
      String key = call.idempotencyKey();
      if (call.isCreation() && key != null && !key.equals(debit.key())) {
        violate(Rule.KEY_DEBITED_ONCE, "%s was charged under another key", call);
      }
    }
  }

  private void checkLimits() {
    Set<Object> processes = new HashSet<>();
    if (!settings.sharesLedger())
      run.debits().forEach(debit -> processes.add(debit.call().process()));
    for (ScopeLimit limit : settings.limits()) {
      if (settings.sharesLedger()) checkLimit(limit, run.debits());
      for (Object process : processes) {
        checkLimit(
            limit,
            run.debits().stream().filter(debit -> debit.call().process() == process).toList());
      }
    }
  }

  private void checkLimit(ScopeLimit limit, List<Debit> all) {
    List<Debit> counted =
        all.stream()
            .filter(debit -> countsTowards(limit, debit))
            .sorted(Comparator.comparingLong(Debit::at))
            .toList();
    long period =
        limit.period() == null
            ? Long.MAX_VALUE
            : limit.period().minus(settings.periodTolerance()).toNanos();
    PriorityQueue<Debit> inPeriod =
        new PriorityQueue<>(Comparator.comparingLong(MoneyInvariants::countedFrom));
    BigDecimal sum = BigDecimal.ZERO;
    for (Debit newest : counted) {
      inPeriod.add(newest);
      sum = sum.add(certainUsd(newest));
      while (!inPeriod.isEmpty() && newest.at() - countedFrom(inPeriod.peek()) >= period) {
        sum = sum.subtract(certainUsd(inPeriod.remove()));
      }
      if (sum.compareTo(limit.usd()) > 0) {
        violate(
            Rule.LIMIT_HOLDS,
            "the service took %s USD in %s, whose limit is %s, until %s",
            sum,
            limit.scope(),
            limit.usd(),
            newest.call());
        return;
      }
    }
  }

  /**
   * Whether a debit certainly counts towards a limit. A key counts in the scope of the call that
   * used it first. That may be any call that had started before the debit.
   */
  private boolean countsTowards(ScopeLimit limit, Debit debit) {
    Call paying = debit.call();
    if (!isInside(limit, paying)) return false;
    if (!paying.isCreation()) return true;
    return callsByKey.getOrDefault(paying.idempotencyKey(), List.of()).stream()
        .filter(call -> call.startedAt() <= debit.at())
        .filter(call -> settings.sharesLedger() || call.process() == paying.process())
        .allMatch(call -> isInside(limit, call));
  }

  private static boolean isInside(ScopeLimit limit, Call call) {
    return call.scope().equals(limit.scope()) || call.scope().startsWith(limit.scope() + "/");
  }

  /**
   * The earliest time from which a ledger may have counted a debit. That is the time of the debit.
   * If the call had ended before its request arrived, its unknown charge counts from its start.
   */
  private static long countedFrom(Debit debit) {
    Call call = debit.call();
    boolean hadEnded = call.hasEnded() && call.endedAt() < debit.at();
    return hadEnded ? call.startedAt() : debit.at();
  }

  /**
   * The part of a debit that certainly counts. If the price increased between reservation and
   * charge, the sum may exceed a limit by the difference.
   */
  BigDecimal certainUsd(Debit debit) {
    long from = debit.sentAt() - settings.maxPriceAge().plus(settings.maxPaymentTime()).toNanos();
    BigDecimal lowest = debit.usd();
    BigDecimal valid = null;
    for (PriceChange price : run.prices()) {
      if (price.operation() != debit.call().operation() || price.at() > debit.at()) continue;
      if (price.at() <= from) {
        valid = price.usd();
      } else {
        lowest = lowest.min(price.usd());
      }
    }
    return valid == null ? lowest : lowest.min(valid);
  }

  // --- ledgers ---

  /**
   * Checks that the ledger has each charge that the users of one process got. A charge that could
   * not be stored is in it as unknown.
   */
  public void checkChargesAreInLedger(Object process, SpendLedger ledger) {
    Map<String, SpendEntry> entries = new HashMap<>();
    Set<String> chargedKeys = new HashSet<>();
    List<SpendEntry> unknown = new ArrayList<>();
    for (SpendEntry entry : entries(ledger)) {
      if (entry.requestId() != null) entries.put(entry.requestId(), entry);
      boolean charged = entry.outcome() == Charge.Kind.CHARGED;
      if (charged && entry.idempotencyKey() != null) chargedKeys.add(entry.idempotencyKey());
      if (entry.unknown()) unknown.add(entry);
    }
    for (Call call : run.calls()) {
      Charge charge = call.reportedCharge();
      boolean isReported =
          call.process() == process
              && call.isPaid()
              && call.hasEnded()
              && charge != null
              && charge.kind() == Charge.Kind.CHARGED
              && call.succeeded()
              && call.requestId() != null;
      if (!isReported) continue;
      SpendEntry entry = entries.get(call.requestId());
      boolean isInLedger =
          entry != null
              && entry.outcome() == Charge.Kind.CHARGED
              && includes(entry, charge.amountUsd());
      boolean byKey = call.isCreation() && chargedKeys.contains(call.idempotencyKey());
      if (isInLedger || byKey) continue;
      boolean isUnstored =
          run.ledgerWasUnavailable(call.startedAt(), call.endedAt())
              && removeUnknown(unknown, call, charge.amountUsd());
      if (!isUnstored) {
        violate(
            Rule.CHARGE_IS_IN_LEDGER, "%s reported %s, and the ledger has %s", call, charge, entry);
      }
    }
  }

  /** Removes the unknown entry of a call. Returns false if there is none. */
  private static boolean removeUnknown(List<SpendEntry> unknown, Call call, BigDecimal reported) {
    for (SpendEntry entry : unknown) {
      boolean matchesCall =
          call.isCreation()
              ? Objects.equals(call.idempotencyKey(), entry.idempotencyKey())
              : entry.idempotencyKey() == null && entry.operation().equals(call.operation().id());
      if (!matchesCall || !includes(entry, reported)) continue;
      if (!call.isCreation()) unknown.remove(entry);
      return true;
    }
    return false;
  }

  private static List<SpendEntry> entries(SpendLedger ledger) {
    return ledger.entries(SpendFilter.all()).toList();
  }

  /**
   * Whether the amounts of an entry include a reported price. If another price was read during the
   * call, the entry has the minimum and the maximum.
   */
  private static boolean includes(SpendEntry entry, BigDecimal reported) {
    return entry.minUsd().compareTo(reported) <= 0 && entry.amountUsd().compareTo(reported) >= 0;
  }

  /**
   * Checks that the sum of all debits is at least the charged amount, and at most charged +
   * unknown.
   */
  public void checkTotals(SpendLedger ledger) {
    SpendTotals totals = ledger.totals();
    BigDecimal debits = BigDecimal.ZERO;
    for (Debit debit : run.debits()) debits = debits.add(debit.usd());
    boolean agrees =
        debits.compareTo(totals.chargedUsd()) >= 0 && debits.compareTo(totals.spentUsd()) <= 0;
    if (agrees) return;
    violate(
        Rule.LEDGER_MATCHES_SERVICE,
        "the service took %s USD, and the ledger has %s",
        debits,
        totals);
  }
}

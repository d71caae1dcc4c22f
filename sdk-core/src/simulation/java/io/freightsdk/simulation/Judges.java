package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.spend.Reservation;
import io.freightsdk.model.Operation;
import io.freightsdk.server.http.SimulatedDoor;
import io.freightsdk.simulation.Settings.Cap;
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.Reconciliation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendOutcome;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What must be true of every world. The judges know the service's ledger, what was sent and what
 * callers were told; of the client they ask only what any user could ask it.
 */
final class Judges {
  private static final long SECOND = 1_000_000_000L;

  /** Everything has its end by then: deadlines, waits for top-ups, obedient users. */
  private static final long QUIET_AFTER = 3 * 3_600 * SECOND;

  /** A price that was read before this may still be told. */
  private static final Duration BOOKING = Duration.ofMinutes(6);

  private final World world;
  private final Settings settings;

  /** What the service took for an attempt. */
  private record Debit(CallLog.Attempt attempt, long at, BigDecimal usd) {}

  private final List<Debit> debits = new ArrayList<>();
  private final Map<CallLog, List<Debit>> byCall = new HashMap<>();
  private final Map<String, List<Debit>> byKey = new HashMap<>();

  Judges(World world) {
    this.world = world;
    this.settings = world.settings;
  }

  /** Lets the world come to rest, and looks at all of it. */
  void judge() {
    comeToRest();
    if (world.violation != null) return;
    readTheLedger();
    everyCallEnds();
    chargesAreTrue();
    keysAreDebitedOnce();
    limitsHold();
    sharedReadsArePaidOnce();
    attemptsHaveTheirTime();
    watchesKeepTheirBudgets();
    booksAreTrue();
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, fact.formatted(arguments), null);
  }

  private void comeToRest() {
    world.calmDown();
    long end = world.time.now() + QUIET_AFTER;
    while (world.violation == null && world.time.now() < end) {
      world.time.runUntil(world.time.now() + 30 * SECOND);
      if (world.customers.areDone() && nothingIsUnderWay()) break;
    }
    // What is still on the wire arrives.
    world.time.runUntil(world.time.now() + Network.LATEST.toNanos() + 10 * SECOND);
    if (world.violation == null && !world.customers.areDone()) {
      for (Customers.Order order : world.customers.orders) {
        if (order.over) continue;
        violate(
            Rule.NEXT_STEP_ENDS_WELL,
            "order %d has not come to an end after %d calls; last: %s",
            order.act,
            order.calls,
            order.end);
      }
    }
  }

  private boolean nothingIsUnderWay() {
    for (SimulatedProcess process : world.processes) {
      if (!process.isOpen() || process.client.openCalls() > 0) return false;
    }
    return true;
  }

  private void readTheLedger() {
    for (SimulatedDoor.Debit taken : world.service.debits()) {
      if (World.SET_UP.equals(taken.requestId())) continue;
      CallLog.Attempt attempt = world.attempts.get(Integer.parseInt(taken.requestId()));
      long at = Duration.between(World.START, taken.at()).toNanos();
      Debit debit = new Debit(attempt, at, taken.usd());
      debits.add(debit);
      byCall.computeIfAbsent(attempt.call, any -> new ArrayList<>(1)).add(debit);
      if (taken.key() != null) {
        byKey.computeIfAbsent(taken.key(), any -> new ArrayList<>(1)).add(debit);
      }
    }
  }

  private List<Debit> debitsOf(CallLog call) {
    return byCall.getOrDefault(call, List.of());
  }

  // --- calls ---

  private void everyCallEnds() {
    for (CallLog call : world.calls) {
      if (!call.hasEnded() && !call.process.wasKilled()) {
        violate(Rule.EVERY_CALL_ENDS, "%s has not ended, and waits in %s", call, call.stage);
      }
    }
    for (SimulatedProcess process : world.incarnations) {
      if (process.isAlive() && !process.isOpen()) {
        violate(Rule.EVERY_CALL_ENDS, "the client of process %d cannot close", process.number);
      }
    }
  }

  private void chargesAreTrue() {
    Map<String, CallLog> told = new HashMap<>();
    for (CallLog call : world.calls) {
      if (!call.hasEnded() || !call.isPaid()) continue;
      List<Debit> taken = debitsOf(call);
      boolean mayPayMore = settings.retriesReads();
      if (taken.size() > 1 && !mayPayMore) {
        violate(Rule.A_CALL_PAYS_ONCE, "%s was charged %d times", call, taken.size());
      }
      Charge charge = call.told();
      if (charge == null) continue;
      switch (charge.kind()) {
        case NONE -> nothingWasTaken(call, taken);
        case EXACT -> {
          exactlyThatWasTaken(call, charge.amountUsd(), taken);
          // A failure tells what its key has cost, whoever else heard of it.
          if (call.isCreation() && call.succeeded()) toldOnce(call, told);
        }
        case UNKNOWN -> {}
      }
    }
  }

  private void nothingWasTaken(CallLog call, List<Debit> taken) {
    if (taken.isEmpty() || isReplay(call) || world.misledByPrices) return;
    if (taken.stream().allMatch(this::isAgedElsewhere)) return;
    violate(
        Rule.A_CALL_THAT_COST_NOTHING_MOVED_NO_MONEY,
        "%s was told NONE (%s), and the service took %s USD",
        call,
        outcome(call),
        taken.get(0).usd());
  }

  private static boolean isReplay(CallLog call) {
    return call.outcome instanceof CallResult<?> result
        && result.value() instanceof CreateLoadOutcome.Created created
        && created.replayed();
  }

  private static String outcome(CallLog call) {
    return call.outcome instanceof Throwable failure ? failure.getMessage() : "success";
  }

  private void exactlyThatWasTaken(CallLog call, BigDecimal told, List<Debit> taken) {
    List<Debit> paid = call.isCreation() ? ofKey(call) : taken;
    BigDecimal sum = BigDecimal.ZERO;
    for (Debit debit : paid) sum = sum.add(debit.usd());
    if (paid.isEmpty()) {
      violate(
          Rule.AN_EXACT_CHARGE_IS_WHAT_WAS_TAKEN, "%s was told %s, nothing was taken", call, told);
      return;
    }
    if (sum.compareTo(told) == 0 || mayBeStale(call, told, paid)) return;
    violate(
        Rule.AN_EXACT_CHARGE_IS_WHAT_WAS_TAKEN,
        "%s was told %s USD, and the service took %s USD",
        call,
        told,
        sum);
  }

  /** Debits of the call's key that one answer can stand for. */
  private List<Debit> ofKey(CallLog call) {
    List<Debit> all = byKey.getOrDefault(call.spec.idempotencyKey(), List.of());
    List<Debit> recent = new ArrayList<>(1);
    for (Debit debit : all) {
      if (debit.at() > call.begunAt - 86_400 * SECOND && debit.at() <= call.endedAt) {
        recent.add(debit);
      }
    }
    return recent.size() <= 1 ? recent : recent.subList(recent.size() - 1, recent.size());
  }

  /**
   * A price that was read stands for its life, and the service tells no price with its answer: what
   * changed meanwhile is told as the price that could be known when the paid request was sent, or,
   * where none was, as the one that was read before the call ended. And what a key cost is
   * anybody's guess where the books that knew of its first use are gone.
   */
  private boolean mayBeStale(CallLog call, BigDecimal told, List<Debit> paid) {
    Debit last = paid.get(paid.size() - 1);
    boolean unknownToItsBooks = !settings.database() && last.attempt().call.process != call.process;
    if (unknownToItsBooks) return true;
    Duration known = settings.priceLife().plus(Network.LATEST);
    long from = last.attempt().sentAt - known.toNanos();
    BigDecimal stood = null;
    for (World.PriceFrom price : world.prices) {
      boolean isLater = price.at() > Math.max(last.at(), endOfPaying(last));
      if (price.operation() != call.operation() || isLater) continue;
      if (price.at() <= from) {
        stood = price.usd();
      } else if (price.usd().compareTo(told) == 0) {
        return true;
      }
    }
    return stood != null && stood.compareTo(told) == 0;
  }

  private static long endOfPaying(Debit debit) {
    return debit.attempt().call.endedAt;
  }

  private void toldOnce(CallLog call, Map<String, CallLog> told) {
    String key = call.spec.idempotencyKey();
    CallLog before = told.put(key, call);
    if (before == null || world.databaseFailed) return;
    boolean shared = settings.database() || before.process == call.process;
    boolean sameDay = call.endedAt - before.endedAt < 86_000 * SECOND;
    if (shared && sameDay) {
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
    // Books in memory go by the process's clock: set back, it makes a key look younger than it is.
    boolean agesAreTrue = settings.database() || !settings.lateClocks();
    byKey.forEach(
        (key, taken) -> {
          for (int i = 1; i < taken.size(); i++) {
            Debit first = taken.get(i - 1);
            Debit second = taken.get(i);
            boolean knew =
                settings.database()
                    || first.attempt().call.process == second.attempt().call.process;
            long forgotten = (knew ? 47 * 3_600L : 86_400L) * SECOND;
            if (agesAreTrue && second.at() - first.at() < forgotten) {
              violate(
                  Rule.A_KEY_IS_DEBITED_ONCE,
                  "%s was debited %s seconds after it was",
                  key,
                  (second.at() - first.at()) / SECOND);
            }
          }
        });
    Set<String> keys = new HashSet<>();
    for (Customers.Order order : world.customers.orders) keys.add(order.firstKey);
    for (Debit debit : debits) {
      CallLog call = debit.attempt().call;
      String key = call.spec.idempotencyKey();
      boolean ofAnOrder = call.isCreation() && key != null && key.startsWith("order-");
      if (ofAnOrder && byKey.get(key) == null) {
        violate(Rule.A_KEY_IS_DEBITED_ONCE, "%s was charged under another key than its own", call);
      }
    }
  }

  private void limitsHold() {
    if (world.misledByPrices) return;
    for (Cap cap : settings.caps()) {
      if (settings.database()) {
        within(cap, debits);
      } else {
        for (SimulatedProcess process : world.incarnations) {
          within(
              cap, debits.stream().filter(one -> one.attempt().call.process == process).toList());
        }
      }
    }
  }

  private void within(Cap cap, List<Debit> all) {
    List<Debit> counted = new ArrayList<>();
    for (Debit debit : all) {
      if (isAgedElsewhere(debit)) continue;
      String scope = debit.attempt().call.scope();
      boolean inside = scope.equals(cap.scope()) || scope.startsWith(cap.scope() + "/");
      if (inside) counted.add(debit);
    }
    // A call that was given up may be charged a moment later than counted.
    long window =
        cap.window() == null
            ? Long.MAX_VALUE
            : cap.window().minus(Network.LATEST).minus(Network.LATEST).toNanos();
    counted.sort(Comparator.comparingLong(Debit::at));
    BigDecimal sum = BigDecimal.ZERO;
    int oldest = 0;
    for (Debit newest : counted) {
      sum = sum.add(atMost(newest));
      while (newest.at() - counted.get(oldest).at() >= window) {
        sum = sum.subtract(atMost(counted.get(oldest++)));
      }
      if (sum.compareTo(cap.usd()) > 0) {
        violate(
            Rule.NO_LIMIT_IS_PASSED,
            "%s USD were taken in %s of at most %s, up to %s",
            sum,
            cap.scope(),
            cap.usd(),
            newest.attempt().call);
        return;
      }
    }
  }

  /**
   * Books in memory see no key's use elsewhere, or before their process began: what they take for
   * the key's first charge may be a replay, and what they take for a replay the next charge.
   */
  private boolean isAgedElsewhere(Debit debit) {
    CallLog call = debit.attempt().call;
    if (settings.database() || !call.isCreation()) return false;
    String key = call.spec.idempotencyKey();
    return byKey.getOrDefault(key, List.of()).stream()
        .anyMatch(other -> other.at() < debit.at() && other.attempt().call.process != call.process);
  }

  /** A price that rose between the reservation and the charge may pass a cap by the difference. */
  private BigDecimal atMost(Debit debit) {
    CallLog call = debit.attempt().call;
    long from = debit.attempt().sentAt - settings.priceLife().toNanos() - BOOKING.toNanos();
    BigDecimal least = debit.usd();
    BigDecimal stood = null;
    for (World.PriceFrom price : world.prices) {
      if (price.operation() != call.operation() || price.at() > debit.at()) continue;
      if (price.at() <= from) {
        stood = price.usd();
      } else {
        least = least.min(price.usd());
      }
    }
    return stood == null ? least : least.min(stood);
  }

  // --- reads, attempts, watches ---

  private void sharedReadsArePaidOnce() {
    Map<String, CallLog> last = new HashMap<>();
    Map<Object, Integer> tellings = new IdentityHashMap<>();
    for (CallLog call : world.calls) {
      boolean isShared =
          call.operation() == Operation.GET_LOAD_POSITION
              && Customers.MAX_AGE.equals(call.spec.options().maxAge())
              && !call.attempts.isEmpty();
      if (!isShared) continue;
      String name =
          call.spec.loadNumber() + "/" + call.process.number + "/" + call.process.incarnation;
      CallLog before = last.put(name, call);
      if (before == null) continue;
      boolean overlaps = before.endedAt > call.attempts.get(0).sentAt || !before.hasEnded();
      boolean young =
          before.succeeded()
              && !settings.lateClocks()
              && call.attempts.get(0).sentAt - before.begunAt < Customers.MAX_AGE.toNanos();
      if (overlaps || young) {
        violate(
            Rule.ONE_PAID_READ_PER_AGE,
            "%s was sent although %s %s",
            call,
            before,
            overlaps ? "was under way" : "had brought a position that was young enough");
      }
    }
    for (Customers.SharedTold told : world.customers.shared) {
      Charge charge =
          told.told() instanceof io.freightsdk.FreightResponse<?> answer
              ? answer.charge()
              : CallLog.toldBy(told.told());
      if (charge == null || charge.kind() != Charge.Kind.EXACT) continue;
      if (tellings.merge(told.told(), 1, Integer::sum) > 1) {
        violate(Rule.A_CHARGE_IS_TOLD_ONCE, "two callers of one read were told its charge");
      }
    }
  }

  private void attemptsHaveTheirTime() {
    for (CallLog.Attempt attempt : world.attempts) {
      boolean cut =
          attempt.timedOut
              && attempt.endedAt >= 0
              && attempt.endedAt - attempt.sentAt < attempt.timeout.toNanos();
      if (cut) {
        violate(
            Rule.AN_ATTEMPT_HAS_ITS_WHOLE_TIME,
            "an attempt of %s was given %s and ended after %s ms",
            attempt.call,
            attempt.timeout,
            (attempt.endedAt - attempt.sentAt) / 1_000_000);
      }
    }
  }

  private void watchesKeepTheirBudgets() {
    Map<Integer, BigDecimal> spent = new HashMap<>();
    for (Debit debit : debits) {
      CallLog call = debit.attempt().call;
      if (call.spec.options().headers().containsKey("X-Act")) {
        spent.merge(call.act, atMost(debit), BigDecimal::add);
      }
    }
    spent.forEach(
        (act, usd) -> {
          if (usd.compareTo(Customers.WATCH_BUDGET) > 0) {
            violate(
                Rule.A_WATCH_KEEPS_ITS_BUDGET,
                "the watch of act %d was charged %s USD of %s",
                act,
                usd,
                Customers.WATCH_BUDGET);
          }
        });
  }

  // --- books ---

  private void booksAreTrue() {
    for (SimulatedProcess process : world.processes) {
      if (!process.isOpen()) continue;
      if (!settings.database() || process == world.processes[0]) holdsEnd(process);
      whatWasToldIsBooked(process);
    }
    boolean pricesStood = world.prices.stream().allMatch(price -> price.at() == 0);
    if (world.booksSeeAllSpending() && pricesStood && !world.booksMissedSomething)
      booksAgree(world.processes[0]);
  }

  private void holdsEnd(SimulatedProcess process) {
    boolean nobodyDied = world.incarnations.size() == world.processes.length;
    if (nobodyDied && !isIdle(process)) {
      violate(Rule.EVERY_HOLD_ENDS, "every call has ended, and money is still set aside");
    }
    long grace = Duration.ofMinutes(20).toNanos();
    world.time.runUntil(world.time.now() + grace);
    world.reconcile(process);
    if (!isIdle(process)) {
      violate(Rule.EVERY_HOLD_ENDS, "money of calls that died is still set aside");
    }
  }

  private static boolean isIdle(SimulatedProcess process) {
    return process.books.look(
        new WallClock(process),
        book ->
            book.reservations().uncertain().stream()
                .noneMatch(one -> one.state() == Reservation.State.HELD));
  }

  private void whatWasToldIsBooked(SimulatedProcess process) {
    Map<String, SpendEntry> entries = new HashMap<>();
    Set<String> chargedKeys = new HashSet<>();
    process.client.ledger().stream(SpendFilter.all())
        .forEach(
            entry -> {
              if (entry.requestId() != null) entries.put(entry.requestId(), entry);
              boolean charged = entry.outcome() == SpendOutcome.CHARGED;
              if (charged && entry.idempotencyKey() != null)
                chargedKeys.add(entry.idempotencyKey());
            });
    for (CallLog call : world.calls) {
      Charge charge = call.told();
      boolean told =
          call.process == process
              && call.isPaid()
              && call.hasEnded()
              && charge != null
              && charge.kind() == Charge.Kind.EXACT
              && call.succeeded()
              && call.attempts.size() == 1;
      if (!told) continue;
      SpendEntry entry = entries.get(Integer.toString(call.last().id));
      boolean booked =
          entry != null
              && entry.outcome() == SpendOutcome.CHARGED
              && entry.amountUsd().compareTo(charge.amountUsd()) == 0;
      boolean byKey = call.isCreation() && chargedKeys.contains(call.spec.idempotencyKey());
      if (!booked && !byKey) {
        violate(
            Rule.WHAT_WAS_TOLD_IS_BOOKED,
            "%s was told %s, and the ledger says %s",
            call,
            charge,
            entry);
      }
    }
  }

  private void booksAgree(SimulatedProcess process) {
    // What became unknown just now is settled a little later; books in memory go by the process's
    // clock, and stand still until it is again where it was when somebody set it back.
    long settled = !settings.database() && settings.lateClocks() ? 86_400 : 60;
    world.time.runUntil(world.time.now() + settled * SECOND);
    Reconciliation found = world.reconcile(process);
    if (found == null || found.verdict() == Reconciliation.Verdict.OPENED) return;
    if (found.verdict() != Reconciliation.Verdict.BALANCED) {
      violate(Rule.THE_BOOKS_AGREE_WITH_THE_SERVICE, "%s", found.explanation());
      return;
    }
    BigDecimal taken = BigDecimal.ZERO;
    for (Debit debit : debits) taken = taken.add(debit.usd());
    BigDecimal booked = process.client.ledger().totals(SpendFilter.all()).chargedUsd();
    if (booked.compareTo(taken) != 0) {
      violate(
          Rule.THE_BOOKS_AGREE_WITH_THE_SERVICE,
          "the ledger says %s USD were charged, the service took %s USD",
          booked,
          taken);
    }
  }

  /** The clock that a process goes by. */
  private static final class WallClock extends Clock {
    private final SimulatedProcess process;

    WallClock(SimulatedProcess process) {
      this.process = process;
    }

    @Override
    public Instant instant() {
      return process.wallClock();
    }

    @Override
    public java.time.ZoneId getZone() {
      return java.time.ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      return this;
    }
  }
}

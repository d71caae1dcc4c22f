package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.client.Activity;
import io.freightsdk.model.Operation;
import io.freightsdk.simulation.Violation.Rule;
import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What must be true of every world: all that {@link MoneyInvariants} say of money, and what can be seen
 * only from within: shared reads, attempts, people who come to a good end.
 */
final class WorldInvariants {
  private static final long SECOND = 1_000_000_000L;

  /** Everything has its end by then: deadlines, waits for top-ups, obedient users. */
  private static final long QUIET_AFTER = 3 * 3_600 * SECOND;

  private final SimulatedWorld world;
  private final WorldSettings settings;

  private WorldObservations evidence;
  private MoneyInvariants money;

  WorldInvariants(SimulatedWorld world) {
    this.world = world;
    this.settings = world.settings;
  }

  /** Lets the world come to rest, and looks at all of it. */
  void judge() {
    comeToRest();
    if (world.violation != null) return;
    evidence = new WorldObservations(world);
    money = new MoneyInvariants(evidence);
    money.judge();
    referencesPayOnce();
    everyClientCloses();
    aCloseEndsWhatWaits();
    reservationsEnd();
    sharedReadsArePaidOnce();
    wholeAnswersCount();
    booksAreTrue();
    nothingIsLeft();
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, String.format(Locale.ROOT, fact, arguments), null);
  }

  private void comeToRest() {
    world.calmDown();
    long end = world.time.now() + QUIET_AFTER;
    while (world.violation == null && world.time.now() < end) {
      world.runUntil(world.time.now() + 30 * SECOND);
      if (world.customers.areDone() && nothingIsUnderWay()) break;
    }
    // What is still on the wire arrives.
    world.runUntil(world.time.now() + Network.LATEST.toNanos() + 10 * SECOND);
    if (world.violation == null && !world.customers.areDone()) {
      for (SimulatedCustomers.Order order : world.customers.orders) {
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
      if (!process.isOpen()) return false;
    }
    for (CallLog call : world.calls) {
      if (call.process.isAlive() && !call.hasEnded()) return false;
    }
    return true;
  }

  /** Every client that lives can close, and its calls have ended. */
  private void everyClientCloses() {
    for (SimulatedProcess process : world.incarnations) {
      if (process.isAlive() && !process.isOpen()) {
        violate(Rule.EVERY_CALL_ENDS, "the client of process %d cannot close", process.number);
      }
    }
  }

  /** What waits ends at once, what is on the wire as soon as it can be given up. */
  private void aCloseEndsWhatWaits() {
    for (CallLog call : world.calls) {
      long closed = call.process.closedAt;
      // A ledger that takes its time has the rest of the call's, and is waited for at the close.
      boolean isSlow = world.booksWereAway(call.begunAt, call.endedAt);
      boolean isBooked = isSlow && !call.held.isEmpty();
      if (isBooked || call.begunAt > closed || call.endedAt - SECOND <= closed) continue;
      violate(
          Rule.A_CLOSE_ENDS_WHAT_WAITS,
          "%s ended %d ms after its client was closed",
          call,
          (call.endedAt - closed) / 1_000_000);
    }
  }

  /** No reservation outlives its call. */
  private void reservationsEnd() {
    for (SimulatedProcess process : world.processes) {
      if (process.isOpen() && !process.guard.isIdle()) {
        violate(Rule.EVERY_HOLD_ENDS, "every call has ended, and not every reservation");
      }
    }
  }

  /** What is ordered again under its customer's reference is the load that is there. */
  private void referencesPayOnce() {
    Map<String, RunObservations.Call> payers = new HashMap<>();
    for (RunObservations.Debit debit : evidence.debits()) {
      String reference = ((CallLog) debit.call()).customerRef();
      RunObservations.Call before = reference == null ? null : payers.put(reference, debit.call());
      if (before == null) continue;
      violate(
          Rule.A_REFERENCE_IS_ONE_LOAD,
          "%s paid for %s, for which %s had paid",
          debit.call(),
          reference,
          before);
    }
  }

  /** When every client is closed, nothing of them is left. */
  private void nothingIsLeft() {
    for (SimulatedProcess process : world.processes) {
      if (world.violation != null || !process.isOpen()) continue;
      process.close(() -> {});
      Activity left = Activity.of(process.client);
      boolean isIdle = left.calls() == 0 && left.requests() == 0 && left.waiting() == 0;
      if (isIdle && process.out == 0) continue;
      violate(
          Rule.NOTHING_IS_LEFT,
          "the client of process %d is closed, and %s and %d requests are left",
          process.number,
          left,
          process.out);
    }
  }

  // --- reads, attempts ---

  private void sharedReadsArePaidOnce() {
    Map<String, CallLog> last = new HashMap<>();
    Map<Object, Integer> tellings = new IdentityHashMap<>();
    for (CallLog call : world.calls) {
      boolean isShared =
          call.operation() == Operation.GET_LOAD_POSITION
              && call.act >= 0
              && world.plan.acts().get(call.act).kind() == Action.Kind.SHARED_READ
              && !call.attempts.isEmpty();
      if (!isShared) continue;
      String name = call.loadNumber() + "/" + call.process.number + "/" + call.process.incarnation;
      CallLog before = last.put(name, call);
      if (before == null) continue;
      boolean overlaps = before.endedAt > call.attempts.get(0).sentAt || !before.hasEnded();
      boolean young =
          before.succeeded()
              && call.attempts.get(0).sentAt - before.begunAt
                  < SimulatedCustomers.MAX_AGE.toNanos();
      if (overlaps || young) {
        violate(
            Rule.ONE_PAID_READ_PER_AGE,
            "%s was sent although %s %s",
            call,
            before,
            overlaps ? "was under way" : "had brought a position that was young enough");
      }
    }
    for (SimulatedCustomers.SharedReadResult told : world.customers.shared) {
      Charge charge =
          told.told() instanceof io.freightsdk.FreightResponse<?> answer
              ? answer.charge()
              : told.told() instanceof FreightException failure ? failure.charge() : null;
      if (charge == null || charge.kind() != Charge.Kind.CHARGED) continue;
      if (tellings.merge(told.told(), 1, Integer::sum) > 1) {
        violate(Rule.A_CHARGE_IS_TOLD_ONCE, "two callers of one read were told its charge");
      }
    }
  }

  private void wholeAnswersCount() {
    for (CallLog.Attempt attempt : world.attempts) {
      CallLog call = attempt.call;
      boolean success = attempt.answeredWith >= 200 && attempt.answeredWith < 300;
      if (!success || !call.hasEnded() || call.succeeded()) continue;
      violate(
          Rule.A_WHOLE_ANSWER_COUNTS,
          "the service's answer %d to %s arrived whole, and the caller was told %s",
          attempt.answeredWith,
          call,
          call.said());
    }
  }

  // --- books ---

  private void booksAreTrue() {
    for (SimulatedProcess process : world.processes) {
      if (!process.isOpen() || process.ledger == null) continue;
      if (!settings.database() || process == world.processes[0]) holdsEnd(process);
      money.whatWasToldIsBooked(process, process.ledger);
    }
    boolean pricesStood = world.prices.stream().allMatch(price -> price.at() == 0);
    boolean canTell = settings.hasLedger() && world.booksSeeAllSpending();
    SimulatedProcess first = world.processes[0];
    if (canTell && pricesStood && first.isOpen()) money.totalsAgree(first.ledger);
  }

  private void holdsEnd(SimulatedProcess process) {
    boolean nobodyDied = world.incarnations.size() == world.processes.length;
    if (nobodyDied && allWasStored() && !isIdle(process)) {
      violate(Rule.EVERY_HOLD_ENDS, "every call has ended, and money is still set aside");
    }
    long grace = Duration.ofMinutes(20).toNanos();
    world.runUntil(world.time.now() + grace);
    if (!isIdle(process)) {
      violate(Rule.EVERY_HOLD_ENDS, "money of calls that died is still set aside");
    }
  }

  /** What could not be stored is set aside until it becomes unknown. */
  private boolean allWasStored() {
    return world.calls.stream()
        .noneMatch(call -> !call.held.isEmpty() && world.booksWereAway(call.begunAt, call.endedAt));
  }

  private static boolean isIdle(SimulatedProcess process) {
    return process.ledger.totals().reservedUsd().signum() == 0;
  }
}

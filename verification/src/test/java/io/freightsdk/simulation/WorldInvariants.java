package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.FreightResponse;
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
 * The rules that hold in every world: {@link MoneyInvariants}, and rules for shared reads,
 * attempts, closed clients and orders, which only the simulation can see.
 */
final class WorldInvariants {
  private static final long SECOND = 1_000_000_000L;

  /** Maximum time in which all calls, waits and orders end without faults. */
  private static final long MAX_TIME_TO_END = 3 * 3_600 * SECOND;

  private final SimulatedWorld world;
  private final WorldSettings settings;

  private WorldObservations observations;
  private MoneyInvariants moneyInvariants;

  WorldInvariants(SimulatedWorld world) {
    this.world = world;
    this.settings = world.settings;
  }

  /** Waits until all calls have ended, then checks all rules. */
  void check() {
    awaitEnd();
    if (world.violation != null) return;
    observations = new WorldObservations(world);
    moneyInvariants = new MoneyInvariants(observations);
    moneyInvariants.check();
    checkReferencesArePaidOnce();
    checkClientsClosed();
    checkCloseEndsCalls();
    checkReservationsEnded();
    checkSharedReads();
    checkCompleteResponses();
    checkLedgers();
    checkClosedClientsAreIdle();
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, String.format(Locale.ROOT, fact, arguments), null);
  }

  private void awaitEnd() {
    world.endFaults();
    long end = world.time.now() + MAX_TIME_TO_END;
    while (world.violation == null && world.time.now() < end) {
      world.runUntil(world.time.now() + 30 * SECOND);
      if (world.customers.allOrdersHaveEnded() && allCallsHaveEnded()) break;
    }
    // Delayed requests arrive.
    world.runUntil(world.time.now() + Network.MAX_DELAY.toNanos() + 10 * SECOND);
    if (world.violation == null && !world.customers.allOrdersHaveEnded()) {
      for (SimulatedCustomers.Order order : world.customers.orders) {
        if (order.hasEnded) continue;
        violate(
            Rule.NEXT_STEP_SUCCEEDS,
            "order %d has not ended after %d calls; last: %s",
            order.actionIndex,
            order.calls,
            order.lastFailure);
      }
    }
  }

  private boolean allCallsHaveEnded() {
    for (SimulatedProcess process : world.processes) {
      if (!process.isOpen()) return false;
    }
    for (RecordedCall call : world.calls) {
      if (call.process.isAlive() && !call.hasEnded()) return false;
    }
    return true;
  }

  /** The close of each client has ended. */
  private void checkClientsClosed() {
    for (SimulatedProcess process : world.incarnations) {
      if (process.isAlive() && !process.isOpen()) {
        violate(Rule.CALL_ENDS, "the client of process %d cannot close", process.number);
      }
    }
  }

  /** Calls end when their client is closed: waiting ones immediately, sent ones when aborted. */
  private void checkCloseEndsCalls() {
    for (RecordedCall call : world.calls) {
      long closed = call.process.closedAt;
      // A slow ledger may use the remaining time of the call, also during a close.
      boolean isSlow = world.ledgerWasUnavailable(call.startedAt, call.endedAt);
      boolean usesSlowLedger = isSlow && !call.reservations.isEmpty();
      if (usesSlowLedger || call.startedAt > closed || call.endedAt - SECOND <= closed) continue;
      violate(
          Rule.CLOSE_ENDS_WAITING_CALLS,
          "%s ended %d ms after its client was closed",
          call,
          (call.endedAt - closed) / 1_000_000);
    }
  }

  /** No reservation is open after its call. */
  private void checkReservationsEnded() {
    for (SimulatedProcess process : world.processes) {
      if (process.isOpen() && !process.guard.isIdle()) {
        violate(Rule.RESERVATION_ENDS, "all calls have ended, and a reservation is open");
      }
    }
  }

  /** An order that is repeated with its {@code customerRef} is not paid again. */
  private void checkReferencesArePaidOnce() {
    Map<String, RunObservations.Call> payers = new HashMap<>();
    for (RunObservations.Debit debit : observations.debits()) {
      String reference = ((RecordedCall) debit.call()).customerRef();
      RunObservations.Call before = reference == null ? null : payers.put(reference, debit.call());
      if (before == null) continue;
      violate(
          Rule.REFERENCE_HAS_ONE_LOAD,
          "%s paid for %s, which %s had paid before",
          debit.call(),
          reference,
          before);
    }
  }

  /** A closed client has no calls, requests or waits. */
  private void checkClosedClientsAreIdle() {
    for (SimulatedProcess process : world.processes) {
      if (world.violation != null || !process.isOpen()) continue;
      process.close(() -> {});
      Activity activity = Activity.of(process.client);
      boolean isIdle = activity.calls() == 0 && activity.requests() == 0 && activity.waiting() == 0;
      if (isIdle && process.openRequests == 0) continue;
      violate(
          Rule.CLOSED_CLIENT_IS_IDLE,
          "the client of process %d is closed, but has %s and %d requests",
          process.number,
          activity,
          process.openRequests);
    }
  }

  // --- reads, attempts ---

  private void checkSharedReads() {
    Map<String, RecordedCall> last = new HashMap<>();
    Map<Object, Integer> reports = new IdentityHashMap<>();
    for (RecordedCall call : world.calls) {
      boolean isShared =
          call.operation() == Operation.GET_LOAD_POSITION
              && call.actionIndex >= 0
              && world.plan.actions().get(call.actionIndex).kind() == Action.Kind.SHARED_READ
              && !call.attempts.isEmpty();
      if (!isShared) continue;
      String name = call.loadNumber() + "/" + call.process.number + "/" + call.process.incarnation;
      RecordedCall before = last.put(name, call);
      if (before == null) continue;
      boolean overlaps = before.endedAt > call.attempts.get(0).sentAt || !before.hasEnded();
      boolean isFresh =
          before.succeeded()
              && call.attempts.get(0).sentAt - before.startedAt
                  < SimulatedCustomers.MAX_AGE.toNanos();
      if (overlaps || isFresh) {
        violate(
            Rule.ONE_PAID_READ_PER_MAX_AGE,
            "%s was sent although %s %s",
            call,
            before,
            overlaps ? "was running" : "had read a position within maxAge");
      }
    }
    for (SimulatedCustomers.SharedReadResult shared : world.customers.sharedReadResults) {
      Charge charge =
          shared.result() instanceof FreightResponse<?> response
              ? response.charge()
              : shared.result() instanceof FreightException failure ? failure.charge() : null;
      if (charge == null || charge.kind() != Charge.Kind.CHARGED) continue;
      if (reports.merge(shared.result(), 1, Integer::sum) > 1) {
        violate(Rule.CHARGE_REPORTED_ONCE, "two callers of one read got its charge");
      }
    }
  }

  private void checkCompleteResponses() {
    for (RecordedCall.Attempt attempt : world.attempts) {
      RecordedCall call = attempt.call;
      boolean success = attempt.responseStatus >= 200 && attempt.responseStatus < 300;
      if (!success || !call.hasEnded() || call.succeeded()) continue;
      violate(
          Rule.COMPLETE_RESPONSE_SUCCEEDS,
          "the response %d to %s was complete, and the caller got %s",
          attempt.responseStatus,
          call,
          call.resultText());
    }
  }

  // --- ledgers ---

  private void checkLedgers() {
    for (SimulatedProcess process : world.processes) {
      if (!process.isOpen() || process.ledger == null) continue;
      if (!settings.hasSharedLedger() || process == world.processes[0])
        checkReservedAmounts(process);
      moneyInvariants.checkChargesAreInLedger(process, process.ledger);
    }
    boolean pricesWereConstant = world.prices.stream().allMatch(price -> price.at() == 0);
    boolean isComparable = settings.hasLedger() && world.ledgerKnowsAllSpending();
    SimulatedProcess first = world.processes[0];
    if (isComparable && pricesWereConstant && first.isOpen())
      moneyInvariants.checkTotals(first.ledger);
  }

  private void checkReservedAmounts(SimulatedProcess process) {
    boolean nobodyWasKilled = world.incarnations.size() == world.processes.length;
    if (nobodyWasKilled && everyOutcomeWasStored() && !isIdle(process)) {
      violate(Rule.RESERVATION_ENDS, "all calls have ended, and an amount is still reserved");
    }
    long grace = Duration.ofMinutes(20).toNanos();
    world.runUntil(world.time.now() + grace);
    if (!isIdle(process)) {
      violate(Rule.RESERVATION_ENDS, "the amount of a killed call is still reserved");
    }
  }

  /** An outcome that could not be stored stays reserved until it becomes unknown. */
  private boolean everyOutcomeWasStored() {
    return world.calls.stream()
        .noneMatch(
            call ->
                !call.reservations.isEmpty()
                    && world.ledgerWasUnavailable(call.startedAt, call.endedAt));
  }

  private static boolean isIdle(SimulatedProcess process) {
    return process.ledger.totals().reservedUsd().signum() == 0;
  }
}

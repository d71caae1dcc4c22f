package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.simulation.CallLog.Attempt;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What must be true of the reservations of a world that has come to rest: what the guard was told
 * of each, what its call was told, and what the service took.
 */
final class BookingJudges {
  private final SimulatedWorld world;
  private final Set<Attempt> taken = new HashSet<>();

  BookingJudges(SimulatedWorld world) {
    this.world = world;
    for (SimulatedService.Taken one : world.service.taken()) taken.add(one.attempt());
  }

  void judge() {
    for (CallLog call : world.calls) {
      if (call.diedWithItsProcess()) continue;
      for (Held held : call.held) ended(held);
      if (call.hasEnded()) told(call);
    }
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, String.format(Locale.ROOT, fact, arguments), null);
  }

  // --- the guard ---

  private void ended(Held held) {
    if (!held.isReserved()) return;
    if (held.outcome == null) {
      violate(Rule.EVERY_HOLD_ENDS, "%s was never completed", held);
      return;
    }
    Charge.Kind kind = held.outcome.kind();
    boolean isSurelyFree = true;
    boolean isSurelyPaid = false;
    for (Attempt attempt : held.attempts) {
      // An attempt that was given up before it left is none.
      boolean isFree = attempt.result == null ? !attempt.handedOver : attempt.result.isSurelyFree();
      isSurelyFree &= isFree;
      isSurelyPaid |= attempt.result == AttemptResult.SUCCESS;
      boolean moved = taken.contains(attempt);
      if (moved && kind == Charge.Kind.NONE) {
        violate(
            Rule.THE_GUARD_IS_TOLD_THE_TRUTH,
            "%s ended as %s, and the service took money",
            held,
            kind);
      }
    }
    if (isSurelyFree && kind != Charge.Kind.NONE) {
      violate(
          Rule.THE_GUARD_IS_TOLD_THE_TRUTH, "%s ended as %s, and surely cost nothing", held, kind);
    }
    if (isSurelyPaid && kind != Charge.Kind.CHARGED) {
      violate(Rule.THE_GUARD_IS_TOLD_THE_TRUTH, "%s ended as %s, and was answered", held, kind);
    }
  }

  // --- the caller ---

  /** What a call tells is what became of its reservations, as the guard saw it. */
  private void told(CallLog call) {
    Charge told = call.told();
    boolean isReserved = world.settings.hasLedger() && call.isReserved();
    if (told == null || !isReserved) return;
    boolean open = false;
    boolean unpriced = false;
    // The most that the guard says of what was answered as charged: another call may have paid.
    Charge.Kind said = Charge.Kind.NONE;
    List<BigDecimal> charged = new ArrayList<>(1);
    for (Held held : call.held) {
      if (held.outcome == null || held.outcome.kind() == Charge.Kind.NONE) continue;
      if (held.outcome.kind() == Charge.Kind.UNKNOWN) {
        open = true;
        continue;
      }
      Charge.Kind its = held.toldInTime ? held.told.kind() : Charge.Kind.CHARGED;
      if (its.compareTo(said) > 0) said = its;
      Quote quote = held.purchase.quote();
      if (quote == null) unpriced = true;
      else charged.add(quote.usd());
    }
    boolean keyed = call.repeat == RepeatCost.ONCE_PER_KEY;
    boolean isCharged = unpriced || !charged.isEmpty();
    boolean agrees =
        switch (told.kind()) {
          case CHARGED ->
              charged.stream().anyMatch(usd -> usd.compareTo(told.amountUsd()) == 0)
                  && said == Charge.Kind.CHARGED
                  && (keyed || !open);
          case NONE -> isCharged ? said == Charge.Kind.NONE && (keyed || !open) : !open;
          case UNKNOWN -> open || unpriced || said == Charge.Kind.UNKNOWN;
        };
    if (!agrees) disagree(call, told);
  }

  private void disagree(CallLog call, Charge told) {
    StringBuilder said = new StringBuilder();
    for (Held held : call.held) {
      if (held.outcome == null) continue;
      said.append(said.isEmpty() ? "" : ", then ").append(held.outcome.kind());
      if (held.toldInTime) said.append(", which the guard calls ").append(held.told);
    }
    violate(
        Rule.CALLER_AND_GUARD_ARE_TOLD_THE_SAME,
        "%s was told %s, and its guard %s",
        call,
        told,
        said.isEmpty() ? "nothing" : said);
  }
}

package io.freightsdk.simulation;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.KeyRefused;
import io.freightsdk.SpendGuard.Quote;
import io.freightsdk.SpendGuard.Reservation;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.simulation.CallLog.Attempt;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What must be true of the reservations of a world that has come to rest: what the guard was told
 * of each, what its call was told, and what the service took; and of the keys that they had.
 */
final class BookingJudges {
  /** As long as a key is sent after it was sent first. */
  private static final Duration KEY_LIFE = Duration.ofHours(24).minusMinutes(5);

  /** Who asked in time may be answered so much later. */
  private static final long ANSWERS_WITHIN = 1_000_000_000L;

  private final World world;
  private final Settings settings;
  private final Set<Attempt> taken = new HashSet<>();

  BookingJudges(World world) {
    this.world = world;
    this.settings = world.settings;
    for (Service.Taken one : world.service.taken()) taken.add(one.attempt());
  }

  void judge() {
    for (CallLog call : world.calls) {
      if (call.diedWithItsProcess()) continue;
      for (Held held : call.held) ended(held);
      if (call.hasEnded()) told(call);
    }
    keys().values().forEach(this::aKey);
  }

  private void violate(Rule rule, String fact, Object... arguments) {
    world.violate(rule, fact.formatted(arguments), null);
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
      boolean isFree = attempt.heard == null ? !attempt.handedOver : attempt.heard.isSurelyFree();
      isSurelyFree &= isFree;
      isSurelyPaid |= attempt.heard == Heard.SUCCESS;
      boolean moved = taken.contains(attempt) && !held.isReplay();
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
    if (isSurelyPaid && kind != Charge.Kind.CHARGED && !isDeduplicated(held)) {
      violate(Rule.THE_GUARD_IS_TOLD_THE_TRUTH, "%s ended as %s, and was answered", held, kind);
    }
  }

  /** A load that existed under its customer's reference costs nothing. */
  private static boolean isDeduplicated(Held held) {
    return held.attempts.stream().anyMatch(attempt -> attempt.answeredWith == 200)
        && held.call.repeat == RepeatClass.KEYED;
  }

  // --- the caller ---

  /** What a call tells is what became of its reservations, as the guard saw it. */
  private void told(CallLog call) {
    Charge told = call.told();
    if (told == null || !call.isReserved(world.habits.confirmationsCost())) return;
    boolean known = false;
    boolean open = false;
    boolean unpriced = false;
    boolean contradicted = false;
    boolean mayBeUnknown = false;
    BigDecimal charged = null;
    BigDecimal mayBeCharged = null;
    for (Held held : call.held) {
      if (held.outcome == null) continue;
      boolean isLast = held == call.held.get(call.held.size() - 1);
      Charge.Kind said = held.toldInTime && held.told != null ? held.told.kind() : null;
      boolean saysUnknown = said == Charge.Kind.UNKNOWN;
      contradicted = saysUnknown && held.outcome.kind() != Charge.Kind.UNKNOWN;
      mayBeUnknown |= isOfAnotherLoad(held);
      switch (held.outcome.kind()) {
        case NONE -> known |= held.isReplay();
        case UNKNOWN -> open |= !held.isReplay();
        case CHARGED -> {
          boolean isOwn = !held.isReplay() && said != Charge.Kind.NONE;
          Quote quote = held.purchase.quote();
          // Then it cannot tell what it would have cost, even if another call has told it.
          mayBeUnknown |= quote == null;
          if (isOwn && quote == null) unpriced = true;
          if (isOwn && quote != null) charged = quote.usd();
          known |= !isOwn;
          // Only the last word of the guard is told; who told a charge of a key is no promise.
          if (!isLast && !held.isReplay() && quote != null) mayBeCharged = quote.usd();
        }
      }
    }
    boolean keyed = call.repeat == RepeatClass.KEYED;
    switch (told.kind()) {
      case CHARGED -> {
        BigDecimal most = charged != null ? charged : mayBeCharged;
        boolean isIt = most != null && most.compareTo(told.amountUsd()) == 0;
        if (!isIt || (open && !keyed)) disagree(call, told);
        if (contradicted) disagree(call, told);
      }
      case NONE -> {
        if (charged != null || unpriced || contradicted || (open && !(keyed && known))) {
          disagree(call, told);
        }
      }
      case UNKNOWN -> {
        if (!open && !unpriced && !contradicted && !mayBeUnknown) disagree(call, told);
      }
    }
  }

  private static boolean isOfAnotherLoad(Held held) {
    if (!(held.decision instanceof Reservation made) || made.earlier() == null) return false;
    String load = held.outcome == null ? null : held.outcome.loadNumber();
    return load != null && !load.equals(made.earlier().loadNumber());
  }

  private void disagree(CallLog call, Charge told) {
    StringBuilder said = new StringBuilder();
    for (Held held : call.held) {
      if (held.outcome == null) continue;
      said.append(said.isEmpty() ? "" : ", then ").append(held.outcome.kind());
      if (held.isReplay()) said.append(" of a key that was charged");
      if (held.toldInTime) said.append(", which the guard calls ").append(held.told);
    }
    violate(
        Rule.CALLER_AND_GUARD_ARE_TOLD_THE_SAME,
        "%s was told %s, and its guard %s",
        call,
        told,
        said.isEmpty() ? "nothing" : said);
  }

  // --- keys ---

  /** What was asked for under each key, by whoever remembers it, in the order of the answers. */
  private Map<List<Object>, List<Held>> keys() {
    List<Held> all = new ArrayList<>();
    for (CallLog call : world.calls) {
      if (call.chargedKey() == null) continue;
      all.addAll(call.held);
    }
    all.sort(Comparator.comparingLong(held -> held.madeAt < 0 ? held.askedAt : held.madeAt));
    Map<List<Object>, List<Held>> keys = new HashMap<>();
    for (Held held : all) {
      Object memory = settings.database() ? world : held.call.process;
      keys.computeIfAbsent(List.of(memory, held.call.chargedKey()), any -> new ArrayList<>(2))
          .add(held);
    }
    return keys;
  }

  private void aKey(List<Held> asked) {
    for (int i = 1; i < asked.size(); i++) {
      Held held = asked.get(i);
      List<Held> before = asked.subList(0, i);
      if (held.isReserved()) mayBeSent(held, before);
      else if (held.decision instanceof KeyRefused why) isRefused(held, why, before);
    }
  }

  private void mayBeSent(Held held, List<Held> before) {
    Set<String> loads = new HashSet<>();
    for (Held earlier : before) {
      if (!earlier.isReserved() || !mayHaveCost(earlier, held)) continue;
      // A process may die before its guard has stored what it was told.
      boolean isStored = earlier.told != null && !earlier.call.diedWithItsProcess();
      boolean isKnown = isStored && earlier.completedAt < held.madeAt;
      String load = isKnown && earlier.outcome != null ? earlier.outcome.loadNumber() : null;
      if (load != null && !booksWereAway(earlier, held)) loads.add(load);
      if (earlier.isReplay()) continue;
      if (isOther(earlier.purchase.digest(), held.purchase.digest())) {
        violate(Rule.A_KEY_HAS_ONE_BODY, "%s has another body than %s", held, earlier);
      }
      long age = held.madeAt - earlier.madeAt - ANSWERS_WITHIN;
      if (age > KEY_LIFE.toNanos() && !settings.lateClocks()) {
        violate(
            Rule.AN_OLD_KEY_IS_NOT_SENT,
            "%s has a key that was sent %s before",
            held,
            Duration.ofNanos(held.madeAt - earlier.madeAt));
      }
    }
    if (loads.size() > 1) {
      violate(Rule.A_KEY_OF_TWO_LOADS_IS_NOT_SENT, "%s has a key of loads %s", held, loads);
    }
  }

  /** As far as could be known when the other one was decided. */
  private static boolean mayHaveCost(Held earlier, Held then) {
    return earlier.completedAt < 0 || earlier.completedAt > then.madeAt || earlier.mayHaveCost();
  }

  private boolean isOther(@Nullable String before, @Nullable String now) {
    boolean areKnown = before != null && now != null;
    return (areKnown || settings.hasLedger()) && !Objects.equals(before, now);
  }

  private void isRefused(Held held, KeyRefused why, List<Held> before) {
    if (settings.lateClocks()) return;
    boolean mayBe = false;
    for (Held earlier : before) {
      // What became of it may be known to nobody: its process died, or its books were away.
      if (!earlier.isReserved() || booksWereAway(earlier, held)) return;
      // The guard may have been told, and not have stored it yet.
      boolean isStored = earlier.toldAt >= 0 && earlier.toldAt < held.madeAt;
      boolean mayHaveCost = !isStored || earlier.mayHaveCost();
      mayBe |=
          switch (why) {
            case OTHER_BODY ->
                mayHaveCost && isOther(earlier.purchase.digest(), held.purchase.digest());
            case TOO_OLD -> held.madeAt - earlier.madeAt >= KEY_LIFE.toNanos() - ANSWERS_WITHIN;
            case OTHER_LOAD -> mayHaveCost;
          };
    }
    if (!mayBe) violate(Rule.A_KEY_IS_REFUSED_FOR_A_REASON, "%s: %s", held, why);
  }

  private boolean booksWereAway(Held from, Held until) {
    return world.booksWereAway(from.madeAt, until.madeAt);
  }
}

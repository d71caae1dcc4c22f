package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.json.ResultJson;
import io.freightsdk.spend.SpendFilter;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.spend.SpendTotals;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a load with a budget: reads it when the last reading says that it is worth it, and
 * otherwise costs nothing. The budget is a limit of a scope of its own in the ledger, so hosts that
 * share the ledger share it, and lost answers count. A call ends after a while even if the truck
 * has not come, because hosts give up; the same call again goes on with what is left of the budget.
 *
 * <p>When to read next is decided here, and not by a {@code PollPlan} of freight-watch: its
 * adaptive plan learns from the whole track of a load, while a wait keeps one row, which hosts
 * share and a restart finds again; and every application with tools would need that artifact for
 * one method.
 */
final class WaitTool implements ToolBody {
  static final List<String> EVENTS = List.of("pickup", "left_pickup", "delivery", "delivered");

  /** The statuses in which each event has happened. */
  private static final Map<String, List<String>> REACHED =
      Map.of(
          "pickup", List.of("AT_PICKUP", "IN_TRANSIT", "AT_DELIVERY", "DELIVERED"),
          "left_pickup", List.of("IN_TRANSIT", "AT_DELIVERY", "DELIVERED"),
          "delivery", List.of("AT_DELIVERY", "DELIVERED"),
          "delivered", List.of("DELIVERED"));

  private static final Duration SOONEST = Duration.ofMinutes(2);
  private static final Duration LATEST = Duration.ofMinutes(30);
  private static final Duration LOOK = Duration.ofSeconds(1);
  private static final String WAIT = "wait ";

  private final PositionTool positions;
  private final Memory memory;
  private final Allowance allowance;
  private final SpendLedger ledger;
  private final Duration within;
  private final Sleeper sleeper;

  /**
   * @param within how long a call may take
   */
  WaitTool(
      PositionTool positions,
      Memory memory,
      Allowance allowance,
      SpendLedger ledger,
      Duration within,
      Sleeper sleeper) {
    this.positions = positions;
    this.memory = memory;
    this.allowance = allowance;
    this.ledger = ledger;
    this.within = within;
    this.sleeper = sleeper;
  }

  /**
   * How far a wait is; what it has spent is in the ledger.
   *
   * @param round how many waits with these arguments have ended, so that the next one has a budget
   *     of its own
   * @param next when the load is read again; null for now
   */
  private record Wait(int round, @Nullable Instant next) {
    static Wait of(@Nullable String row) {
      if (row == null) return new Wait(0, null);
      Map<String, @Nullable Object> members = Memory.json(row);
      BigDecimal round = (BigDecimal) Objects.requireNonNull(members.get("round"));
      Object next = members.get("next");
      return new Wait(round.intValueExact(), next == null ? null : Instant.parse((String) next));
    }

    String row() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("round", round);
      members.put("next", next == null ? null : next.toString());
      return ResultJson.of(members);
    }
  }

  @Override
  public Answer run(Invocation invocation) {
    String loadNumber = invocation.text("loadNumber");
    String event = invocation.text("event");
    BigDecimal most = (BigDecimal) Objects.requireNonNull(invocation.counted().get("maxUsd"));
    SpendScope caller = Objects.requireNonNull(allowance.of(invocation.call()));
    // The same load, event and maxUsd of the same caller are the same wait.
    String name = Memory.digest(caller.path() + ' ' + invocation.digest());
    String id = WAIT + name;
    Wait wait = Wait.of(memory.read(id));
    int round = wait.round();
    SpendScope budget =
        caller.child("wait-" + name + '.' + round, SpendLimits.builder().total(most).build());
    Instant until = memory.now().plus(within);
    Charge charge = Charge.NONE;
    Map<String, @Nullable Object> last = Map.of();
    while (true) {
      Instant now = memory.now();
      Instant next = wait.next();
      if (next == null || !now.isBefore(next)) {
        // A call pays once: if a second reading failed, nobody would be told of the first.
        if (charge.kind() != Charge.Kind.NONE) {
          return answer(loadNumber, false, last, next, budget, most, charge);
        }
        Answer reading = positions.read(invocation, loadNumber, budget).answer();
        last = reading.members();
        charge = reading.charge();
        boolean reached = REACHED.getOrDefault(event, List.of()).contains(last.get("status"));
        boolean over = reached || "CANCELLED".equals(last.get("status"));
        wait = over ? new Wait(round + 1, null) : new Wait(round, next(last, memory.now()));
        String row = wait.row();
        memory.keep(
            "how far a wait is",
            rows -> {
              // Another host may have seen its end.
              if (Wait.of(rows.read(id)).round() == round) rows.write(id, row);
              return true;
            });
        if (over) return answer(loadNumber, reached, last, null, budget, most, charge);
        invocation.call().progress("the load is " + last.get("status"));
      }
      Instant wake = Objects.requireNonNull(wait.next());
      if (!memory.now().isBefore(until)) {
        return answer(loadNumber, false, last, wake, budget, most, charge);
      }
      pause(wake.isAfter(until) ? until : wake, invocation, charge);
    }
  }

  /** Half of the time to the arrival that was announced, within bounds. */
  private static Instant next(Map<String, @Nullable Object> last, Instant now) {
    Duration pause = LATEST;
    if (last.get("usefulFrom") instanceof String from) {
      Instant useful = Instant.parse(from);
      return useful.isAfter(now) ? useful : now.plus(SOONEST);
    }
    if (last.get("eta") instanceof Map<?, ?> eta && eta.get("etaAt") instanceof String at) {
      try {
        pause = Duration.between(now, OffsetDateTime.parse(at)).dividedBy(2);
      } catch (DateTimeParseException e) {
        // A time that is none: the longest pause.
      }
    }
    if (pause.compareTo(SOONEST) < 0) pause = SOONEST;
    return now.plus(pause.compareTo(LATEST) > 0 ? LATEST : pause);
  }

  /**
   * Sleeps until then, or until the host has cancelled the call.
   *
   * @param charge what this call has cost so far
   */
  private void pause(Instant end, Invocation invocation, Charge charge) {
    try {
      for (Instant now = memory.now(); now.isBefore(end); now = memory.now()) {
        if (invocation.call().isCancelled()) throw cancelled(charge);
        Duration left = Duration.between(now, end);
        sleeper.sleep(Math.max(1, Math.min(LOOK.toMillis(), left.toMillis())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw cancelled(charge);
    }
  }

  private static Refusal cancelled(Charge charge) {
    return Refusal.of("CANCELLED", Retry.SAME_ARGUMENTS)
        .charge(charge)
        .because(
            "The wait was cancelled.",
            "Call again with the same arguments if it is still wanted; it goes on.");
  }

  private Answer answer(
      String loadNumber,
      boolean reached,
      Map<String, @Nullable Object> last,
      @Nullable Instant next,
      SpendScope budget,
      BigDecimal most,
      Charge charge) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("reached", reached);
    members.put("status", last.get("status"));
    members.put("eta", last.get("eta"));
    members.put("note", last.get("note"));
    try {
      SpendTotals totals = ledger.totals(SpendFilter.all().scope(budget));
      BigDecimal spent = totals.spentUsd();
      members.put("spentUsd", Money.usd(spent));
      if (totals.unknownUsd().signum() > 0)
        members.put("unknownUsd", Money.usd(totals.unknownUsd()));
      members.put("leftUsd", Money.usd(most.subtract(spent).max(BigDecimal.ZERO)));
    } catch (SpendGuard.UnavailableException e) {
      // The reading was paid for, so it is told all the same.
      members.put("note", "What this wait has spent is not known: the books cannot be reached.");
    }
    if (next != null) members.put("nextReadAt", Times.notBefore(next));
    members.put("chargedUsd", Money.certain(charge));
    return new Answer(members, charge, false);
  }
}

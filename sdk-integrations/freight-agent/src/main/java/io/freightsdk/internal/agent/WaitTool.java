package io.freightsdk.internal.agent;

import io.freightsdk.Charge;
import io.freightsdk.agent.ToolError.Retry;
import io.freightsdk.internal.agent.json.ResultJson;
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
 * otherwise costs nothing. A call ends after a while even if the truck has not come, because hosts
 * give up; the same call again goes on with what is left of the budget.
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
  private final Duration within;

  /**
   * @param within how long a call may take
   */
  WaitTool(PositionTool positions, Memory memory, Duration within) {
    this.positions = positions;
    this.memory = memory;
    this.within = within;
  }

  /** How far a wait is. */
  private record Wait(BigDecimal spentUsd, @Nullable Instant next) {
    static Wait of(@Nullable String row) {
      if (row == null) return new Wait(BigDecimal.ZERO, null);
      Map<String, @Nullable Object> members = Memory.json(row);
      Object next = members.get("next");
      return new Wait(
          new BigDecimal((String) Objects.requireNonNull(members.get("spent"))),
          next == null ? null : Instant.parse((String) next));
    }

    String row() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      members.put("spent", Money.usd(spentUsd));
      members.put("next", next == null ? null : next.toString());
      return ResultJson.of(members);
    }
  }

  @Override
  public Answer run(Invocation invocation) {
    String loadNumber = invocation.text("loadNumber");
    String event = invocation.text("event");
    BigDecimal most = (BigDecimal) Objects.requireNonNull(invocation.counted().get("maxUsd"));
    String id = WAIT + Memory.digest(invocation.digest());
    Wait wait = Wait.of(memory.change(rows -> rows.read(id)));
    Instant until = memory.now().plus(within);
    Charge charge = Charge.NONE;
    Map<String, @Nullable Object> last = Map.of();
    while (true) {
      Instant now = memory.now();
      Instant next = wait.next();
      if (next == null || !now.isBefore(next)) {
        BigDecimal left = most.subtract(wait.spentUsd());
        PositionTool.Reading reading = positions.read(invocation, loadNumber, left);
        last = reading.answer().members();
        if (reading.answer().charge().kind() != Charge.Kind.NONE) {
          charge = reading.answer().charge();
        }
        BigDecimal paid = paid(reading);
        wait = new Wait(wait.spentUsd().add(paid), next(last, memory.now()));
        Wait far = wait;
        boolean reached = REACHED.getOrDefault(event, List.of()).contains(last.get("status"));
        boolean over = reached || "CANCELLED".equals(last.get("status"));
        boolean unused =
            memory.change(
                rows -> {
                  if (over) rows.delete(id);
                  else rows.write(id, far.row());
                  return true;
                });
        if (over) return answer(loadNumber, reached, last, wait, most, charge);
        invocation.call().progress("the load is " + last.get("status"));
      }
      Instant wake = Objects.requireNonNull(wait.next());
      if (wake.isAfter(until)) wake = until;
      Duration pause = Duration.between(memory.now(), wake);
      boolean over = !memory.now().isBefore(until);
      if (over) return answer(loadNumber, false, last, wait, most, charge);
      pause(pause, invocation);
    }
  }

  private static BigDecimal paid(PositionTool.Reading reading) {
    BigDecimal amount = reading.answer().charge().amountUsd();
    return amount == null ? BigDecimal.ZERO : amount;
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

  private static void pause(Duration time, Invocation invocation) {
    Instant end = Instant.now().plus(time);
    try {
      while (Instant.now().isBefore(end)) {
        invocation.requireWanted();
        Duration left = Duration.between(Instant.now(), end);
        Thread.sleep(Math.max(1, Math.min(LOOK.toMillis(), left.toMillis())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.of("CANCELLED", Retry.SAME_ARGUMENTS)
          .because(
              "The wait was cancelled.",
              "Call again with the same arguments if it is still wanted; it goes on.");
    }
  }

  private static Answer answer(
      String loadNumber,
      boolean reached,
      Map<String, @Nullable Object> last,
      Wait wait,
      BigDecimal most,
      Charge charge) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("loadNumber", loadNumber);
    members.put("reached", reached);
    members.put("status", last.get("status"));
    members.put("eta", last.get("eta"));
    members.put("note", last.get("note"));
    members.put("spentUsd", Money.usd(wait.spentUsd()));
    members.put("leftUsd", Money.usd(most.subtract(wait.spentUsd()).max(BigDecimal.ZERO)));
    if (!reached && wait.next() != null) members.put("nextReadAt", wait.next().toString());
    members.put("chargedUsd", Money.certain(charge));
    return new Answer(members, charge, false);
  }
}

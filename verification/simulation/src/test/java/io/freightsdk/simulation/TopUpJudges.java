package io.freightsdk.simulation;

import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.SimulatedWire.Stage;
import io.freightsdk.model.Balance;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** What must be true of calls that wait for money, whenever their client has read the balance. */
final class TopUpJudges {
  private static final long MILLISECOND = 1_000_000L;

  /** So soon whoever may go on has gone on. */
  private static final long SOON = 2 * MILLISECOND;

  private final World world;

  TopUpJudges(World world) {
    this.world = world;
  }

  void balanceRead(CallLog reading) {
    boolean isForThem = reading.isOwn && world.settings.topUps() == Settings.TopUps.AWAIT;
    if (!isForThem || !(reading.outcome instanceof CallResult<?> result)) return;
    BigDecimal balance = ((Balance) result.value()).balanceUsd();
    List<CallLog> waiting = waiting(reading.process, 0);
    long then = world.time.nanos();
    if (waiting.isEmpty()) return;
    world.time.after(SOON, () -> look(reading.process, balance, waiting, then));
  }

  private List<CallLog> waiting(SimulatedProcess process, long since) {
    List<CallLog> waiting = new ArrayList<>();
    for (CallLog call : process.running) {
      if (call.stage == Stage.AWAITING_TOP_UP && call.topUpSince >= since) waiting.add(call);
    }
    return waiting;
  }

  private void look(
      SimulatedProcess process, BigDecimal balance, List<CallLog> waiting, long then) {
    if (!process.isOpen()) return;
    BigDecimal left = balance;
    BigDecimal ended = BigDecimal.ZERO;
    List<CallLog> wait = new ArrayList<>();
    for (CallLog call : waiting) {
      boolean waits = call.stage == Stage.AWAITING_TOP_UP && call.topUpSince <= then;
      // Who has ended may have been meant to go on.
      if (call.hasEnded()) ended = ended.add(call.needUsd);
      else if (waits) wait.add(call);
      else left = left.subtract(call.needUsd);
    }
    if (left.signum() < 0) {
      world.violate(
          Rule.A_TOP_UP_HELPS_AS_MANY_AS_IT_COVERS,
          "a balance of %s USD let calls go on that need %s USD"
              .formatted(balance, balance.subtract(left)),
          null);
    }
    left = left.subtract(ended);
    // Who came in between may have what is left.
    for (CallLog call : waiting(process, then)) left = left.subtract(call.needUsd);
    for (CallLog call : wait) {
      boolean isCovered = call.needUsd.compareTo(left) <= 0;
      if (isCovered && !call.cancelled) {
        world.violate(
            Rule.A_TOP_UP_HELPS_AS_MANY_AS_IT_COVERS,
            "%s needs %s USD and still waits, though %s of %s USD are left"
                .formatted(call, call.needUsd, left, balance),
            null);
      }
    }
  }
}

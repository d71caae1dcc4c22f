package io.freightsdk.simulation;

import io.freightsdk.model.Operation;
import io.freightsdk.simulation.CallLog.Stage;
import io.freightsdk.simulation.Violation.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What must be true of calls that wait for money, whenever their client has read the balance. */
final class TopUpJudges {
  private static final long MILLISECOND = 1_000_000L;

  /** So soon whoever may go on has gone on. */
  private static final long SOON = 2 * MILLISECOND;

  private static final long LONGEST_REST = 30_000 * MILLISECOND;

  private final SimulatedWorld world;

  TopUpJudges(SimulatedWorld world) {
    this.world = world;
  }

  /** A call that waits, and what its last refusal says that it needs. */
  private record Waiting(CallLog call, BigDecimal needUsd) {}

  /** A client has read its balance for those who wait. */
  void balanceRead(SimulatedProcess process, BigDecimal balance) {
    if (world.settings.topUps() != Settings.TopUps.AWAIT) return;
    CallLog prices = process.own.get(Operation.GET_PRICING);
    // Who seems to wait may go on already, and need the price.
    if (prices != null && !prices.hasEnded()) return;
    List<Waiting> waiting = waiting(process, 0);
    if (!waiting.isEmpty()) lookSoon(process, balance, waiting, world.time.now());
  }

  private List<Waiting> waiting(SimulatedProcess process, long since) {
    List<Waiting> waiting = new ArrayList<>();
    for (CallLog call : process.running) {
      boolean waits = call.stage == Stage.AWAITING_TOP_UP && call.topUpSince >= since;
      if (waits) waiting.add(new Waiting(call, call.needUsd));
    }
    return waiting;
  }

  private void lookSoon(
      SimulatedProcess process, BigDecimal balance, List<Waiting> waiting, long then) {
    world.time.after(
        SOON,
        () -> {
          boolean isNewest = process.balanceReadNanos == then;
          if (!isNewest || !process.isOpen()) return;
          if (mayWaitForPrices(process)) lookSoon(process, balance, waiting, then);
          else look(process, balance, waiting, then);
        });
  }

  /** Whether who goes on may need the list of prices first, which is read or waits for its turn. */
  private boolean mayWaitForPrices(SimulatedProcess process) {
    CallLog prices = process.own.get(Operation.GET_PRICING);
    boolean isRead = prices != null && (!prices.hasEnded() || isNew(prices.endedAt));
    return isRead || process.out >= world.settings.places() || isNew(process.gaveBackNanos);
  }

  private boolean isNew(long nanos) {
    return world.time.now() - nanos < SOON;
  }

  private void look(
      SimulatedProcess process, BigDecimal balance, List<Waiting> waiting, long then) {
    BigDecimal left = balance;
    BigDecimal ended = BigDecimal.ZERO;
    List<Waiting> wait = new ArrayList<>();
    for (Waiting one : waiting) {
      CallLog call = one.call();
      boolean waits = call.stage == Stage.AWAITING_TOP_UP && call.topUpSince <= then;
      // Who has ended may have been meant to go on.
      if (call.hasEnded()) ended = ended.add(one.needUsd());
      else if (waits) wait.add(one);
      else left = left.subtract(one.needUsd());
    }
    if (left.signum() < 0) {
      world.violate(
          Rule.A_TOP_UP_HELPS_AS_MANY_AS_IT_COVERS,
          String.format(
              Locale.ROOT,
              "a balance of %s USD let calls go on that need %s USD",
              balance,
              balance.subtract(left)),
          null);
    }
    left = left.subtract(ended);
    // Who came in between may have what is left.
    for (Waiting one : waiting(process, then)) left = left.subtract(one.needUsd());
    for (Waiting one : wait) {
      boolean isCovered = one.needUsd().compareTo(left) <= 0 && !rests(one.call(), then);
      if (isCovered && !one.call().cancelled && !hadNoWord(one.call(), then)) {
        world.violate(
            Rule.A_TOP_UP_HELPS_AS_MANY_AS_IT_COVERS,
            String.format(
                Locale.ROOT,
                "%s needs %s USD and still waits, though %s of %s USD are left",
                one.call(),
                one.needUsd(),
                left,
                balance),
            null);
      }
    }
  }

  /** Who was refused though a balance covered it is not sent again as soon as one does. */
  private static boolean rests(CallLog call, long then) {
    return call.topUps > 1 && then - call.topUpSince < LONGEST_REST;
  }

  /**
   * Whether its guard had not said yet what its last reservation was charged: a call waits for that
   * first, and for money then.
   */
  private static boolean hadNoWord(CallLog call, long then) {
    if (call.held.isEmpty()) return false;
    Held last = call.held.get(call.held.size() - 1);
    boolean isTold = last.toldAt >= 0 && last.toldAt < then;
    return last.completedAt >= 0 && !isTold;
  }
}

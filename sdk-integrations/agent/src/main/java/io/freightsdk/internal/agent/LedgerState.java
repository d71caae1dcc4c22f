package io.freightsdk.internal.agent;

import io.freightsdk.spend.SpendLedger;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * What all tools of one ledger share in this process, because an application may build them for
 * each user, request or conversation. It ends with the ledger, to which nothing in it refers.
 */
final class LedgerState {
  private static final Map<SpendLedger, LedgerState> BY_LEDGER =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final WaitingCalls waiting = new WaitingCalls();

  /** Creations, by account and reference. */
  final OneAtATime orders = new OneAtATime(waiting);

  /** Questions, by caller: a person is asked one thing at a time. */
  final OneAtATime questions = new OneAtATime(waiting);

  final HeldPrices held = new HeldPrices(waiting);
  final RecentLoads recent = new RecentLoads();
  final LastStatus lastStatus = new LastStatus();

  private LedgerState() {}

  static LedgerState of(SpendLedger ledger) {
    return BY_LEDGER.computeIfAbsent(ledger, any -> new LedgerState());
  }
}

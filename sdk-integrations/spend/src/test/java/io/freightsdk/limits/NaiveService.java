package io.freightsdk.limits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A naive service: it takes money for all that comes, and for a key of an account once a day. */
final class NaiveService {
  private static final long DAY = TimeUnit.HOURS.toMicros(24);

  /**
   * It took money.
   *
   * @param entryScope in which the ledger counts it
   * @param isLate after the reservation had expired, or before it was made, as the clock was set
   *     back: limits foresee neither
   */
  record Debit(
      String thing,
      String operation,
      String scope,
      String entryScope,
      long at,
      long price,
      boolean isLate) {}

  final List<Debit> debits = new ArrayList<>();
  private final Map<String, Debit> last = new HashMap<>();

  /** Of each account. */
  final Map<String, Long> balances = new HashMap<>();

  /** Whether it forgot the key for which it has taken money. */
  boolean hasForgotten(String thing, long now) {
    Debit known = last.get(thing);
    return known != null && now - known.at >= DAY;
  }

  /** The load of an answer: that of a key is as old as the money that it took. */
  @Nullable String load(ModelCall call) {
    return call.request.idempotencyKey() == null
        ? call.request.loadNumber()
        : "LD-" + debits.indexOf(last.get(call.thing()));
  }

  /** Takes the price that the call has read, unless it has taken it for its key. */
  @Nullable Debit debit(ModelCall call, String entryScope, long now) {
    Debit known = last.get(call.thing());
    if (known != null && now - known.at < DAY) return null;
    boolean isLate = now > call.deadline() + LedgerModel.GRACE || now < call.madeAt;
    Debit debit =
        new Debit(
            call.thing(),
            call.request.operation().id(),
            call.scope(),
            entryScope,
            now,
            call.price(),
            isLate);
    debits.add(debit);
    last.put(call.thing(), debit);
    balances.merge(call.request.accountId(), -debit.price, Long::sum);
    return debit;
  }
}

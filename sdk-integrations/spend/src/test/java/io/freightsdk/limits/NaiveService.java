package io.freightsdk.limits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A naive service: it debits every request, and a key of an account once a day. */
final class NaiveService {
  private static final long DAY = TimeUnit.HOURS.toMicros(24);

  /**
   * A debit.
   *
   * @param entryScope the scope in which the ledger counts it
   * @param isLate whether the debit is later than the expiry of its reservation or, because the
   *     clock was set back, earlier than the reservation; limits cannot prevent either
   */
  record Debit(
      String chargeKey,
      String operation,
      String scope,
      String entryScope,
      long at,
      long price,
      boolean isLate) {}

  final List<Debit> debits = new ArrayList<>();
  private final Map<String, Debit> last = new HashMap<>();

  /** The balance of each account. */
  final Map<String, Long> balances = new HashMap<>();

  /** Whether the service forgot a key that it has charged. */
  boolean hasForgotten(String chargeKey, long now) {
    Debit known = last.get(chargeKey);
    return known != null && now - known.at >= DAY;
  }

  /** The load of a response. The load of a key comes from the latest debit of the key. */
  @Nullable String load(ModelCall call) {
    return call.request.idempotencyKey() == null
        ? call.request.loadNumber()
        : "LD-" + debits.indexOf(last.get(call.chargeKey()));
  }

  /** Debits the price that the call has read, unless its key was already charged. */
  @Nullable Debit debit(ModelCall call, String entryScope, long now) {
    Debit known = last.get(call.chargeKey());
    if (known != null && now - known.at < DAY) return null;
    boolean isLate = now > call.deadline() + LedgerModel.GRACE || now < call.startedAt;
    Debit debit =
        new Debit(
            call.chargeKey(),
            call.request.operation().id(),
            call.scope(),
            entryScope,
            now,
            call.price(),
            isLate);
    debits.add(debit);
    last.put(call.chargeKey(), debit);
    balances.merge(call.request.accountId(), -debit.price, Long::sum);
    return debit;
  }
}

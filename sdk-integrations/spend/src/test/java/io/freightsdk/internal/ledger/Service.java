package io.freightsdk.internal.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A naive service of one account: it takes money for all that comes, and for a key once a day. */
final class Service {
  private static final long DAY = TimeUnit.HOURS.toMicros(24);

  /**
   * It took money.
   *
   * @param isLate after the reservation had expired, or before it was made, as the clock was set
   *     back: limits foresee neither
   */
  record Debit(String thing, String scope, long at, long price, boolean isLate) {}

  final List<Debit> debits = new ArrayList<>();
  private final Map<String, Debit> last = new HashMap<>();
  long balance;

  /** Whether it forgot the key for which it has taken money. */
  boolean hasForgotten(String thing, long now) {
    Debit known = last.get(thing);
    return known != null && now - known.at >= DAY;
  }

  /** The load of an answer: that of a key is as old as the money that it took. */
  @Nullable String load(ModelCall call) {
    return call.request.key() == null
        ? call.request.loadNumber()
        : "LD-" + debits.indexOf(last.get(call.thing()));
  }

  /** Takes the price that the call has read, unless it has taken it for its key. */
  @Nullable Debit debit(ModelCall call, long now) {
    Debit known = last.get(call.thing());
    if (known != null && now - known.at < DAY) return null;
    ReservationRequest request = call.request;
    boolean isLate = now > call.deadline() + LedgerRules.GRACE || now < call.madeAt;
    Debit debit = new Debit(call.thing(), request.scope(), now, request.price(), isLate);
    debits.add(debit);
    last.put(call.thing(), debit);
    balance -= debit.price;
    return debit;
  }
}

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

  /** It took money. */
  record Debit(String thing, String scope, long at, long price) {}

  final List<Debit> debits = new ArrayList<>();
  private final Map<String, Debit> last = new HashMap<>();
  long balance;

  /** Takes the price that the call has read, unless it has taken it for its key. */
  @Nullable Debit debit(ModelCall call, long now) {
    Debit known = last.get(call.thing());
    if (known != null && now - known.at < DAY) return null;
    ReservationRequest request = call.request;
    Debit debit = new Debit(call.thing(), request.scope(), now, request.price());
    debits.add(debit);
    last.put(call.thing(), debit);
    balance -= debit.price;
    return debit;
  }
}

package io.freightsdk.internal.spend;

import io.freightsdk.spend.VirtualTime;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A service of one account: it takes money for all that comes, and for a key once a day. */
final class NaiveService {
  static final long CENT = 10_000_000L;
  private static final long START_BALANCE = 1_000_000 * 100 * CENT;
  private static final long DAY = TimeUnit.DAYS.toMicros(1);

  /** It took money. */
  record Debit(String thing, String scope, long at, long price, String load) {}

  private final VirtualTime time;
  private final List<Debit> debits = new ArrayList<>();
  private final Map<String, Debit> last = new HashMap<>();
  private long balance = START_BALANCE;

  /** Of a creation; a read costs a tenth of it. */
  long price = 65 * CENT;

  NaiveService(VirtualTime time) {
    this.time = time;
  }

  long now() {
    return Micros.of(time.instant());
  }

  /** Takes the price that the call has read, unless it has taken it for its key. */
  Debit debit(Sent sent) {
    String thing = sent.thing();
    Debit known = known(thing);
    if (known != null) return known;
    Debit debit =
        new Debit(thing, sent.wish.scope(), now(), sent.wish.price(), "LD-" + debits.size());
    debits.add(debit);
    last.put(thing, debit);
    balance -= debit.price;
    return debit;
  }

  /** Somebody else moves money. */
  void credit(long amount) {
    balance += amount;
  }

  long balance() {
    return balance;
  }

  Map<String, BigDecimal> prices() {
    return Map.of("load_create", NanoUsd.toUsd(price), "position_read", NanoUsd.toUsd(price / 10));
  }

  /** All that it has taken. */
  List<Debit> debits() {
    return debits;
  }

  /** What it would answer again; null for what it has forgotten, and for what never came. */
  @Nullable Debit known(String thing) {
    Debit debit = last.get(thing);
    return debit != null && now() - debit.at < DAY ? debit : null;
  }
}

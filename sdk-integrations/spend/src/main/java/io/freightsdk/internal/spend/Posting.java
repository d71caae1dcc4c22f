package io.freightsdk.internal.spend;

import io.freightsdk.Charge;
import io.freightsdk.internal.spend.Sum.Kind;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What an entry adds to the sums: the whole of the view, so that sums can be computed again. */
final class Posting {
  /** Sums of the whole ledger since its opening. */
  static final String LEDGER = "ledger";

  /** So long after its start a ledger may meet keys that were paid before it. */
  private static final long DAY = TimeUnit.DAYS.toMicros(1);

  /** Slots are left alone a little before they are swept, because a clock may go back. */
  private static final long MARGIN = TimeUnit.HOURS.toMicros(1);

  /** What a comparison with the balance counts of an entry. */
  private enum Standing {
    /** It is in the balance of the opening. */
    OUT,
    /** Nobody knows whether it is: it costs 0 to its price since then. */
    DOUBTFUL,
    /** It began after the opening. */
    IN
  }

  private final Head head;
  private final long now;

  Posting(Head head, long now) {
    this.head = head;
    this.now = now;
  }

  /** Adds what an entry counts, or with -1 takes it away. */
  void post(@Nullable Entry entry, int sign, Map<Sum, Long> sums) {
    if (entry == null) return;
    limits(entry, sign, sums);
    ledger(entry, sign, sums);
  }

  /** What limits and totals ask for. */
  void limits(Entry entry, int sign, Map<Sum, Long> sums) {
    long counted = entry.counted();
    if (counted == 0) return;
    Kind kind =
        entry.running()
            ? Kind.HELD
            : entry.outcome() == Charge.Kind.CHARGED ? Kind.CHARGED : Kind.UNKNOWN;
    for (String path : Paths.around(entry.scopes())) {
      add(sums, new Sum(path, kind, 0), sign * counted);
      if (entry.running()) continue;
      for (Kind slots : Kind.SLOTS) {
        long slot = slots.start(entry.countsAt());
        if (slot < now - slots.kept() + MARGIN) continue;
        add(sums, new Sum(path, slots, slot), sign * counted);
      }
    }
  }

  /** What a comparison with the balance asks for. */
  void ledger(Entry entry, int sign, Map<Sum, Long> sums) {
    Standing standing = standing(entry);
    if (standing == Standing.OUT) return;
    if (standing == Standing.IN) add(sums, new Sum(LEDGER, Kind.LEAST, 0), sign * entry.least());
    add(sums, new Sum(LEDGER, Kind.MOST, 0), sign * entry.counted());
    TreeSet<Long> prices = new TreeSet<>();
    if (entry.running()) prices.add(entry.held());
    if (entry.outcome() != Charge.Kind.NONE) {
      prices.add(entry.lowest());
      prices.add(entry.most());
    }
    for (long price : prices) {
      add(sums, new Sum(LEDGER + "/" + entry.operation(), Kind.PRICE, price), sign);
    }
  }

  private Standing standing(Entry entry) {
    if (head.opening() == 0) return Standing.OUT;
    boolean late = entry.running() || entry.saidAt() >= head.outBefore();
    if (entry.at() <= head.openedAt()) return late ? Standing.DOUBTFUL : Standing.OUT;
    return mayBePaidBefore(entry) ? Standing.DOUBTFUL : Standing.IN;
  }

  private boolean mayBePaidBefore(Entry entry) {
    return entry.key() != null && entry.at() < head.since() + DAY;
  }

  private static void add(Map<Sum, Long> sums, Sum sum, long amount) {
    if (amount == 0) return;
    sums.merge(sum, amount, (a, b) -> a + b == 0 ? null : (Long) (a + b));
  }
}

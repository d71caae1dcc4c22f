package io.freightsdk.internal.spend;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The name of a sum: what the entries of a scope count. Sums are a view of the entries, so that a
 * limit reads some hundred rows, however many entries there are.
 *
 * @param scope a path; {@code ledger} and what begins with it is of the whole ledger
 * @param slot when the slot begins, for {@link Kind#SLOTS}; the price, for {@link Kind#PRICE};
 *     otherwise 0
 */
public record Sum(String scope, Kind kind, long slot) {
  /** What a sum counts. */
  public enum Kind {
    /** Set aside for calls on their way. */
    HELD(0, 0),
    /** Charged, ever. */
    CHARGED(0, 0),
    /** Perhaps charged, ever. */
    UNKNOWN(0, 0),
    /** Charged or perhaps charged in a second, and so on. */
    SECOND(TimeUnit.SECONDS.toMicros(1), TimeUnit.HOURS.toMicros(3)),
    MINUTE(TimeUnit.MINUTES.toMicros(1), TimeUnit.HOURS.toMicros(62)),
    HOUR(TimeUnit.HOURS.toMicros(1), TimeUnit.DAYS.toMicros(62)),
    DAY(TimeUnit.DAYS.toMicros(1), TimeUnit.DAYS.toMicros(369)),
    /** Surely charged since the opening. */
    LEAST(0, 0),
    /** Perhaps charged since the opening, with what is set aside. */
    MOST(0, 0),
    /** How many entries may have been charged at a price since the opening; no amount. */
    PRICE(0, 0);

    /** Those that have a length, the shortest first. */
    public static final List<Kind> SLOTS = List.of(SECOND, MINUTE, HOUR, DAY);

    private final long length;
    private final long kept;

    Kind(long length, long kept) {
      this.length = length;
      this.kept = kept;
    }

    /** How long a slot is, in microseconds. */
    public long length() {
      return length;
    }

    /** After so long no window asks for a slot: a longer one has longer slots. */
    public long kept() {
      return kept;
    }

    /** When the slot of a time begins. */
    public long start(long at) {
      return Math.floorDiv(at, length) * length;
    }

    /** When the slot of a time is over. */
    public long end(long at) {
      return start(at) + length;
    }
  }

  /** The sums of one scope and kind whose slot is {@code from} or later and before {@code to}. */
  public record Range(String scope, Kind kind, long from, long to) {
    public boolean has(Sum sum) {
      return sum.slot >= from && sum.slot < to && sum.kind == kind && sum.scope.equals(scope);
    }
  }
}

package io.freightsdk.internal.spend;

import io.freightsdk.Charge.Kind;
import io.freightsdk.model.Operation;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The money of one idempotency key, which the service takes at most once, or of one call without a
 * key. It is held while any call that uses it has not ended; then the greatest word of its calls
 * counts, in whatever order they said it. Amounts are billionths of a USD, times microseconds since
 * 1970.
 */
final class Money extends Row {
  Operation operation;

  /** The paths that count it, with the ledger's last number when the first call of each held it. */
  final Map<String, Long> paths = new LinkedHashMap<>(2);

  /** Calls that have not ended, with the time from which on they are surely over. */
  final Map<String, Long> holds = new TreeMap<>();

  /**
   * Calls that were over without a word, with when; unknown is presumed, and only their own word
   * replaces it.
   */
  final Map<String, Long> dead = new TreeMap<>();

  /** When a key was first used, by the clock of the books and by the time of day. */
  long born;

  long bornWall;

  /** Digest of the body under the key; empty if there is none. */
  String digest = "";

  /** The load that the key bought, at whatever price; null while no answer has named it. */
  @Nullable String load;

  /** The most that any of its calls may cost. */
  long amount;

  /** The least; greater than any amount while none of them knew the price, 0 if one did not. */
  long least = Long.MAX_VALUE;

  /** Whether the price changed while it was held. */
  boolean repriced;

  /** When it counts: at the latest call that may have been charged. */
  long at;

  /** What the time of day was ahead of the time of the books then. */
  long ahead;

  /** The greatest word of the calls that have said one. */
  Kind said = Kind.NONE;

  /** What a balance or a person said of unknown money; unknown if nobody did. */
  Kind settled = Kind.UNKNOWN;

  /** Number of the line that carries it; 0 if none does. */
  long line;

  /** To be read. */
  Money(String id) {
    this(id, Operation.CREATE_LOAD, 0, 0);
  }

  Money(String id, Operation operation, long born, long bornWall) {
    super(id);
    this.operation = operation;
    this.born = born;
    this.bornWall = bornWall;
  }

  boolean hasKey() {
    return id().startsWith(KEY);
  }

  /** Null for a call without a key. */
  @Nullable String key() {
    return hasKey() ? id().substring(KEY.length()) : null;
  }

  boolean isPriced() {
    return least < Long.MAX_VALUE;
  }

  /** What its calls say. */
  Kind word() {
    return dead.isEmpty() ? said : greater(said, Kind.UNKNOWN);
  }

  /** Nothing was charged, unknown, charged: of several words about one key the greatest counts. */
  static Kind greater(Kind one, Kind other) {
    return one.compareTo(other) >= 0 ? one : other;
  }

  boolean isCharged() {
    return said == Kind.CHARGED;
  }

  /** Whether a repeat surely costs nothing: what the first call of the key cost may be unknown. */
  boolean isBought() {
    return isCharged() || load != null;
  }

  /** Whether it is set aside: a call may still be charged. */
  boolean isHeld() {
    return !holds.isEmpty() && !isBought();
  }

  /** Whether it counts as spent. */
  boolean isSpent() {
    if (isHeld()) return false;
    return isCharged() || (word() == Kind.UNKNOWN && settled != Kind.NONE);
  }

  /** Whether nobody will ever ask for it again. */
  boolean isOver() {
    return holds.isEmpty() && word() == Kind.NONE && load == null;
  }

  void join(String path, long since, String token, long end) {
    // What was bought is counted where it was.
    if (!isBought()) paths.merge(path, since, Math::max);
    holds.put(token, end);
  }

  boolean countsIn(String scope, long countsFrom) {
    for (Map.Entry<String, Long> one : paths.entrySet()) {
      if (one.getValue() >= countsFrom && ScopePaths.isInside(one.getKey(), scope)) return true;
    }
    return false;
  }

  @Override
  public long ends() {
    long first = Long.MAX_VALUE;
    for (long end : holds.values()) first = Math.min(first, end);
    return first;
  }

  @Override
  void fields(Fields fields) {
    operation = Operation.valueOf(fields.text("operation", operation.name()));
    if (hasKey()) {
      born = fields.number("born", born);
      bornWall = born + fields.number("wallAhead", bornWall - born);
    }
    digest = fields.text("body", digest);
    load = fields.text("load", load == null ? "" : load);
    if (load.isEmpty()) load = null;
    amount = fields.usd("most", amount);
    boolean unpriced = fields.number("unpriced", isPriced() ? 0 : 1) > 0;
    least = fields.usd("least", isPriced() ? least : 0);
    if (unpriced) least = Long.MAX_VALUE;
    repriced = fields.number("repriced", repriced ? 1 : 0) > 0;
    at = fields.number("at", at);
    ahead = fields.number("ahead", ahead);
    said = kind(fields, "said", said, Kind.NONE);
    settled = kind(fields, "settled", settled, Kind.UNKNOWN);
    line = fields.number("line", line);
    fields.numbers("in.", paths);
    fields.numbers("dead.", dead);
    if (hasKey()) {
      fields.numbers("held.", holds);
    } else {
      // The call whose name the row has.
      String call = id().substring(CALL.length());
      long end = fields.number("held", holds.getOrDefault(call, 0L));
      if (end != 0) holds.put(call, end);
    }
  }

  private static Kind kind(Fields fields, String name, Kind kind, Kind usual) {
    String text = fields.text(name, kind == usual ? "" : kind.name());
    return text.isEmpty() ? usual : Kind.valueOf(text);
  }
}

package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.store.Cell;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The money of one idempotency key, which the service takes at most once, or of one call without a
 * key. It is held while any call that uses it has not ended; then the greatest word of its calls
 * counts, in whatever order they said it. Amounts are billionths of a USD, times microseconds since
 * 1970.
 */
final class Money implements Cell {
  private static final String PATH = "in.";
  private static final String HOLD = "held.";
  private static final String DEAD = "dead.";

  private final String id;
  final Operation operation;

  /** The paths that count it, with the ledger's last number when the first call of each held it. */
  final Map<String, Long> paths = new LinkedHashMap<>();

  /** Calls that have not ended, with the time from which on they are surely over. */
  final Map<String, Long> holds = new LinkedHashMap<>();

  /**
   * Calls that were over without a word; unknown is presumed, and only their own word replaces it.
   */
  final Set<String> dead = new LinkedHashSet<>();

  /** When the key was first used, by the clock of the books and by the time of day. */
  final long born;

  final long bornWall;

  /** Digest of the body under the key; empty if there is none. */
  String digest = "";

  /** The load of the key's charge; null while no answer has named it. */
  @Nullable String load;

  /** The most and the least that any of its calls may cost. */
  long amount;

  long least = Long.MAX_VALUE;

  /** Whether the price changed while it was held. */
  boolean repriced;

  /** When it counts: at the latest call that may have been charged. */
  long at;

  /** The greatest word of the calls that have said one. */
  Word said = Word.NOT_CHARGED;

  /** What a balance or a person said of unknown money; unknown if nobody did. */
  Word settled = Word.UNKNOWN;

  /** Call and attempt of the line that carries it; empty if none does. */
  String lineToken = "";

  int lineAttempt;

  Money(String id, Operation operation, long born, long bornWall) {
    this.id = id;
    this.operation = operation;
    this.born = born;
    this.bornWall = bornWall;
  }

  Money(String id, Fields fields) {
    this(
        id,
        Operation.valueOf(fields.get("operation")),
        fields.number("born"),
        fields.number("born"));
    this.digest = fields.get("body");
    this.load = fields.has("load") ? fields.get("load") : null;
    this.amount = fields.nano("most");
    this.least = fields.nano("least");
    this.repriced = fields.has("repriced");
    this.at = fields.number("at");
    this.said = fields.has("said") ? Word.valueOf(fields.get("said")) : Word.NOT_CHARGED;
    this.settled = fields.has("settled") ? Word.valueOf(fields.get("settled")) : Word.UNKNOWN;
    this.lineToken = fields.get("line");
    this.lineAttempt = (int) fields.number("attempt");
    fields.under(PATH).forEach((path, since) -> paths.put(path, Long.parseLong(since)));
    fields.under(HOLD).forEach((token, end) -> holds.put(token, Long.parseLong(end)));
    dead.addAll(fields.under(DEAD).keySet());
  }

  boolean hasKey() {
    return id.startsWith(Cells.KEY);
  }

  /** Null for a call without a key. */
  @Nullable String key() {
    return hasKey() ? id.substring(Cells.KEY.length()) : null;
  }

  Word word() {
    return dead.isEmpty() ? said : said.or(Word.UNKNOWN);
  }

  boolean isCharged() {
    return said == Word.CHARGED;
  }

  /** Whether it is set aside: a call may still be charged. */
  boolean isHeld() {
    return !holds.isEmpty() && !isCharged();
  }

  /** Whether it counts as spent. */
  boolean isSpent() {
    if (isHeld()) return false;
    return isCharged() || (word() == Word.UNKNOWN && settled != Word.NOT_CHARGED);
  }

  /** Whether nobody will ever ask for it again. */
  boolean isOver() {
    return holds.isEmpty() && word() == Word.NOT_CHARGED;
  }

  void join(String path, long since, String token, long end) {
    // What was charged is counted where it was.
    if (!isCharged()) paths.merge(path, since, Math::max);
    holds.put(token, end);
  }

  boolean countsIn(String scope, long countsFrom) {
    for (Map.Entry<String, Long> one : paths.entrySet()) {
      if (one.getValue() >= countsFrom && ScopePaths.isInside(one.getKey(), scope)) return true;
    }
    return false;
  }

  void carriedBy(String token, int attempt) {
    lineToken = token;
    lineAttempt = attempt;
  }

  @Override
  public String id() {
    return id;
  }

  @Override
  public long ends() {
    long first = Long.MAX_VALUE;
    for (long end : holds.values()) first = Math.min(first, end);
    return first;
  }

  @Override
  public String text() {
    Fields fields = new Fields();
    fields.put("operation", operation.name());
    fields.put("born", born);
    if (!digest.isEmpty()) fields.put("body", digest);
    if (load != null) fields.put("load", load);
    fields.usd("most", amount);
    fields.usd("least", least);
    if (repriced) fields.put("repriced", "yes");
    fields.put("at", at);
    if (said != Word.NOT_CHARGED) fields.put("said", said.name());
    if (settled != Word.UNKNOWN) fields.put("settled", settled.name());
    if (!lineToken.isEmpty()) fields.put("line", lineToken);
    fields.put("attempt", lineAttempt);
    paths.forEach((path, since) -> fields.put(PATH + path, Long.toString(since)));
    holds.forEach((token, end) -> fields.put(HOLD + token, Long.toString(end)));
    dead.forEach(token -> fields.put(DEAD + token, "yes"));
    return fields.text();
  }
}

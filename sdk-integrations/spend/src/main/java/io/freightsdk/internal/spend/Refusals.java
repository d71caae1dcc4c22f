package io.freightsdk.internal.spend;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers a question that has just been refused without the lock of those who pay: for 100 ms, or
 * until something is free in this process. Safe for concurrent use.
 */
public final class Refusals {
  private static final long GOOD_NANOS = Duration.ofMillis(100).toNanos();
  private static final int MOST = 1000;

  /** The same caps, scope and price get the same answer. */
  private record Question(String scope, List<Cap> caps, long price) {}

  private record Refused(Answer.Full full, long goodFor, long nanos, long micros) {}

  private final LongSupplier nanos;
  private final @Nullable Clock clock;

  /** The oldest first; other ones as soon as something is free. Guarded by this. */
  private Map<Question, Refused> newest = new LinkedHashMap<>();

  /**
   * @param clock of the ledger, if it may be moved; otherwise null
   */
  public Refusals(LongSupplier nanos, @Nullable Clock clock) {
    this.nanos = nanos;
    this.clock = clock;
  }

  /** Asks the rules, unless the answer is known. */
  public Answer answer(Storage storage, Wish wish) {
    Question question = new Question(wish.scope(), wish.caps(), wish.price());
    Answer.Full known = known(question);
    if (known != null && isNew(storage, wish)) return known;
    Map<Question, Refused> before = newest();
    long[] asked = new long[1];
    Answer answer =
        storage.change(
            rows -> {
              asked[0] = rows.now();
              return new Rules(rows).reserve(wish);
            });
    if (answer instanceof Answer.Full full && isNew(storage, wish)) {
      remember(question, full, asked[0], before);
    }
    return answer;
  }

  /** Whether nothing counts for it yet, so that the answer is the one that others get. */
  private static boolean isNew(Storage storage, Wish wish) {
    if (wish.key() == null) return true;
    return storage.look(rows -> rows.find(wish.name(), List.of()).entry() == null);
  }

  private synchronized Answer.@Nullable Full known(Question question) {
    Refused refused = newest.get(question);
    if (refused == null) return null;
    boolean isGood =
        nanos.getAsLong() - refused.nanos < refused.goodFor
            && Math.abs(micros() - refused.micros) < refused.goodFor / 1000;
    if (!isGood) newest.remove(question);
    return isGood ? refused.full : null;
  }

  private synchronized Map<Question, Refused> newest() {
    return newest;
  }

  private synchronized void remember(
      Question question, Answer.Full full, long asked, Map<Question, Refused> before) {
    if (newest != before) return;
    newest.remove(question);
    Long freesAt = full.freesAt();
    long goodFor = freesAt == null ? GOOD_NANOS : Math.min(GOOD_NANOS, (freesAt - asked) * 1000);
    newest.put(question, new Refused(full, goodFor, nanos.getAsLong(), micros()));
    if (newest.size() > MOST) newest.remove(newest.keySet().iterator().next());
  }

  private long micros() {
    return clock == null ? 0 : Micros.of(clock.instant());
  }

  /** What was refused may have room now. */
  public synchronized void freed() {
    newest = new LinkedHashMap<>();
  }
}

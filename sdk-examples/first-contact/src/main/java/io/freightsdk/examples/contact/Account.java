package io.freightsdk.examples.contact;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The money of the run, by the service's own balance: what was taken, what may still be taken, and
 * what the balance did after a question. It accuses nobody; it only tells what it saw and for how
 * long.
 */
final class Account {
  private static final Duration QUIET = Duration.ofSeconds(30);
  private static final Duration LONGEST_DEBIT = Duration.ofMinutes(2);
  private static final Duration SHORTEST_WATCH = Duration.ofSeconds(5);

  /**
   * Between two readings once the shortest watch is over, so that a slow balance is not pressed.
   */
  private static final Duration LATER_PAUSE = Duration.ofSeconds(4);

  /** A balance that changes more often after one question is somebody else's too. */
  private static final int MOST_CHANGES = 3;

  private static final String UNREADABLE = "the balance cannot be read";

  /** A balance that cannot be read so often in a row cannot be read. */
  private static final int MOST_FAILURES = 5;

  private final Supplier<@Nullable BigDecimal> balance;
  private final Waits waits;
  private final BigDecimal limit;

  private @Nullable BigDecimal start;
  private BigDecimal last = BigDecimal.ZERO;

  /** By how much it fell. A rise takes nothing back: money that came in was spent before. */
  private BigDecimal gone = BigDecimal.ZERO;

  private BigDecimal open = BigDecimal.ZERO;
  private Duration lag = Duration.ZERO;

  /**
   * @param balance reads the balance once, at most once a second; null if it cannot be read
   * @param limit the most that may be taken, in USD
   */
  Account(Supplier<@Nullable BigDecimal> balance, Waits waits, BigDecimal limit) {
    this.balance = balance;
    this.waits = waits;
    this.limit = limit;
  }

  /**
   * What the balance did after a question.
   *
   * @param fell by how much, from before the question until it stood still
   * @param took the most that it fell from one reading to a later one: a top-up in between takes
   *     nothing back
   * @param firstAfter when it changed first; null if it did not
   * @param why in our words why nothing can be said; null if it stood still
   */
  record Movement(
      BigDecimal fell, BigDecimal took, @Nullable Duration firstAfter, @Nullable String why) {}

  /** The balance before anything was asked; null if it is not known. */
  void starts(@Nullable BigDecimal balance) {
    start = balance;
  }

  /** Watches before the first question that may cost; says why it may not be asked, or null. */
  @Nullable String watchBefore() {
    BigDecimal first = read();
    if (first == null) return UNREADABLE;
    last = start == null ? first : start;
    if (first.compareTo(last) != 0) {
      stands(first);
      return "the balance moved while only free questions were asked: they may cost, or another"
          + " program uses this account";
    }
    return watchQuietly();
  }

  /** Watches before a service is accused; says why it may not be, or null. */
  @Nullable String watchAfter() {
    return watchQuietly();
  }

  /** Half a minute in which nothing is asked. */
  private @Nullable String watchQuietly() {
    Instant end = waits.now().plus(QUIET);
    while (waits.now().isBefore(end)) {
      BigDecimal now = read();
      if (now == null) return UNREADABLE;
      if (now.compareTo(last) != 0) {
        stands(now);
        return "the balance moved while nothing was asked: another program uses this account";
      }
    }
    return null;
  }

  /** Whether the balance stands where the last question left it; says why not, or null. */
  @Nullable String isStill() {
    BigDecimal now = read();
    if (now == null) return UNREADABLE;
    if (now.compareTo(last) == 0) return null;
    stands(now);
    return "the balance moved between two questions: another program may use this account";
  }

  /** What was taken, and what may still be taken by questions that were asked. */
  BigDecimal taken() {
    return gone.add(open);
  }

  private void stands(BigDecimal now) {
    gone = gone.add(last.subtract(now).max(BigDecimal.ZERO));
    last = now;
  }

  BigDecimal left() {
    return limit.subtract(taken());
  }

  /** Counts a question as asked, before it leaves: its most counts until the balance has told. */
  void asked(BigDecimal most) {
    open = open.add(most);
  }

  /**
   * Watches the balance after a question.
   *
   * @param most what {@link #asked} has counted for it
   * @param expected by how much it should fall; zero for nothing
   */
  Movement settle(BigDecimal most, BigDecimal expected) {
    BigDecimal before = last;
    Movement moved = watch(before, expected);
    last = before.subtract(moved.fell());
    // A balance that rose, and fell again to where it is expected, was read from a stale copy.
    boolean isExpected = moved.why() == null && moved.fell().compareTo(expected) == 0;
    gone = gone.add(isExpected ? expected : moved.took());
    if (moved.why() == null) open = open.subtract(most);
    return moved;
  }

  private Movement watch(BigDecimal before, BigDecimal expected) {
    BigDecimal value = before;
    BigDecimal highest = before;
    BigDecimal took = BigDecimal.ZERO;
    Instant asked = waits.now();
    Instant stableSince = asked;
    Duration firstAfter = null;
    int changes = 0;
    while (true) {
      BigDecimal now = read();
      Instant at = waits.now();
      if (now == null) return new Movement(before.subtract(value), took, firstAfter, UNREADABLE);
      if (now.compareTo(value) != 0) {
        changes++;
        value = now;
        highest = highest.max(now);
        took = took.max(highest.subtract(now));
        stableSince = at;
        if (firstAfter == null) firstAfter = Duration.between(asked, at);
      }
      BigDecimal fell = before.subtract(value);
      boolean isShown = fell.compareTo(expected) >= 0;
      if (isShown && expected.signum() > 0 && firstAfter != null && firstAfter.compareTo(lag) > 0) {
        lag = firstAfter;
      }
      boolean stands = Duration.between(stableSince, at).compareTo(watch()) >= 0;
      boolean isLate = Duration.between(asked, at).compareTo(LONGEST_DEBIT) >= 0;
      if (changes > MOST_CHANGES) {
        return new Movement(fell, took, firstAfter, "the balance does not stand still");
      }
      if (isShown && stands) return new Movement(fell, took, firstAfter, null);
      if (!isShown && isLate && stands) {
        String seen = changes == 0 ? "no debit showed" : "the balance did not fall by the price";
        String why = seen + " in " + LONGEST_DEBIT.toMinutes() + " minutes";
        return new Movement(fell, took, firstAfter, why);
      }
      if (Duration.between(asked, at).compareTo(SHORTEST_WATCH) > 0) waits.sleep(LATER_PAUSE);
    }
  }

  /** How long a balance must stand: twice what the slowest debit took, at least five seconds. */
  private Duration watch() {
    Duration twice = lag.multipliedBy(2);
    return twice.compareTo(SHORTEST_WATCH) > 0 ? twice : SHORTEST_WATCH;
  }

  private @Nullable BigDecimal read() {
    for (int failures = 0; failures < MOST_FAILURES; failures++) {
      BigDecimal read = balance.get();
      if (read != null) return read;
    }
    return null;
  }
}

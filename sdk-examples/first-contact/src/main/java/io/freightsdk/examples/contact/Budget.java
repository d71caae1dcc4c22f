package io.freightsdk.examples.contact;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The money of the run, by the service's own balance: what was taken, what may still be taken, and
 * by how much the balance fell after a question.
 */
final class Budget {
  /** A balance that stands so long is nobody else's. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  /** A debit that was not expected shows so much later than one that was, at most. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Duration LONGEST_DELAY = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Supplier<@Nullable BigDecimal> balance;
  private final Time waits;
  private final BigDecimal limit;

  private @Nullable BigDecimal last;

  /** By how much it fell. A rise takes nothing back: money that came in was spent before. */
  private BigDecimal gone = BigDecimal.ZERO;

  private BigDecimal open = BigDecimal.ZERO;
  private @Nullable Duration delay;

  /**
   * @param balance reads the balance; null if it cannot be read
   * @param limit the most that may be taken, in USD
   */
  Budget(Supplier<@Nullable BigDecimal> balance, Time waits, BigDecimal limit) {
    this.balance = balance;
    this.waits = waits;
    this.limit = limit;
  }

  /** The balance before anything was asked; null if it is not known. */
  void starts(@Nullable BigDecimal first) {
    last = first;
  }

  /** What was taken, and what may still be taken by questions that were asked. */
  BigDecimal taken() {
    return gone.add(open);
  }

  BigDecimal left() {
    return limit.subtract(taken());
  }

  /** How long the first debit took until the balance showed it; null until it did. */
  @Nullable Duration delay() {
    return delay;
  }

  /** Says why the balance cannot be used: it moved since it was read last; null if it can. */
  @Nullable String moved() {
    BigDecimal before = last;
    BigDecimal now = balance.get();
    if (now == null || before == null) return "the balance cannot be read";
    stands(now);
    boolean isStill = now.compareTo(before) == 0;
    return isStill ? null : "the balance moved by itself: another program may use this account";
  }

  /** Says whether it moves in half a minute in which nothing is asked; null if it does not. */
  @Nullable String movesInQuiet() {
    String before = moved();
    if (before != null) return before;
    waits.sleep(QUIET);
    return moved();
  }

  /** Counts a question as asked, before it leaves: its most counts until the balance has told. */
  void asked(BigDecimal most) {
    open = open.add(most);
  }

  /**
   * By how much the balance fell after a question; null if it cannot be read, and then its most
   * counts on.
   *
   * @param most what {@link #asked} has counted for it
   * @param expected by how much it should fall; zero for nothing
   */
  @Nullable BigDecimal fell(BigDecimal most, BigDecimal expected) {
    BigDecimal before = last;
    if (before == null) return null;
    Instant asked = waits.now();
    Duration waited = Duration.ZERO;
    if (delay != null) waits.sleep(delay);
    BigDecimal now = balance.get();
    while (now != null && before.subtract(now).compareTo(expected) < 0) {
      waited = Duration.between(asked, waits.now());
      if (waited.compareTo(LONGEST_DELAY) > 0) break;
      waits.sleep(PAUSE);
      now = balance.get();
    }
    boolean isShown = waited.compareTo(LONGEST_DELAY) <= 0;
    if (isShown && delay == null && expected.signum() > 0) delay = waited;
    waits.sleep(MARGIN);
    now = balance.get();
    if (now == null) return null;
    stands(now);
    open = open.subtract(most);
    return before.subtract(now);
  }

  private void stands(BigDecimal now) {
    if (last != null) gone = gone.add(last.subtract(now).max(BigDecimal.ZERO));
    last = now;
  }
}

package io.freightsdk.contact;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The money of the run, by the balance of the service. Not safe for concurrent use. */
final class Budget {
  static final Finding UNREADABLE =
      Finding.broken(
          "the balance is not an amount in USD",
          "The client cannot wait for a top-up or compare the ledger. " + Finding.ASK_OPERATOR);

  static final Finding MOVED =
      Finding.notSeen(
          "the balance changes while no call is sent",
          "Stop other programs that use the account, then run it again. If none does, the service"
              + " charges more than its prices: ask the operator.");

  static final Finding ROSE =
      Finding.notSeen(
          "the balance rises during the run",
          "A top-up or a refund hides the charges. Run it again, and do not top up until its end.");

  /** If the balance stays the same for this time, no other program uses the account. */
  private static final Duration QUIET = Duration.ofSeconds(30);

  /** An unexpected charge shows at most so much later than an expected one. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  private static final Duration MAX_DELAY = Duration.ofMinutes(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Supplier<@Nullable BigDecimal> balance;
  private final Time time;
  private final BigDecimal limit;

  private @Nullable BigDecimal last;

  /** The sum of all decreases. A top-up does not increase the remaining budget. */
  private BigDecimal spent = BigDecimal.ZERO;

  private BigDecimal reserved = BigDecimal.ZERO;
  private @Nullable Duration delay;

  /**
   * @param balance reads the balance; null if it cannot be read
   * @param limit the maximum that may be spent, in USD
   */
  Budget(Supplier<@Nullable BigDecimal> balance, Time time, BigDecimal limit) {
    this.balance = balance;
    this.time = time;
    this.limit = limit;
  }

  /** Sets the balance before the first check; null if it is not known. */
  void start(@Nullable BigDecimal first) {
    last = first;
  }

  /** The amount that was spent or may still be charged. */
  BigDecimal committed() {
    return spent.add(reserved);
  }

  BigDecimal left() {
    return limit.subtract(committed()).max(BigDecimal.ZERO);
  }

  /** The time until the balance showed the first charge; null before that. */
  @Nullable Duration delay() {
    return delay;
  }

  /**
   * Reads the balance, and counts a decrease as spent. Returns why the balance cannot be used now,
   * such as a change since the last read; null if it can.
   */
  @Nullable Finding checkBalance() {
    BigDecimal before = last;
    BigDecimal now = balance.get();
    if (now == null || before == null) return UNREADABLE;
    record(now);
    int change = now.compareTo(before);
    return change == 0 ? null : change > 0 ? ROSE : MOVED;
  }

  /** The same, now and after half a minute without calls. */
  @Nullable Finding watchBalance() {
    Finding before = checkBalance();
    if (before != null) return before;
    time.sleep(QUIET);
    return checkBalance();
  }

  /** Counts the maximum cost of a call as committed before it is sent. Does not check the limit. */
  void reserve(BigDecimal maximum) {
    reserved = reserved.add(maximum);
  }

  /**
   * Waits until the balance shows a call, at most two minutes, and releases the reserved maximum.
   * Returns by how much the balance fell; negative if it rose, null if it cannot be read. In both
   * cases, and if an expected charge does not show, the maximum stays reserved.
   *
   * @param maximum the amount that {@link #reserve} has reserved
   * @param expected the expected cost; zero for a free call
   */
  @Nullable BigDecimal awaitCharge(BigDecimal maximum, BigDecimal expected) {
    BigDecimal before = last;
    if (before == null) return null;
    Instant start = time.now();
    Duration waited = Duration.ZERO;
    if (delay != null) time.sleep(delay);
    BigDecimal now = balance.get();
    while (now != null
        && now.compareTo(before) <= 0
        && before.subtract(now).compareTo(expected) < 0) {
      waited = Duration.between(start, time.now());
      if (waited.compareTo(MAX_DELAY) > 0) break;
      time.sleep(PAUSE);
      now = balance.get();
    }
    boolean hasRisen = now != null && now.compareTo(before) > 0;
    boolean isShown = !hasRisen && waited.compareTo(MAX_DELAY) <= 0;
    if (isShown && delay == null && expected.signum() > 0) delay = waited;
    time.sleep(MARGIN);
    now = balance.get();
    if (now == null) return null;
    record(now);
    // A charge that does not show may still come.
    if (isShown) reserved = reserved.subtract(maximum);
    return before.subtract(now);
  }

  private void record(BigDecimal now) {
    if (last != null) spent = spent.add(last.subtract(now).max(BigDecimal.ZERO));
    last = now;
  }
}

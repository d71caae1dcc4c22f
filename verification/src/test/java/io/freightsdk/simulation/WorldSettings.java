package io.freightsdk.simulation;

import io.freightsdk.simulation.RunObservations.Cap;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one world is set up.
 *
 * @param clientCap what all calls may cost under a limit, in all or in a window
 * @param runCap the same for the calls of one run
 * @param processes how many client processes there are
 * @param places requests on the wire at once, of one process
 * @param maxPrice of the client; null for none
 * @param faults chance of a fault in one attempt, in percent
 * @param throwing whether listeners throw
 */
record WorldSettings(
    Books books,
    Limited limits,
    BigDecimal clientCap,
    BigDecimal runCap,
    int processes,
    int places,
    Duration timeout,
    Duration deadline,
    int maxAttempts,
    boolean retriesReads,
    TopUps topUps,
    @Nullable BigDecimal maxPrice,
    int faults,
    BigDecimal balance,
    boolean throwing) {

  /** What guards the clients. */
  enum Books {
    /** A ledger in a database that processes share. */
    DATABASE,
    /** A ledger in the memory of each process. */
    MEMORY,
    /** No ledger, so that nothing limits. */
    NONE
  }

  /** What limits the calls of a world. */
  enum Limited {
    NO,
    TOTAL,
    WINDOW
  }

  /** What a client does on a 402. */
  enum TopUps {
    FAIL,
    AWAIT;

    /** How long it waits for a top-up. */
    Duration maxWait() {
      return switch (this) {
        case FAIL -> Duration.ZERO;
        case AWAIT -> Duration.ofMinutes(3);
      };
    }
  }

  private static final Books[] ANY_BOOKS = {
    Books.DATABASE,
    Books.DATABASE,
    Books.DATABASE,
    Books.MEMORY,
    Books.MEMORY,
    Books.NONE,
    Books.NONE
  };

  static final Duration WINDOW = Duration.ofHours(1);
  static final int RUNS = 3;

  /** How long a price is believed while the list cannot be read. */
  static final Duration MAX_PRICE_AGE = Duration.ofMinutes(5);

  boolean database() {
    return books == Books.DATABASE;
  }

  boolean hasLedger() {
    return books != Books.NONE;
  }

  boolean limited() {
    return limits != Limited.NO;
  }

  SpendLimit[] clientLimits() {
    return limit(clientCap);
  }

  private SpendLimit[] limit(BigDecimal cap) {
    return switch (limits) {
      case NO -> new SpendLimit[0];
      case TOTAL -> new SpendLimit[] {SpendLimit.total(cap)};
      case WINDOW -> new SpendLimit[] {SpendLimit.perHour(cap)};
    };
  }

  /** The scopes that pay; none where nothing knows a scope. */
  List<SpendScope> runs() {
    if (!hasLedger()) return List.of();
    SpendScope tenant = SpendScope.of("acme");
    SpendLimit[] limit = limit(runCap);
    return List.of(
        tenant.child("run-0", limit), tenant.child("run-1", limit), tenant.child("run-2", limit));
  }

  List<Cap> caps() {
    if (!limited()) return List.of();
    Duration window = limits == Limited.WINDOW ? WINDOW : null;
    return List.of(
        new Cap(SpendScope.CLIENT, clientCap, window),
        new Cap("client/acme/run-0", runCap, window),
        new Cap("client/acme/run-1", runCap, window),
        new Cap("client/acme/run-2", runCap, window));
  }

  static WorldSettings of(Dice dice) {
    Books books = dice.pick(ANY_BOOKS);
    Limited limits =
        books == Books.NONE
            ? Limited.NO
            : dice.pick(Limited.NO, Limited.TOTAL, Limited.WINDOW, Limited.WINDOW);
    boolean total = limits == Limited.TOTAL;
    boolean needsPrice = limits == Limited.WINDOW || dice.percent(25);
    return new WorldSettings(
        books,
        limits,
        usd(dice.percent(50) ? total ? "9.00" : "4.00" : nearAPrice(dice)),
        usd(dice.percent(50) ? total ? "3.00" : "1.50" : nearAPrice(dice)),
        1 + dice.below(3),
        dice.pick(1, 1, 2, 8),
        Duration.ofSeconds(dice.pick(1, 4, 10)),
        Duration.ofSeconds(dice.pick(8, 30, 120, 600)),
        dice.pick(1, 2, 4, 4),
        dice.percent(30),
        dice.pick(TopUps.values()),
        needsPrice ? usd(dice.pick("2.00", "2.00", "0.70", "0.03")) : null,
        dice.pick(0, 10, 25, 60),
        usd(dice.pick("1.00", "8.00", "200.00")),
        dice.percent(30));
  }

  /** Room for some calls exactly, for one cent less, or for none. */
  private static String nearAPrice(Dice dice) {
    return dice.pick(
        "0.65", "1.30", "1.29", "1.95", "0.64", "0.67", "0.02", "0.04", "0.05", "0.40", "0.80");
  }

  private static BigDecimal usd(String amount) {
    return new BigDecimal(amount);
  }
}

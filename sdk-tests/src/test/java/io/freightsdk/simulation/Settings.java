package io.freightsdk.simulation;

import io.freightsdk.simulation.Evidence.Cap;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * How one world is set up. Two settings make the columns of the coverage: where the books are, and
 * whether limits bind the calls.
 *
 * @param database whether processes share their books, or each has its own in memory
 * @param processes how many client processes there are
 * @param places requests on the wire at once, of one process
 * @param faults chance of a fault in one attempt, in percent
 * @param lateClocks whether clocks of processes drift and jump
 */
record Settings(
    boolean database,
    Limited limits,
    int processes,
    int places,
    Duration timeout,
    Duration deadline,
    int maxAttempts,
    boolean retriesReads,
    TopUps topUps,
    Duration priceLife,
    int faults,
    BigDecimal balance,
    boolean lateClocks,
    boolean throwing) {

  /** What limits the calls of a world. */
  enum Limited {
    NO,
    TOTAL,
    WINDOW
  }

  /** What a client does on a 402. */
  enum TopUps {
    FAIL,
    AWAIT,
    HANDLER
  }

  static final Duration WINDOW = Duration.ofMinutes(10);
  static final BigDecimal WINDOW_CAP = new BigDecimal("4.00");
  static final BigDecimal TOTAL_CAP = new BigDecimal("9.00");
  static final BigDecimal RUN_WINDOW_CAP = new BigDecimal("1.50");
  static final BigDecimal RUN_TOTAL_CAP = new BigDecimal("3.00");
  static final int RUNS = 3;

  private static final SpendLimits NONE = SpendLimits.none();

  /** Books in memory go by the process's own clock, which must not be set where limits count. */
  static boolean clocksMayBeSet(boolean database, boolean limited) {
    return database || !limited;
  }

  boolean limited() {
    return limits != Limited.NO;
  }

  SpendLimits clientLimits() {
    return switch (limits) {
      case NO -> NONE;
      case TOTAL -> TOTAL;
      case WINDOW -> WINDOWED;
    };
  }

  private static final SpendLimits TOTAL = SpendLimits.builder().total(TOTAL_CAP).build();
  private static final SpendLimits WINDOWED = SpendLimits.builder().per(WINDOW, WINDOW_CAP).build();
  private static final List<SpendScope> TOTAL_RUNS =
      runs(SpendLimits.builder().total(RUN_TOTAL_CAP).build());
  private static final List<SpendScope> WINDOWED_RUNS =
      runs(SpendLimits.builder().per(WINDOW, RUN_WINDOW_CAP).build());
  private static final List<SpendScope> FREE_RUNS = runs(SpendLimits.none());

  private static List<SpendScope> runs(SpendLimits limits) {
    SpendScope tenant = SpendScope.of("acme", SpendLimits.none());
    return List.of(
        tenant.child("run-0", limits),
        tenant.child("run-1", limits),
        tenant.child("run-2", limits));
  }

  SpendScope run(int number) {
    return switch (limits) {
      case NO -> FREE_RUNS.get(number);
      case TOTAL -> TOTAL_RUNS.get(number);
      case WINDOW -> WINDOWED_RUNS.get(number);
    };
  }

  /** The highest price of a call; null for none. */
  String maxPrice() {
    return limits == Limited.WINDOW ? "2.00" : null;
  }

  List<Cap> caps() {
    return switch (limits) {
      case NO -> List.of();
      case TOTAL -> TOTAL_CAPS;
      case WINDOW -> WINDOW_CAPS;
    };
  }

  private static final List<Cap> TOTAL_CAPS = caps(TOTAL_CAP, RUN_TOTAL_CAP, null);
  private static final List<Cap> WINDOW_CAPS = caps(WINDOW_CAP, RUN_WINDOW_CAP, WINDOW);

  private static List<Cap> caps(BigDecimal client, BigDecimal run, Duration window) {
    return List.of(
        new Cap(SpendScope.CLIENT, client, window),
        new Cap("client/acme/run-0", run, window),
        new Cap("client/acme/run-1", run, window),
        new Cap("client/acme/run-2", run, window));
  }

  static Settings of(Dice dice) {
    boolean database = dice.percent(60);
    Limited limits = dice.pick(Limited.NO, Limited.TOTAL, Limited.WINDOW, Limited.WINDOW);
    boolean mayJump = clocksMayBeSet(database, limits != Limited.NO);
    return new Settings(
        database,
        limits,
        1 + dice.below(3),
        dice.pick(1, 2, 8),
        dice.pick(Duration.ofSeconds(1), Duration.ofSeconds(4), Duration.ofSeconds(10)),
        dice.pick(Duration.ofSeconds(8), Duration.ofSeconds(30), Duration.ofMinutes(2)),
        dice.pick(1, 2, 4),
        dice.percent(30),
        dice.pick(TopUps.values()),
        dice.pick(
            Duration.ofMinutes(5),
            Duration.ofSeconds(20),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1)),
        dice.pick(0, 10, 25, 60),
        dice.pick(new BigDecimal("1.00"), new BigDecimal("8.00"), new BigDecimal("200.00")),
        mayJump && dice.percent(40),
        dice.percent(30));
  }

  /** In a sentence, for stories. */
  String told() {
    return ("%d process%s with %s, %s; %d on the wire at once, timeout %s, deadline %s, %d"
            + " attempts, unknown reads %s, on a 402: %s, prices stand %s, balance %s USD%s")
        .formatted(
            processes,
            processes == 1 ? "" : "es",
            database ? "books in one database" : "books in memory",
            switch (limits) {
              case NO -> "no limits";
              case TOTAL ->
                  "limits in total (%s USD, %s a run)".formatted(TOTAL_CAP, RUN_TOTAL_CAP);
              case WINDOW ->
                  "limits per %s (%s USD, %s a run)".formatted(WINDOW, WINDOW_CAP, RUN_WINDOW_CAP);
            },
            places,
            timeout,
            deadline,
            maxAttempts,
            retriesReads ? "repeated" : "not repeated",
            topUps,
            priceLife,
            balance,
            lateClocks ? ", clocks that drift and jump" : "");
  }
}

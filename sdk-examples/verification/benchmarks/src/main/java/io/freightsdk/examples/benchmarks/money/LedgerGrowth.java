package io.freightsdk.examples.benchmarks.money;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.examples.benchmarks.Effort;
import io.freightsdk.examples.benchmarks.Percentiles;
import io.freightsdk.examples.benchmarks.Usage;
import io.freightsdk.examples.benchmarks.report.Measurement;
import io.freightsdk.examples.benchmarks.report.Measurements;
import io.freightsdk.examples.benchmarks.report.Table;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** One kind of ledger, measured again and again while it fills. */
final class LedgerGrowth {
  static final String PAID = "paid call";
  static final String REFUSED = "refused call";
  static final String TOTALS = "totals";
  static final String PAID_RATE = "paid calls per second";
  static final String REFUSED_RATE = "refusals per second";
  static final String BESIDE = "paid calls during refusals";
  private static final String SLOWEST = "p99 of a paid call";
  private static final String PROCESSOR = "processor time of a paid call";
  private static final String BYTES = "bytes of a paid call";

  static final Table TABLE =
      new Table.Growth(
          "money",
          "How cost grows: entries in a window",
          """
          Position reads of a client with a limit over 24 hours, against a service in a JVM of its
          own that does no work; the entries lie within that window. A paid call reserves its price, is sent and is booked. A refused call is not sent,
          and names the time at which enough becomes free. Rates are those of four threads;
          paid calls during refusals is the share of their rate that four paying threads keep
          while four others are refused all the time. The databases write to their disk before
          they confirm a commit; beyond ten thousand entries they fill by copying their own rows.
          Measuring at most doubles the number of entries.""",
          "entries in the window");

  /** What the fullest ledger costs in ratio to the emptiest, and what it still does a second. */
  static final Table SUMMARY =
      new Table.Comparison(
          "money summary",
          "What a full ledger costs, compared with an empty one",
          """
          From the measurements above: the time of a call at the most entries, divided by that at
          the fewest, and the rates at the most entries.""",
          null,
          null);

  private static final String KEY = "agentkey-0123456789abcdef";
  private static final String LOAD = "LD-2026-0001";
  private static final int THREADS = 4;
  private static final int FILLING_THREADS = 16;

  /** As many entries as calls bring in soon enough. */
  private static final int PAID_ENTRIES = 10_000;

  private static final int SINGLE_CALLS = 500;

  private static final Duration LONGEST_FLUSH = Duration.ofSeconds(10);

  private final Effort effort = Effort.ofThisRun();
  private final int rounds = effort.of(5, 2);
  private final int millis = effort.of(700, 60);
  private final String baseUrl;
  private final String subject;
  private final Measurements measurements;
  private final Map<String, double[]> firstAndLast = new HashMap<>();

  LedgerGrowth(String baseUrl, String subject, Measurements measurements) {
    this.baseUrl = baseUrl;
    this.subject = subject;
    this.measurements = measurements;
  }

  /** So that the emptiest ledger is not measured in a JVM that is still cold. */
  void warmUp(SpendLedger thrownAway) throws Exception {
    try (FreightClient paying = client(thrownAway, "1000000.00");
        FreightClient refused = client(thrownAway, "0.02")) {
      Callers.Round round = new Callers.Round(Long.MAX_VALUE, effort.of(8_000, 100));
      // In an empty ledger one read fits even under the smallest limit.
      pay(paying);
      Callers.perSecond(THREADS, round, () -> pay(paying), THREADS, () -> beRefused(refused));
      Callers.micros(1, round, () -> pay(paying));
    }
  }

  /** Fills a ledger from a thousand entries to this many, tenfold each time. */
  void measure(GrowingLedger growing, int most) throws Exception {
    SpendLedger ledger = growing.ledger();
    try (FreightClient paying = client(ledger, "1000000.00");
        FreightClient refused = client(ledger, "0.02")) {
      BigDecimal priceUsd = paying.quote(Operation.GET_LOAD_POSITION, 1).totalUsd();
      for (int size = 1_000; size <= most; size *= 10) {
        // What could not be stored in time is stored before anything is counted.
        paying.spendGuard().flush(LONGEST_FLUSH).toCompletableFuture().get();
        if (size > PAID_ENTRIES) growing.copyEntries(size);
        long missing = size - entries(ledger, priceUsd);
        double seconds = Callers.seconds(FILLING_THREADS, missing, () -> pay(paying));
        System.out.printf("  %s: %d entries were paid in %.0f s%n", subject, missing, seconds);
        at(size, ledger, paying, refused);
      }
    }
    summarize();
  }

  /** Every entry is that of a position read, and was charged. */
  private static long entries(SpendLedger ledger, BigDecimal priceUsd) {
    return ledger.totals().chargedUsd().divide(priceUsd, RoundingMode.UNNECESSARY).longValueExact();
  }

  private FreightClient client(SpendLedger ledger, String capUsd) {
    return FreightClient.builder()
        .baseUrl(baseUrl)
        .agentKey(KEY)
        .spendGuard(ledger.guard(SpendLimits.builder().perDay(capUsd).build()))
        .build();
  }

  private static void pay(FreightClient client) {
    client.getLoadPosition(LOAD, CallOptions.DEFAULT);
  }

  private static void beRefused(FreightClient client) {
    try {
      client.getLoadPosition(LOAD, CallOptions.DEFAULT);
    } catch (SpendLimitExceededException refusal) {
      return;
    }
    throw new IllegalStateException("a call beyond its limit was paid");
  }

  /** What adds nothing comes first; what adds entries adds a part of those there are. */
  private void at(int size, SpendLedger ledger, FreightClient paying, FreightClient refused)
      throws Exception {
    Callers.Round free = new Callers.Round(Long.MAX_VALUE, millis);
    Callers.Round fiftieth = new Callers.Round(size / 50, millis);
    Callers.Round twentyFifth = new Callers.Round(size / 25, millis);
    add(size, REFUSED, "us", Callers.micros(rounds, free, () -> beRefused(refused)));
    add(size, TOTALS, "us", Callers.micros(rounds, free, ledger::totals));
    double[] refusals = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      refusals[round] = Callers.perSecond(THREADS, free, () -> beRefused(refused));
    }
    add(size, REFUSED_RATE, "calls/s", refusals);

    add(size, PAID, "us", Callers.micros(rounds, fiftieth, () -> pay(paying)));
    double[] paid = new double[rounds];
    double[] beside = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      paid[round] = Callers.perSecond(THREADS, twentyFifth, () -> pay(paying));
      double crowded =
          Callers.perSecond(
              THREADS, twentyFifth, () -> pay(paying), THREADS, () -> beRefused(refused));
      beside[round] = crowded / paid[round];
    }
    add(size, PAID_RATE, "calls/s", paid);
    add(size, BESIDE, "", beside);
    single(size, paying);
  }

  /** One thread's paid calls, looked at one by one. */
  private void single(int size, FreightClient paying) {
    int counted = Math.min(size / 50, SINGLE_CALLS);
    double[] slowest = new double[rounds];
    double[] processor = new double[rounds];
    double[] bytes = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      Percentiles times = new Percentiles();
      Usage before = Usage.now();
      for (int i = 0; i < counted; i++) {
        long begin = System.nanoTime();
        pay(paying);
        times.add(System.nanoTime() - begin);
      }
      Usage after = Usage.now();
      slowest[round] = times.p99Micros();
      processor[round] = after.threadMicrosSince(before) / counted;
      bytes[round] = (double) after.bytesSince(before) / counted;
    }
    add(size, SLOWEST, "us", slowest);
    add(size, PROCESSOR, "us", processor);
    add(size, BYTES, "B", bytes);
  }

  private void add(int size, String metric, String unit, double[] values) {
    Measurement measured = Measurement.at(size, TABLE.name(), subject, metric, unit, values);
    measurements.add(measured);
    firstAndLast.merge(
        metric,
        new double[] {measured.median(), measured.median()},
        (before, now) -> new double[] {before[0], now[1]});
  }

  private void summarize() {
    for (String metric : new String[] {PAID, REFUSED, TOTALS}) {
      double[] ends = firstAndLast.get(metric);
      summary(metric + ", most to fewest entries", "", ends[1] / ends[0]);
    }
    for (String metric : new String[] {PAID_RATE, REFUSED_RATE}) {
      summary(metric, "calls/s", firstAndLast.get(metric)[1]);
    }
    summary(BESIDE, "", firstAndLast.get(BESIDE)[1]);
  }

  private void summary(String metric, String unit, double value) {
    measurements.add(Measurement.of(SUMMARY.name(), subject, metric, unit, value));
  }
}

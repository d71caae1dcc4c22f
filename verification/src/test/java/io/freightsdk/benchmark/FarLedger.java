package io.freightsdk.benchmark;

import io.freightsdk.Charge;
import io.freightsdk.SpendGuard.Decision;
import io.freightsdk.SpendGuard.Purchase;
import io.freightsdk.spend.LedgerGuard;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.testing.TestDatabase;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Several processes with one ledger in a PostgreSQL that is a network away. There is no service:
 * the calls do nothing but reserve and complete.
 */
final class FarLedger {
  /** The mode of a process that the program starts. */
  static final String CHILD = "far-child";

  private static final String ACCOUNT = "00000000-0000000000000000";
  private static final Pattern PORT = Pattern.compile("(jdbc:postgresql://)[^/:]*:?(\\d*)/");
  private static final int USUAL_PORT = 5432;

  /** From the start of the processes until all of them are warm. */
  private static final Duration TO_WARM_UP = Duration.ofSeconds(12);

  /** After this long a caller does not wait for the end of its call any more. */
  private static final long LONGEST_END = TimeUnit.SECONDS.toNanos(2);

  private static final int PROBES = 30;

  private final PrintStream out;
  private final Task task;

  /**
   * What the processes do.
   *
   * @param callers in each process
   */
  record Task(int callers, int processes, int seconds, int entries, double delayMillis) {}

  FarLedger(PrintStream out, Task task) {
    this.out = out;
    this.task = task;
  }

  void run() throws Exception {
    PastPurchases purchases = new PastPurchases(task.entries, ACCOUNT);
    try (MeasuredLedger.Filled filled = MeasuredLedger.POSTGRESQL.make(purchases)) {
      Matcher address = PORT.matcher(filled.url());
      if (!address.find()) throw new IllegalStateException("no port in the URL");
      int port = address.group(2).isEmpty() ? USUAL_PORT : Integer.parseInt(address.group(2));
      long delay = (long) (task.delayMillis * 1e6);
      try (SlowRelay relay = new SlowRelay(port, delay)) {
        String url = address.replaceFirst("$1127.0.0.1:" + relay.port() + "/");
        countRoundTrips(relay, url);
        measure(url);
      }
    }
  }

  private void countRoundTrips(SlowRelay relay, String url) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = connection.prepareStatement("SELECT 1")) {
      Durations trip = new Durations();
      for (int i = 0; i < PROBES; i++) {
        long begin = System.nanoTime();
        try (ResultSet answer = statement.executeQuery()) {
          if (!answer.next()) throw new IllegalStateException("no row");
          trip.add(System.nanoTime() - begin);
        }
      }
      out.printf(Locale.ROOT, "a round trip: %.2f ms%n", trip.median());
    }
    try (TestDatabase database = new TestDatabase(url);
        SpendLedger ledger = SpendLedger.jdbc(database, MeasuredLedger.NAME)) {
      LedgerGuard guard = PaidCalls.guard(ledger);
      PaidCalls.Taken taken = new PaidCalls.Taken();
      for (int i = 0; i < PROBES; i++) {
        PaidCalls.ledgerOnly(guard, ACCOUNT, taken.reserve, taken.complete);
      }
      long before = relay.roundTrips();
      Purchase purchase = PastPurchases.newPurchase(ACCOUNT, PaidCalls.CUSTOMER);
      Decision unused = guard.reserve(purchase);
      long reserved = relay.roundTrips();
      Charge unused2 = guard.complete(purchase, PastPurchases.created());
      long completed = relay.roundTrips();
      PaidCalls.refuse(guard, ACCOUNT);
      long refused = relay.roundTrips();
      out.printf(
          Locale.ROOT,
          "round trips: reserve %d, complete %d, refuse %d%n",
          reserved - before,
          completed - reserved,
          refused - completed);
      out.println("one caller:  reserve " + taken.reserve + "  complete " + taken.complete + " ms");
    }
  }

  private void measure(String url) throws Exception {
    long begin = System.currentTimeMillis() + TO_WARM_UP.toMillis();
    List<Program> children = new ArrayList<>();
    try {
      for (int i = 1; i < task.processes; i++) {
        children.add(
            Program.of(
                LedgerBenchmark.class,
                CHILD,
                url,
                String.valueOf(begin),
                String.valueOf(task.seconds),
                String.valueOf(task.callers)));
      }
      Calls all = calls(url, begin, task.seconds, task.callers);
      for (Program child : children) all.add(child.line());
      print(all);
    } finally {
      for (Program child : children) child.close();
    }
  }

  private void print(Calls all) {
    out.printf(
        Locale.ROOT,
        "%d processes, %d callers each: %.1f paid calls/s; the ledger adds %s ms (p50, p95);"
            + " reserve %s, complete %s; %d ends took 2 s or more; %d calls failed%s%n",
        task.processes,
        task.callers,
        (double) all.added.count() / task.seconds,
        all.added,
        all.reserve,
        all.complete,
        all.complete.countOfAtLeast(LONGEST_END),
        all.failed.get(),
        all.failure.get() == null ? "" : ", such as by " + all.failure.get());
  }

  /** What callers have seen of the calls that ended within the time. */
  private static final class Calls {
    final Durations reserve = new Durations();
    final Durations complete = new Durations();
    final Durations added = new Durations();
    final AtomicInteger failed = new AtomicInteger();
    final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    void add(long reserved, long completed) {
      reserve.add(reserved);
      complete.add(completed);
      added.add(reserved + completed);
    }

    /** Those of another process. */
    void add(String line) {
      String[] parts = line.split(" ", -1);
      failed.addAndGet(Integer.parseInt(parts[0]));
      for (int i = 1; i < parts.length - 1; i += 2) {
        add(Long.parseLong(parts[i]), Long.parseLong(parts[i + 1]));
      }
    }

    /** For the process that has started this one. */
    String line() {
      StringBuilder line = new StringBuilder().append(failed).append(' ');
      List<Long> reserved = reserve.all();
      List<Long> completed = complete.all();
      for (int i = 0; i < reserved.size(); i++) {
        line.append(reserved.get(i)).append(' ').append(completed.get(i)).append(' ');
      }
      return line.toString();
    }
  }

  /** What a started process does. */
  static void child(PrintStream out, List<String> arguments) throws Exception {
    Calls calls =
        calls(
            arguments.get(0),
            Long.parseLong(arguments.get(1)),
            Integer.parseInt(arguments.get(2)),
            Integer.parseInt(arguments.get(3)));
    out.println(calls.line());
  }

  /** Calls all the time, and counts from one time of day on. */
  private static Calls calls(String url, long begin, int seconds, int callers) throws Exception {
    Calls counted = new Calls();
    long end = begin + TimeUnit.SECONDS.toMillis(seconds);
    try (TestDatabase database = new TestDatabase(url);
        SpendLedger ledger = SpendLedger.jdbc(database, MeasuredLedger.NAME)) {
      LedgerGuard guard = PaidCalls.guard(ledger);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < callers; i++) {
        Thread thread = new Thread(() -> callUntil(guard, begin, end, counted), "caller-" + i);
        thread.start();
        threads.add(thread);
      }
      for (Thread thread : threads) thread.join();
    }
    return counted;
  }

  private static void callUntil(LedgerGuard guard, long begin, long end, Calls counted) {
    while (System.currentTimeMillis() < end) {
      Durations reserve = new Durations();
      Durations complete = new Durations();
      try {
        PaidCalls.ledgerOnly(guard, ACCOUNT, reserve, complete);
      } catch (RuntimeException e) {
        counted.failed.incrementAndGet();
        counted.failure.compareAndSet(null, e.toString());
        continue;
      }
      long now = System.currentTimeMillis();
      if (now < begin || now >= end) continue;
      synchronized (counted) {
        counted.add(reserve.all().get(0), complete.all().get(0));
      }
    }
  }
}

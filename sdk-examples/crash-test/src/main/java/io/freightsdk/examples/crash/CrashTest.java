package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Mishap;
import io.freightsdk.internal.verify.Mishaps;
import io.freightsdk.internal.verify.Scene.Verdict;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cap of 150 USD, and what goes wrong around it: what the service took over the cap, how many
 * orders were paid for twice, and by how much what callers were told differs from what was taken.
 * The SDK's ledger is in H2 and in every database that is installed; the worst of them is shown.
 */
public final class CrashTest {
  /** Most of them wait for databases and pauses. */
  private static final int AT_ONCE = 4;

  /** In which a fault of ours may show. */
  private static final List<Mishap> THAT_MAY_SHOW_A_FAULT =
      List.of(Mishaps.ONE_MILLISECOND, Happens.KILL);

  private final List<Store> databases;
  private final @Nullable Store redis;
  private boolean passed = true;

  private CrashTest(List<Store> databases, @Nullable Store redis) {
    this.databases = databases;
    this.redis = redis;
  }

  /** Prints the table; ends with 1 when the SDK has let anything through. */
  public static void main(String[] arguments) throws Exception {
    // What a client warns of here is in the table.
    LogManager.getLogManager().reset();
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    Future<@Nullable Store> postgres = threads.submit(Servers::postgres);
    Future<@Nullable Store> mariadb = threads.submit(Servers::mariadb);
    Future<@Nullable Store> redis = threads.submit(Servers::redis);
    List<Store> databases =
        Stream.of(postgres.get(), mariadb.get()).filter(Objects::nonNull).toList();
    boolean passed = new CrashTest(databases, redis.get()).run(threads);
    System.exit(passed ? 0 : 1);
  }

  private boolean run(ExecutorService threads) throws Exception {
    long start = System.nanoTime();
    String installed =
        databases.stream().map(one -> ", " + one.title()).collect(Collectors.joining());
    System.out.println(
        """
        A cap of 150 USD, loads of 15 USD that rise to 25. +30: 30 USD over the cap. 3 twice: three orders were paid
        twice. 30 wrong: 30 USD told wrongly. 0: nothing of these. The ledger is in H2%s.
        """
            .formatted(installed));
    List<Supplier<String>> rows = new ArrayList<>();
    for (Mishap event : Happens.ALL) rows.add(row(event, threads));
    rows.add(planted(threads));
    System.out.println(head());
    System.out.println("|---|" + "---:|".repeat(Kind.TRIED.size()));
    for (Supplier<String> row : rows) System.out.println(row.get());
    System.out.println(
        passed
            ? "With its ledger in a database the SDK let nothing through but what is announced."
            : "The SDK has let something through.");
    OperatingSystemMXBean machine = ManagementFactory.getOperatingSystemMXBean();
    System.out.printf(
        "It took %d s, on %d processors with a load of %.1f.%n",
        Duration.ofNanos(System.nanoTime() - start).toSeconds(),
        machine.getAvailableProcessors(),
        machine.getSystemLoadAverage());
    return passed;
  }

  private static boolean isClean(Verdict verdict) {
    return verdict.isWithin(BigDecimal.ZERO);
  }

  static String head() {
    StringBuilder head = new StringBuilder("| what happens |");
    for (Kind kind : Kind.TRIED) head.append(' ').append(kind.title()).append(" |");
    return head.toString();
  }

  /** Begins what a row needs; the row waits for it. */
  private Supplier<String> row(Mishap event, ExecutorService threads) {
    List<Supplier<String>> cells = new ArrayList<>();
    for (Kind kind : Kind.TRIED) cells.add(cell(event, kind, threads));
    return () -> {
      StringBuilder row = new StringBuilder("| " + event.title() + " |");
      for (Supplier<String> cell : cells) row.append(' ').append(cell.get()).append(" |");
      return row.toString();
    };
  }

  private Supplier<String> cell(Mishap event, Kind kind, ExecutorService threads) {
    List<CompletableFuture<Verdict>> tried = new ArrayList<>();
    if (kind == Kind.CHECK_IN_REDIS) {
      if (redis == null) return () -> "-";
      tried.add(begin(threads, () -> Trial.of(event, kind, redis)));
    } else {
      tried.add(begin(threads, () -> Trial.of(event, kind)));
    }
    if (kind == Kind.FREIGHT_SDK) {
      for (Store database : databases) {
        tried.add(begin(threads, () -> Trial.of(event, kind, database)));
      }
    }
    return () -> {
      Verdict worst = tried.get(0).join();
      for (CompletableFuture<Verdict> one : tried) {
        if (!Happens.allows(event, one.join()) || isClean(worst)) worst = one.join();
      }
      passed &= kind != Kind.FREIGHT_SDK || Happens.allows(event, worst);
      return worst.text();
    };
  }

  /**
   * A table in which a fault of ours would not show says nothing. It must show where the order of
   * steps is given; in the other events it is told what happened.
   */
  private Supplier<String> planted(ExecutorService threads) {
    CompletableFuture<Verdict> meeting = begin(threads, () -> Trial.of(Happens.MEET, Kind.PLANTED));
    List<CompletableFuture<Verdict>> tried = new ArrayList<>();
    for (Mishap event : THAT_MAY_SHOW_A_FAULT) {
      tried.add(begin(threads, () -> Trial.of(event, Kind.PLANTED)));
    }
    return () -> {
      Verdict met = meeting.join();
      passed &= !isClean(met);
      StringBuilder text = new StringBuilder("\n" + Kind.PLANTED.title() + ":");
      text.append(" two clients meet at the cap: ").append(met.text());
      for (int i = 0; i < tried.size(); i++) {
        text.append(", ").append(THAT_MAY_SHOW_A_FAULT.get(i).title());
        text.append(": ").append(tried.get(i).join().text());
      }
      return text.append('.').toString();
    };
  }

  private static CompletableFuture<Verdict> begin(
      ExecutorService threads, Callable<Verdict> trial) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return trial.call();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        },
        threads);
  }
}

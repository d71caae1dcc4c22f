package io.freightsdk.money;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendLimits;
import io.freightsdk.spend.SpendStore;
import io.freightsdk.spend.SpendStoreException;
import io.freightsdk.spend.jdbc.JdbcSpendStore;
import io.freightsdk.testing.Loads;
import io.freightsdk.testing.SmallPool;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * One of the processes that share a limit: creates loads, reads positions and reconciles at random
 * until its standard input ends or it is killed. Prints one letter per call: p paid, r refused by
 * the limit, u unknown whether it was charged, f failed without a charge.
 */
final class SpendingProcess {
  static final int THREADS = 2;
  static final Duration DEADLINE = Duration.ofSeconds(5);

  private static final int OPENING_ATTEMPTS = 100;
  private static final double RECONCILIATIONS = 0.01;
  private static final double CREATIONS = 0.15;
  private static final double REPEATS = 0.3;

  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private final FreightClient client;
  private final String[] loads;
  private volatile boolean over;

  private SpendingProcess(FreightClient client, String[] loads) {
    this.client = client;
    this.loads = loads;
  }

  /** What every process of a run is started with. */
  record Task(
      String baseUrl,
      String agentKey,
      String jdbcUrl,
      String book,
      String cap,
      Duration window,
      String loads) {
    SpendLimits limits() {
      return SpendLimits.builder().per(window, cap).build();
    }
  }

  /** Arguments: those of a {@link Task}, the hours its clock is off, a seed. */
  public static void main(String[] arguments) throws Exception {
    Task task =
        new Task(
            arguments[0],
            arguments[1],
            arguments[2],
            arguments[3],
            arguments[4],
            Duration.parse(arguments[5]),
            arguments[6]);
    Duration off = Duration.ofHours(Long.parseLong(arguments[7]));
    long seed = Long.parseLong(arguments[8]);
    try (SmallPool pool = new SmallPool(task.jdbcUrl());
        SpendStore books = open(pool, task.book());
        FreightClient client =
            FreightClient.builder()
                .baseUrl(task.baseUrl())
                .agentKey(task.agentKey())
                .clock(Clock.offset(Clock.systemUTC(), off))
                .timeout(Duration.ofSeconds(2))
                .deadline(DEADLINE)
                .retryPolicy(RetryPolicy.builder().maxAttempts(2).build())
                .spendStore(books)
                .spendLimits(task.limits())
                .build()) {
      new SpendingProcess(client, task.loads().split(",", -1)).run(seed);
    }
  }

  /** The database may be away when a process starts. */
  private static SpendStore open(SmallPool pool, String book) {
    for (int attempt = 1; ; attempt++) {
      try {
        return JdbcSpendStore.open(pool.dataSource(), book);
      } catch (RuntimeException away) {
        say('f');
        tell(away);
        if (attempt == OPENING_ATTEMPTS) throw away;
        LockSupport.parkNanos(200_000_000);
      }
    }
  }

  private void run(long seed) throws Exception {
    Thread[] threads = new Thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
      Random random = new Random(seed * THREADS + i);
      threads[i] = new Thread(() -> spend(random), "spender-" + i);
      threads[i].setDaemon(true);
      threads[i].start();
    }
    awaitTheEndOfInput();
    over = true;
    for (Thread thread : threads) thread.join(2 * DEADLINE.toMillis());
  }

  private static void awaitTheEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Nothing is said to it but its end.
    }
  }

  private void spend(Random random) {
    String lost = null;
    while (!over) {
      boolean creates = random.nextDouble() < CREATIONS;
      boolean repeats = lost != null && random.nextDouble() < REPEATS;
      String key = repeats ? lost : UUID.randomUUID().toString();
      try {
        if (random.nextDouble() < RECONCILIATIONS) client.ledger().reconcile();
        if (creates || repeats) {
          client.createLoad(Loads.twoStops(), CallOptions.builder().idempotencyKey(key).build());
          if (repeats) lost = null;
        } else {
          client.getLoadPosition(loads[random.nextInt(loads.length)]);
        }
        say('p');
      } catch (SpendLimitExceededException refused) {
        say('r');
        LockSupport.parkNanos(10_000_000);
      } catch (FreightException failed) {
        boolean unknown = failed.charge().amountUsd() == null;
        if (unknown && creates) lost = key;
        say(unknown ? 'u' : 'f');
        tell(failed);
        LockSupport.parkNanos(20_000_000);
      } catch (SpendStoreException away) {
        say('f');
        tell(away);
        LockSupport.parkNanos(20_000_000);
      }
    }
  }

  private static void tell(RuntimeException failure) {
    Throwable root = failure;
    while (root.getCause() != null) root = root.getCause();
    String kind = failure.getMessage() + " <- " + root;
    if (TOLD.add(kind)) System.err.println(ProcessHandle.current().pid() + ": " + kind);
  }

  private static synchronized void say(char outcome) {
    System.out.print(outcome);
    System.out.flush();
  }
}

package io.freightsdk.chaos;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.SampleLoads;
import io.freightsdk.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One process with one client and a few customers, who create loads and follow {@code nextStep()}
 * to the end, read positions, repeat keys in other scopes, cancel and compare, until a line on
 * standard input tells them to come to an end, or they are killed. What each was told is in the
 * process's {@link ResultFile} before he goes on. Prints a dot for each call that has ended and that
 * no limit refused.
 */
final class CustomerProcess {
  private static final Duration BOUND_OF_A_CALL = Duration.ofSeconds(120);
  private static final Duration BOUND_OF_AN_ORDER = Duration.ofMinutes(5);
  private static final int OPENING_ATTEMPTS = 1_500;

  /** An obedient customer needs no more calls than this once nothing fails any more. */
  private static final int CALLS_IN_CALM = 12;

  private static final int SHARED_KEYS = 6;

  private final Task task;
  private final FreightClient client;
  private final SpendLedger ledger;
  private final ResultFile told;
  private final Queue<String> openOrders;
  private volatile boolean calm;

  /** What a process is started with; {@code openOrders} began in an earlier life of it. */
  record Task(
      String baseUrl,
      String agentKey,
      String jdbcUrl,
      String book,
      Path told,
      Instant start,
      int number,
      int incarnation,
      long seed,
      List<String> loads,
      List<String> openOrders) {
    String name() {
      return number + "." + incarnation;
    }

    List<String> arguments() {
      return List.of(
          baseUrl,
          agentKey,
          jdbcUrl,
          book,
          told.toString(),
          start.toString(),
          String.valueOf(number),
          String.valueOf(incarnation),
          String.valueOf(seed),
          String.join(",", loads),
          String.join(",", openOrders));
    }

    static Task of(String[] given) {
      return new Task(
          given[0],
          given[1],
          given[2],
          given[3],
          Path.of(given[4]),
          Instant.parse(given[5]),
          Integer.parseInt(given[6]),
          Integer.parseInt(given[7]),
          Long.parseLong(given[8]),
          List.of(given[9].split(",", -1)),
          given[10].isEmpty() ? List.of() : List.of(given[10].split(",", -1)));
    }
  }

  private CustomerProcess(Task task, FreightClient client, SpendLedger ledger, ResultFile told) {
    this.task = task;
    this.client = client;
    this.ledger = ledger;
    this.told = told;
    this.openOrders = new ConcurrentLinkedQueue<>(task.openOrders());
  }

  public static void main(String[] arguments) throws Exception {
    Task task = Task.of(arguments);
    boolean waits = task.number() % 2 == 1;
    try (TestDatabase pool = new TestDatabase(task.jdbcUrl());
        SpendLedger ledger = open(pool, task);
        ResultFile told = new ResultFile(task.told(), task.start(), task.name());
        FreightClient client =
            FreightClient.builder()
                .baseUrl(task.baseUrl())
                .agentKey(task.agentKey())
                .attemptTimeout(ChaosPlan.TIMEOUT)
                .callTimeout(ChaosPlan.DEADLINE)
                .retryPolicy(
                    RetryPolicy.builder()
                        .maxAttempts(3)
                        .maxTopUpWait(Duration.ofSeconds(waits ? 3 : 0))
                        .build())
                .spendGuard(ledger.guard(ChaosPlan.clientLimit()))
                .build()) {
      new CustomerProcess(task, client, ledger, told).run();
    }
    // What a client may have left behind is others' business: here only money counts.
    Runtime.getRuntime().halt(0);
  }

  /** The database may be away when a process starts. */
  private static SpendLedger open(TestDatabase pool, Task task) {
    for (int attempt = 1; ; attempt++) {
      try {
        return SpendLedger.open(pool, task.book());
      } catch (RuntimeException away) {
        if (attempt == OPENING_ATTEMPTS) throw away;
        LockSupport.parkNanos(200_000_000);
      }
    }
  }

  private void run() throws Exception {
    Thread[] customers = new Thread[ChaosPlan.THREADS];
    for (int i = 0; i < customers.length; i++) {
      Random dice =
          new Random((task.seed() * 31 + task.number()) * 31 + task.incarnation() * 7 + i);
      String name = task.name() + "-" + i;
      customers[i] = new Thread(() -> live(dice, name), "customer-" + i);
      customers[i].setDaemon(true);
      customers[i].start();
    }
    awaitTheWord();
    calm = true;
    for (Thread customer : customers) customer.join(BOUND_OF_AN_ORDER.toMillis());
  }

  private static void awaitTheWord() throws IOException {
    int said = System.in.read();
    while (said >= 0 && said != '\n') said = System.in.read();
  }

  private void live(Random dice, String name) {
    try {
      int orders = 0;
      while (true) {
        String open = openOrders.poll();
        if (open != null) order(open, dice);
        if (open == null && calm) return;
        if (open == null) act(dice, "order-" + name + "-" + orders++);
      }
    } catch (Throwable escaped) {
      told.violation("NOTHING_ESCAPES", "a customer was told " + escaped);
    }
  }

  private void act(Random dice, String newKey) {
    int drawn = dice.nextInt(100);
    if (drawn < 20) {
      order(newKey, dice);
    } else if (drawn < 28) {
      repeatKey(dice);
    } else if (drawn < 30) {
      compare();
    } else if (drawn < 34) {
      cancelled(dice);
    } else {
      CallResult result = read(dice);
      if (result.thrown != null) pause(dice, 200);
    }
  }

  private static void pause(Random dice, int mostMillis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1 + dice.nextInt(mostMillis)));
  }

  // --- what customers do ---

  /** A customer who wants one load, and does what he is told until it is there. */
  private void order(String key, Random dice) {
    told.order(key, false);
    SpendScope scope = scope(dice);
    int callsInCalm = 0;
    int refusals = 0;
    boolean over = false;
    while (!over) {
      if (calm) callsInCalm++;
      CallResult result = create(key, scope, dice);
      Throwable thrown = result.thrown;
      if (thrown == null) break;
      if (!(thrown instanceof FreightException failure)) {
        throw new IllegalStateException("an order was told " + thrown, thrown);
      }
      if (failure instanceof SpendLimitExceededException) refusals++;
      boolean givesUp = refusals > 2 || calm && refusals > 0;
      if (givesUp) break;
      switch (failure.nextStep()) {
        case RETRY_LATER, RETRY_WITH_SAME_KEY, TOP_UP, RAISE_LIMIT ->
            pause(dice, calm ? 2_000 : 300);
        default -> {
          leadsNowhere(key, failure);
          over = true;
        }
      }
      if (callsInCalm > CALLS_IN_CALM) {
        told.violation(
            "NEXT_STEP_ENDS_WELL",
            key + " was sent " + callsInCalm + " times after all worked again; last: " + thrown);
        break;
      }
    }
    told.order(key, true);
  }

  private void leadsNowhere(String key, FreightException failure) {
    String fact = key + " is told to " + failure.nextStep() + " after " + failure;
    told.violation("NEXT_STEP_ENDS_WELL", fact + ", which leads nowhere");
  }

  /** Under a key that other processes use too, in any scope. */
  private void repeatKey(Random dice) {
    create("shared-" + dice.nextInt(SHARED_KEYS), scope(dice), dice);
  }

  private @Nullable SpendScope scope(Random dice) {
    int run = dice.nextInt(ChaosPlan.RUNS.size() + 1);
    return run == 0 ? null : ChaosPlan.RUNS.get(run - 1);
  }

  private CallResult create(String key, @Nullable SpendScope scope, Random dice) {
    CreateLoadInput input = SampleLoads.twoStops().toBuilder().shipperName("Order " + key).build();
    return call(
        Operation.CREATE_LOAD,
        key,
        scope,
        options ->
            dice.nextBoolean()
                ? CompletableFuture.completedFuture(
                    client.withResponse().createLoad(input, options))
                : client.async().withResponse().createLoad(input, options));
  }

  private CallResult read(Random dice) {
    String load = task.loads().get(dice.nextInt(task.loads().size()));
    return call(
        Operation.GET_LOAD_POSITION,
        null,
        scope(dice),
        options ->
            dice.nextBoolean()
                ? CompletableFuture.completedFuture(
                    client.withResponse().getLoadPosition(load, options))
                : client.async().withResponse().getLoadPosition(load, options));
  }

  private void cancelled(Random dice) {
    String load = task.loads().get(dice.nextInt(task.loads().size()));
    call(
        Operation.GET_LOAD_POSITION,
        null,
        scope(dice),
        options -> {
          CompletableFuture<? extends FreightResponse<?>> read =
              client.async().withResponse().getLoadPosition(load, options);
          pause(dice, 20);
          read.cancel(true);
          return read;
        });
  }

  private void compare() {
    try {
      BalanceComparison unused = ledger.compare(client);
    } catch (SpendLedgerException | FreightException away) {
      // Another time.
    }
  }

  // --- calls ---

  private interface AsyncCall {
    CompletableFuture<? extends FreightResponse<?>> send(CallOptions options);
  }

  private record CallResult(@Nullable FreightResponse<?> answer, @Nullable Throwable thrown) {}

  private CallResult call(
      Operation operation, @Nullable String key, @Nullable SpendScope scope, AsyncCall sending) {
    String name = told.begins(operation, key, scope == null ? SpendScope.CLIENT : scope.path());
    CallOptions.Builder options = CallOptions.builder().header(ServiceProxy.CALL, name);
    if (key != null) options.idempotencyKey(key);
    if (scope != null) options.scope(scope);
    CallResult result = result(sending, options.build());
    Charge charge = result.answer != null ? result.answer.charge() : chargeOf(result.thrown);
    boolean hasEnded = !(result.thrown instanceof TimeoutException);
    if (hasEnded) told.ended(name, result.answer, result.thrown, charge);
    if (!(result.thrown instanceof SpendLimitExceededException)) dot();
    return result;
  }

  private static CallResult result(AsyncCall sending, CallOptions options) {
    try {
      long most = BOUND_OF_A_CALL.toSeconds();
      return new CallResult(sending.send(options).get(most, TimeUnit.SECONDS), null);
    } catch (ExecutionException failed) {
      return new CallResult(null, failed.getCause());
    } catch (TimeoutException | CancellationException | FreightException told) {
      return new CallResult(null, told);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Charge chargeOf(@Nullable Throwable thrown) {
    return thrown instanceof FreightException failure ? failure.charge() : null;
  }

  private static synchronized void dot() {
    System.out.write('.');
    System.out.flush();
  }
}

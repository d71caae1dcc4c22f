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
import io.freightsdk.simulation.Violation.Rule;
import io.freightsdk.spend.BalanceComparison;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLedgerException;
import io.freightsdk.spend.SpendScope;
import io.freightsdk.testing.PooledDataSource;
import io.freightsdk.testing.SampleLoads;
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
 * A process with one client and a few customers. They create loads and follow {@code nextStep()},
 * read positions, repeat keys in other scopes, cancel calls and compare the ledger. They end after
 * a line on standard input, or are killed. Each result is in the {@link ResultFile} before its
 * customer continues. Prints a dot for each ended call that no limit refused.
 */
final class CustomerProcess {
  private static final Duration MAX_CALL_TIME = Duration.ofSeconds(120);
  private static final Duration MAX_ORDER_TIME = Duration.ofMinutes(5);
  private static final int MAX_OPEN_ATTEMPTS = 1_500;

  /** Maximum calls after which an order has its load once no faults occur. */
  private static final int MAX_CALLS_WITHOUT_FAULTS = 12;

  private static final int SHARED_KEYS = 6;

  private final Arguments arguments;
  private final FreightClient client;
  private final SpendLedger ledger;
  private final ResultFile results;
  private final Queue<String> openOrders;
  private volatile boolean faultsEnded;

  /**
   * The arguments of a process.
   *
   * @param openOrders keys of orders that an earlier process with its number started
   */
  record Arguments(
      String baseUrl,
      String agentKey,
      String jdbcUrl,
      String ledgerName,
      Path resultFile,
      Instant start,
      int number,
      int incarnation,
      long seed,
      List<String> loads,
      List<String> openOrders) {
    String name() {
      return number + "." + incarnation;
    }

    List<String> toList() {
      return List.of(
          baseUrl,
          agentKey,
          jdbcUrl,
          ledgerName,
          resultFile.toString(),
          start.toString(),
          String.valueOf(number),
          String.valueOf(incarnation),
          String.valueOf(seed),
          String.join(",", loads),
          String.join(",", openOrders));
    }

    static Arguments of(String[] values) {
      return new Arguments(
          values[0],
          values[1],
          values[2],
          values[3],
          Path.of(values[4]),
          Instant.parse(values[5]),
          Integer.parseInt(values[6]),
          Integer.parseInt(values[7]),
          Long.parseLong(values[8]),
          List.of(values[9].split(",", -1)),
          values[10].isEmpty() ? List.of() : List.of(values[10].split(",", -1)));
    }
  }

  private CustomerProcess(
      Arguments arguments, FreightClient client, SpendLedger ledger, ResultFile results) {
    this.arguments = arguments;
    this.client = client;
    this.ledger = ledger;
    this.results = results;
    this.openOrders = new ConcurrentLinkedQueue<>(arguments.openOrders());
  }

  public static void main(String[] args) throws Exception {
    Arguments arguments = Arguments.of(args);
    boolean waitsForTopUp = arguments.number() % 2 == 1;
    try (PooledDataSource pool = new PooledDataSource(arguments.jdbcUrl());
        SpendLedger ledger = open(pool, arguments);
        ResultFile results =
            new ResultFile(arguments.resultFile(), arguments.start(), arguments.name());
        FreightClient client =
            FreightClient.builder()
                .baseUrl(arguments.baseUrl())
                .agentKey(arguments.agentKey())
                .attemptTimeout(ChaosPlan.ATTEMPT_TIMEOUT)
                .callTimeout(ChaosPlan.DEADLINE)
                .retryPolicy(
                    RetryPolicy.builder()
                        .maxAttempts(3)
                        .maxTopUpWait(Duration.ofSeconds(waitsForTopUp ? 3 : 0))
                        .build())
                .spendGuard(ledger.guard(ChaosPlan.clientLimit()))
                .build()) {
      new CustomerProcess(arguments, client, ledger, results).run();
    }
    // Other tests check that a closed client leaves no threads. This one checks money.
    Runtime.getRuntime().halt(0);
  }

  /** Opens the ledger. The database may be unavailable when a process starts. */
  private static SpendLedger open(PooledDataSource pool, Arguments arguments) {
    for (int attempt = 1; ; attempt++) {
      try {
        return SpendLedger.open(pool, arguments.ledgerName());
      } catch (RuntimeException unavailable) {
        if (attempt == MAX_OPEN_ATTEMPTS) throw unavailable;
        LockSupport.parkNanos(200_000_000);
      }
    }
  }

  private void run() throws Exception {
    Thread[] customers = new Thread[ChaosPlan.THREADS];
    for (int i = 0; i < customers.length; i++) {
      Random dice =
          new Random(
              (arguments.seed() * 31 + arguments.number()) * 31 + arguments.incarnation() * 7 + i);
      String name = arguments.name() + "-" + i;
      customers[i] = new Thread(() -> actUntilEnd(dice, name), "customer-" + i);
      customers[i].setDaemon(true);
      customers[i].start();
    }
    awaitEndCommand();
    faultsEnded = true;
    for (Thread customer : customers) customer.join(MAX_ORDER_TIME.toMillis());
  }

  private static void awaitEndCommand() throws IOException {
    int next = System.in.read();
    while (next >= 0 && next != '\n') next = System.in.read();
  }

  private void actUntilEnd(Random dice, String name) {
    try {
      int orders = 0;
      while (true) {
        String open = openOrders.poll();
        if (open != null) placeOrder(open, dice);
        if (open == null && faultsEnded) return;
        if (open == null) performRandomAction(dice, "order-" + name + "-" + orders++);
      }
    } catch (Throwable escaped) {
      results.addViolation(Rule.ONLY_DOCUMENTED_EXCEPTIONS, "a customer got " + escaped);
    }
  }

  private void performRandomAction(Random dice, String newKey) {
    int percent = dice.nextInt(100);
    if (percent < 20) {
      placeOrder(newKey, dice);
    } else if (percent < 28) {
      repeatKey(dice);
    } else if (percent < 30) {
      compare();
    } else if (percent < 34) {
      readAndCancel(dice);
    } else {
      CallResult result = read(dice);
      if (result.thrown != null) pause(dice, 200);
    }
  }

  private static void pause(Random dice, int maxMillis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1 + dice.nextInt(maxMillis)));
  }

  // --- actions ---

  /** Follows {@code nextStep()} until the load is created. */
  private void placeOrder(String key, Random dice) {
    results.addOrder(key, false);
    SpendScope scope = scope(dice);
    int callsWithoutFaults = 0;
    int refusals = 0;
    boolean hasEnded = false;
    while (!hasEnded) {
      if (faultsEnded) callsWithoutFaults++;
      CallResult result = create(key, scope, dice);
      Throwable thrown = result.thrown;
      if (thrown == null) break;
      if (!(thrown instanceof FreightException failure)) {
        throw new IllegalStateException("an order got " + thrown, thrown);
      }
      if (failure instanceof SpendLimitExceededException) refusals++;
      boolean givesUp = refusals > 2 || faultsEnded && refusals > 0;
      if (givesUp) break;
      switch (failure.nextStep()) {
        case RETRY_LATER, RETRY_WITH_SAME_KEY, TOP_UP, RAISE_LIMIT ->
            pause(dice, faultsEnded ? 2_000 : 300);
        default -> {
          addUnexpectedNextStep(key, failure);
          hasEnded = true;
        }
      }
      if (callsWithoutFaults > MAX_CALLS_WITHOUT_FAULTS) {
        results.addViolation(
            Rule.NEXT_STEP_SUCCEEDS,
            key
                + " was sent "
                + callsWithoutFaults
                + " times after the last fault; last: "
                + thrown);
        break;
      }
    }
    results.addOrder(key, true);
  }

  private void addUnexpectedNextStep(String key, FreightException failure) {
    String fact = "the next step of " + key + " is " + failure.nextStep() + " after " + failure;
    results.addViolation(Rule.NEXT_STEP_SUCCEEDS, fact + ", which does not create the load");
  }

  /** Creates a load under a key that other processes use, too, in any scope. */
  private void repeatKey(Random dice) {
    create("shared-" + dice.nextInt(SHARED_KEYS), scope(dice), dice);
  }

  private @Nullable SpendScope scope(Random dice) {
    int number = dice.nextInt(ChaosPlan.SCOPES.size() + 1);
    return number == 0 ? null : ChaosPlan.SCOPES.get(number - 1);
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
    String load = arguments.loads().get(dice.nextInt(arguments.loads().size()));
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

  private void readAndCancel(Random dice) {
    String load = arguments.loads().get(dice.nextInt(arguments.loads().size()));
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
    } catch (SpendLedgerException | FreightException unavailable) {
      // A later comparison succeeds.
    }
  }

  // --- calls ---

  private interface AsyncCall {
    CompletableFuture<? extends FreightResponse<?>> send(CallOptions options);
  }

  private record CallResult(@Nullable FreightResponse<?> response, @Nullable Throwable thrown) {}

  private CallResult call(
      Operation operation, @Nullable String key, @Nullable SpendScope scope, AsyncCall sending) {
    String name =
        results.startCall(operation, key, scope == null ? SpendScope.CLIENT : scope.path());
    CallOptions.Builder options = CallOptions.builder().header(ServiceProxy.CALL_HEADER, name);
    if (key != null) options.idempotencyKey(key);
    if (scope != null) options.scope(scope);
    CallResult result = result(sending, options.build());
    Charge charge = result.response != null ? result.response.charge() : chargeOf(result.thrown);
    boolean hasEnded = !(result.thrown instanceof TimeoutException);
    if (hasEnded) results.endCall(name, result.response, result.thrown, charge);
    if (!(result.thrown instanceof SpendLimitExceededException)) printDot();
    return result;
  }

  private static CallResult result(AsyncCall sending, CallOptions options) {
    try {
      long maxSeconds = MAX_CALL_TIME.toSeconds();
      return new CallResult(sending.send(options).get(maxSeconds, TimeUnit.SECONDS), null);
    } catch (ExecutionException failed) {
      return new CallResult(null, failed.getCause());
    } catch (TimeoutException | CancellationException | FreightException thrown) {
      return new CallResult(null, thrown);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable Charge chargeOf(@Nullable Throwable thrown) {
    return thrown instanceof FreightException failure ? failure.charge() : null;
  }

  private static synchronized void printDot() {
    System.out.write('.');
    System.out.flush();
  }
}

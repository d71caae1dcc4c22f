package io.freightsdk.simulation;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.json.FreightJson;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import io.freightsdk.model.StopInput;
import io.freightsdk.spend.SpendScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * The customers of a world. They perform the actions of the plan: they follow {@code nextStep()},
 * cancel calls, repeat keys in other scopes, or read one position concurrently.
 */
final class SimulatedCustomers {
  private static final long SECOND = 1_000_000_000L;

  private static final int INPUT_COUNT = 16;
  private static final CreateLoadInput[] LOAD_INPUTS = new CreateLoadInput[INPUT_COUNT];
  private static final byte[][] REQUEST_BODIES = new byte[INPUT_COUNT][];

  /** Maximum calls after which an order has its load once no faults occur. */
  private static final int MAX_CALLS_WITHOUT_FAULTS = 12;

  /** Seed of the choice between a blocking call and a future. */
  private static final long BLOCKING_CALL_SEED = -51;

  static final Duration MAX_AGE = Duration.ofSeconds(60);

  /** Maximum age of a position that is returned instead of an error. */
  private static final Duration STALE_IF_ERROR = Duration.ofMinutes(10);

  static {
    for (int i = 0; i < INPUT_COUNT; i++) {
      LOAD_INPUTS[i] = input(i);
      Buffer body = new Buffer();
      try {
        FreightJson.write(CreateLoadInput.class, LOAD_INPUTS[i], body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      REQUEST_BODIES[i] = body.readByteArray();
    }
  }

  private static CreateLoadInput input(int number) {
    return CreateLoadInput.builder()
        .driverPhone("+13125550142")
        .addPickup(stop("Cincinnati", "OH", "45202", 39, -84))
        .addDelivery(stop("Sevierville", "TN", "37876", 36, -83))
        .rate(new BigDecimal(1000 + number))
        .build();
  }

  private static StopInput stop(String city, String state, String zip, double lat, double lng) {
    return StopInput.builder()
        .address("1 Dock Rd")
        .city(city)
        .state(state)
        .zip(zip)
        .lat(lat)
        .lng(lng)
        .build();
  }

  static byte[] initialLoadBody(int number) {
    return REQUEST_BODIES[number];
  }

  /**
   * A call whose user waits for the result.
   *
   * @param cancel cancels it
   */
  private record PendingCall(UserCall userCall, Runnable cancel) {}

  /**
   * A call of the client, in both forms.
   *
   * @param blocking makes it on the calling thread
   * @param async returns a future
   */
  private record ClientCall(
      BiFunction<FreightClient, CallOptions, Object> blocking,
      BiFunction<FreightClient, CallOptions, CompletableFuture<?>> async) {}

  private static final ClientCall BALANCE =
      new ClientCall(
          (client, callOptions) -> client.withResponse().getBalance(callOptions),
          (client, callOptions) -> client.async().getBalance(callOptions));

  final List<Order> orders = new ArrayList<>();

  /** The results that callers of shared reads got. */
  final List<SharedReadResult> sharedReadResults = new ArrayList<>();

  private final List<PendingCall> pendingCalls = new ArrayList<>();
  private final SimulatedWorld world;

  record SharedReadResult(SimulatedProcess process, Object result) {}

  SimulatedCustomers(SimulatedWorld world) {
    this.world = world;
  }

  void perform(Action action, int index) {
    SimulatedProcess process = world.processes[action.process()];
    Dice dice = new Dice(action.randomSeed());
    boolean needsProcess =
        switch (action.kind()) {
          case ORDER, REFERENCE, PRICE_CHANGE, PRICE_LIST_UNAVAILABLE, BILLING_OUTAGE -> false;
          case DATABASE_UNAVAILABLE, DATABASE_SLOW, COMMIT_RESPONSES_LOST -> false;
          default -> true;
        };
    if (needsProcess && !process.isOpen()) return;
    switch (action.kind()) {
      case ORDER -> placeOrder(action, index, dice);
      case REPEAT_KEY -> repeatKey(action, index, dice, process);
      case REFERENCE -> reference(action, index, dice);
      case READ -> read(action, index, dice, process);
      case SHARED_READ -> sharedRead(action, index, dice, process);
      case CONFIRM ->
          send(
              process,
              Operation.CONFIRM_DELIVERY,
              load(action),
              CallOptions.DEFAULT,
              index,
              action.randomSeed(),
              confirmation(load(action)),
              null);
      case BALANCE ->
          send(
              process,
              Operation.GET_BALANCE,
              null,
              CallOptions.DEFAULT,
              index,
              action.randomSeed(),
              BALANCE,
              null);
      case CANCEL -> cancel(dice, process);
      case CRASH -> world.crash(process, dice);
      case CLOSE -> close(process);
      case PRICE_CHANGE -> world.changeAnyPrice(dice);
      case PRICE_LIST_UNAVAILABLE ->
          world.startPriceListOutage(dice.nanosUpToMillis(dice.pick(5_000, 60_000, 900_000)));
      case BILLING_OUTAGE -> world.startBillingOutage(dice.nanosUpToMillis(30_000));
      case TOP_UP -> {
        if (world.traits.hasLowBalance()) world.creditSmallAmount(process, dice);
        else world.credit(dice.pick("1.00", "5.00", "20.00"));
      }
      case DATABASE_UNAVAILABLE ->
          world.startDatabaseFailure(Fault.DATABASE_UNAVAILABLE, dice.nanosUpToMillis(20_000));
      case COMMIT_RESPONSES_LOST ->
          world.startDatabaseFailure(Fault.COMMIT_RESPONSE_LOST, dice.nanosUpToMillis(20_000));
      case DATABASE_SLOW ->
          world.startDatabaseFailure(Fault.DATABASE_SLOW, dice.nanosUpToMillis(20_000));
    }
  }

  private String load(Action action) {
    return world.loads.get(action.subject() % world.loads.size());
  }

  /** Makes a call for one user, on a thread or with a future. */
  private void send(
      SimulatedProcess process,
      Operation operation,
      @Nullable String subject,
      CallOptions options,
      int actionIndex,
      long randomSeed,
      ClientCall clientCall,
      @Nullable BiConsumer<Object, Throwable> listener) {
    boolean waits = Dice.of(randomSeed, BLOCKING_CALL_SEED).chance(50);
    process.run(
        () -> {
          UserCall user =
              world.startUserCall(process, operation, subject, options, actionIndex, randomSeed);
          if (waits) callAndWait(user, clientCall, listener);
          else callAsync(user, clientCall, listener);
        });
  }

  private void callAndWait(
      UserCall user, ClientCall clientCall, @Nullable BiConsumer<Object, Throwable> listener) {
    CooperativeScheduler.Worker here = world.scheduler.current();
    here.setUser(user);
    PendingCall mine = new PendingCall(user, here::interruptThread);
    pendingCalls.add(mine);
    Object value = null;
    Throwable thrown = null;
    try {
      value = clientCall.blocking().apply(user.process.client, user.clientOptions());
    } catch (CooperativeScheduler.ProcessKilledError killed) {
      throw killed;
    } catch (Throwable any) {
      thrown = any;
    } finally {
      pendingCalls.remove(mine);
    }
    onResult(user, value, thrown, listener);
  }

  private void callAsync(
      UserCall user, ClientCall clientCall, @Nullable BiConsumer<Object, Throwable> listener) {
    CompletableFuture<?> future =
        user.process.callAsync(
            user, client -> clientCall.async().apply(client, user.clientOptions()));
    PendingCall mine = new PendingCall(user, () -> user.process.run(() -> future.cancel(true)));
    pendingCalls.add(mine);
    CompletableFuture<?> unused =
        future.handle(
            (value, thrown) -> {
              pendingCalls.remove(mine);
              onResult(user, value, thrown, listener);
              return null;
            });
  }

  private void onResult(
      UserCall user,
      @Nullable Object value,
      @Nullable Throwable thrown,
      @Nullable BiConsumer<Object, Throwable> listener) {
    if (user.process.wasKilled() || world.hasEnded()) return;
    world.addResult(user, value, thrown);
    if (listener != null && user.process.isAlive()) listener.accept(value, thrown);
  }

  // --- creating loads ---

  /** An order of a customer. The customer follows {@code nextStep()} until its load is created. */
  static final class Order {
    final int actionIndex;
    final int process;
    final String firstKey;
    final Dice dice;
    final SpendScope scope;
    final int input;
    String key;
    BigDecimal maxPrice;
    SimulatedProcess sentFrom;
    int calls;
    int callsWithoutFaults;
    int refusals;
    boolean hasEnded;
    boolean created;
    String lastFailure = "";

    Order(Action action, int index, Dice dice, SpendScope scope, BigDecimal maxPrice) {
      this.actionIndex = index;
      this.process = action.process();
      this.firstKey = "order-" + index;
      this.key = firstKey;
      this.dice = dice;
      this.scope = scope;
      this.input = action.subject() % INPUT_COUNT;
      this.maxPrice = maxPrice;
    }
  }

  /** A random scope; null if the clients have no ledger. */
  private SpendScope randomScope(Dice dice) {
    int number = dice.below(WorldSettings.SCOPES);
    return world.scopes.isEmpty() ? null : world.scopes.get(number);
  }

  /** The options of most calls: a scope, and sometimes a shorter deadline or a maximum price. */
  private CallOptions.Builder options(Dice dice) {
    CallOptions.Builder options = CallOptions.builder();
    SpendScope scope = randomScope(dice);
    if (dice.chance(70) && scope != null) options.scope(scope);
    if (dice.chance(10)) options.maxPrice(dice.pick("0.02", "0.03", "0.66", "3.00"));
    if (dice.chance(20)) options.deadline(shortTime(dice));
    return options;
  }

  private static Duration shortTime(Dice dice) {
    return Duration.ofMillis(1 + dice.below(dice.pick(2_000, 2_000, 20_000, 100_000)));
  }

  private void placeOrder(Action action, int index, Dice dice) {
    SpendScope scope = dice.chance(70) ? randomScope(dice) : null;
    BigDecimal maxPrice = dice.chance(20) ? new BigDecimal("0.70") : null;
    Order order = new Order(action, index, dice, scope, maxPrice);
    orders.add(order);
    send(order);
  }

  private void send(Order order) {
    SimulatedProcess process = world.processes[order.process];
    order.sentFrom = process;
    if (!process.isOpen()) return; // onRestart sends it again.
    order.calls++;
    if (world.faultsEnded) order.callsWithoutFaults++;
    if (order.callsWithoutFaults > MAX_CALLS_WITHOUT_FAULTS) {
      world.violate(
          Violation.Rule.NEXT_STEP_SUCCEEDS,
          String.format(
              Locale.ROOT,
              "order %d was sent %d times after the last fault; last: %s",
              order.actionIndex,
              order.callsWithoutFaults,
              order.lastFailure),
          null);
      return;
    }
    CallOptions.Builder options = CallOptions.builder().idempotencyKey(order.key);
    if (order.scope != null) options.scope(order.scope);
    if (order.maxPrice != null) options.maxPrice(order.maxPrice);
    if (!world.faultsEnded && order.dice.chance(15)) options.deadline(shortTime(order.dice));
    send(
        process,
        Operation.CREATE_LOAD,
        null,
        options.build(),
        order.actionIndex,
        order.dice.nextLong(),
        creation(order.input),
        (response, thrown) -> onOrderResult(order, thrown));
  }

  private void onOrderResult(Order order, Throwable thrown) {
    if (thrown == null) {
      order.hasEnded = true;
      order.created = true;
      return;
    }
    order.lastFailure = thrown.toString();
    if (thrown instanceof ClientSaturatedException && world.faultsEnded) order.callsWithoutFaults--;
    if (thrown instanceof CancellationException) {
      // The customer cancelled the call, and sends the order again.
      sendLater(order, 5);
      return;
    }
    if (!(thrown instanceof FreightException failure)) {
      world.violate(Violation.Rule.ONLY_DOCUMENTED_EXCEPTIONS, "a caller got " + thrown, thrown);
      return;
    }
    if (failure instanceof SpendLimitExceededException) {
      order.refusals++;
      if (world.faultsEnded || order.refusals > 2) {
        order.hasEnded = true;
        return;
      }
    }
    switch (failure.nextStep()) {
      case RETRY_LATER -> sendLater(order, 30);
      case RETRY_WITH_SAME_KEY -> sendLater(order, 10);
      case TOP_UP -> {
        world.credit("5.00");
        sendLater(order, 5);
      }
      case RAISE_LIMIT -> {
        if (failure instanceof PriceLimitExceededException) {
          order.maxPrice = new BigDecimal("5.00");
          sendLater(order, 5);
        } else {
          order.hasEnded = true;
        }
      }
      case FIX_CONFIGURATION -> sendLater(order, 30); // An operator repairs the gateway.
      case NONE -> sendLater(order, 10); // Cancelled, or the application's code threw.
      default -> addUnexpectedNextStep(order, failure);
    }
  }

  private void addUnexpectedNextStep(Order order, FreightException failure) {
    world.violate(
        Violation.Rule.NEXT_STEP_SUCCEEDS,
        String.format(
            Locale.ROOT,
            "the next step of order %d is %s after %s, which does not create the load",
            order.actionIndex,
            failure.nextStep(),
            failure),
        failure);
  }

  private void sendLater(Order order, int maxSeconds) {
    long wait = (1 + order.dice.below(maxSeconds)) * SECOND;
    SimulatedProcess user = order.sentFrom;
    world.time.schedule(
        wait,
        () -> {
          if (order.sentFrom == user && !order.hasEnded) send(order);
        });
  }

  /** Sends the orders of a process again after its restart. */
  void onRestart(int process) {
    for (Order order : orders) {
      if (order.process == process && !order.hasEnded) {
        world.time.schedule(
            (1 + order.dice.below(3)) * SECOND,
            () -> {
              boolean lostItsProcess = order.sentFrom == null || !order.sentFrom.isAlive();
              if (!order.hasEnded && lostItsProcess) send(order);
            });
      }
    }
  }

  private void repeatKey(Action action, int index, Dice dice, SimulatedProcess process) {
    int number = action.subject() % (world.traits.sharesKeys() ? 3 : 6);
    createWithKey(number, index, dice, action.randomSeed(), process);
    if (!world.traits.sharesKeys()) return;
    for (int others = 1 + dice.below(4); others > 0; others--) {
      long seed = dice.nextLong();
      world.time.schedule(
          dice.nanosUpToMillis(1_000),
          () -> {
            if (process.isOpen()) createWithKey(number, index, new Dice(seed), seed, process);
          });
    }
  }

  private void createWithKey(
      int number, int index, Dice dice, long callSeed, SimulatedProcess process) {
    createWithKey("shared-" + number, number, index, dice, callSeed, process);
  }

  private void createWithKey(
      String key, int body, int index, Dice dice, long callSeed, SimulatedProcess process) {
    CallOptions.Builder options = options(dice).idempotencyKey(key);
    int input = dice.chance(20) ? body + 1 : body;
    send(
        process,
        Operation.CREATE_LOAD,
        null,
        options.build(),
        index,
        callSeed,
        creation(input),
        null);
  }

  /** Several users create the load of one {@code customerRef}, each with another key. */
  private void reference(Action action, int index, Dice dice) {
    String reference = "acme/PO-" + action.subject() % 4;
    for (int others = 1 + dice.below(4); others > 0; others--) {
      String key = "reference-" + index + "-" + others;
      int to = dice.below(world.processes.length);
      long seed = dice.nextLong();
      world.time.schedule(
          dice.nanosUpToMillis(dice.pick(1_000, 20_000)),
          () -> {
            if (world.processes[to].isOpen()) createWithReference(reference, key, index, seed, to);
          });
    }
  }

  private void createWithReference(
      String reference, String key, int index, long seed, int process) {
    Dice dice = new Dice(seed);
    CallOptions options = options(dice).idempotencyKey(key).build();
    CreateLoadInput input =
        LOAD_INPUTS[dice.below(INPUT_COUNT)].toBuilder().customerRef(reference).build();
    send(
        world.processes[process],
        Operation.CREATE_LOAD,
        reference,
        options,
        index,
        seed,
        creation(input),
        null);
  }

  private static ClientCall confirmation(String load) {
    return new ClientCall(
        (client, callOptions) -> client.withResponse().confirmDelivery(load, callOptions),
        (client, callOptions) -> client.async().confirmDelivery(load, callOptions));
  }

  private static ClientCall creation(int input) {
    return creation(LOAD_INPUTS[input]);
  }

  private static ClientCall creation(CreateLoadInput input) {
    return new ClientCall(
        (client, callOptions) -> client.withResponse().createLoad(input, callOptions),
        (client, callOptions) -> client.async().createLoad(input, callOptions));
  }

  // --- reading ---

  private void read(Action action, int index, Dice dice, SimulatedProcess process) {
    CallOptions options = options(dice).build();
    read(action, index, action.randomSeed(), process, options, null);
  }

  private void read(
      Action action,
      int index,
      long randomSeed,
      SimulatedProcess process,
      CallOptions options,
      @Nullable BiConsumer<Object, Throwable> listener) {
    String load = load(action);
    ClientCall clientCall =
        new ClientCall(
            (client, callOptions) -> client.withResponse().getLoadPosition(load, callOptions),
            (client, callOptions) -> client.async().getLoadPosition(load, callOptions));
    send(
        process,
        Operation.GET_LOAD_POSITION,
        load,
        options,
        index,
        randomSeed,
        clientCall,
        listener);
  }

  private void sharedRead(Action action, int index, Dice dice, SimulatedProcess process) {
    int callers = 1 + dice.below(4);
    for (int i = 0; i < callers; i++) {
      CallOptions.Builder options = CallOptions.builder().maxAge(MAX_AGE);
      if (dice.chance(40)) options.deadline(Duration.ofMillis(1 + dice.below(1_500)));
      if (dice.chance(30)) options.staleIfError(STALE_IF_ERROR);
      SpendScope scope = randomScope(dice);
      if (dice.chance(40) && scope != null) options.scope(scope);
      long seed = dice.nextLong();
      long wait = dice.nanosUpToMillis(300);
      world.time.schedule(
          wait,
          () -> {
            if (!process.isOpen()) return;
            read(
                action,
                index,
                seed,
                process,
                options.build(),
                (response, thrown) -> onSharedReadResult(process, response, thrown));
          });
    }
  }

  private void onSharedReadResult(SimulatedProcess process, Object response, Throwable thrown) {
    if (thrown instanceof CancellationException) return;
    if (thrown != null && !(thrown instanceof FreightException)) {
      world.violate(Violation.Rule.ONLY_DOCUMENTED_EXCEPTIONS, "a caller got " + thrown, thrown);
      return;
    }
    sharedReadResults.add(new SharedReadResult(process, response != null ? response : thrown));
  }

  // --- cancellation and restarts ---

  private void cancel(Dice dice, SimulatedProcess process) {
    List<PendingCall> own =
        pendingCalls.stream().filter(any -> any.userCall().process == process).toList();
    if (own.isEmpty()) return;
    cancel(own.get(own.size() - 1 - dice.below(Math.min(4, own.size()))));
  }

  /** Cancels this call, if a user waits for it. */
  void cancel(RecordedCall call) {
    if (call.hasEnded() || !call.process.isOpen()) return;
    for (PendingCall pending : List.copyOf(pendingCalls)) {
      if (pending.userCall() != call.user) continue;
      cancel(pending);
      return;
    }
  }

  private void cancel(PendingCall victim) {
    RecordedCall call = victim.userCall().call;
    if (call != null && !call.hasEnded()) {
      call.cancelled = true;
      world.log(() -> "A user cancels " + call + ".");
    }
    victim.cancel().run();
  }

  private void close(SimulatedProcess process) {
    world.log(() -> "The client of process " + process.number + " is closed.");
    process.run(() -> process.close(() -> world.start(process.number)));
  }

  /** Whether all orders have ended. */
  boolean allOrdersHaveEnded() {
    for (Order order : orders) if (!order.hasEnded) return false;
    return true;
  }
}

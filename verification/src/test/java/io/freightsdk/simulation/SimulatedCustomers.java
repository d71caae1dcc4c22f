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
 * The people of a world, and what strikes them. Some follow {@code nextStep()} to the end, some
 * cancel, repeat keys elsewhere or ask all at once.
 */
final class SimulatedCustomers {
  private static final long SECOND = 1_000_000_000L;

  private static final int INPUTS = 16;
  private static final CreateLoadInput[] INPUT = new CreateLoadInput[INPUTS];
  private static final byte[][] BODY = new byte[INPUTS][];

  /** An obedient customer needs no more calls than this once nothing fails any more. */
  private static final int CALLS_IN_CALM = 12;

  /** Whose throw says whether a user waits for his call, or has a future of it. */
  private static final long WAITS = -51;

  static final Duration MAX_AGE = Duration.ofSeconds(60);

  /** How old a position may be where none can be read. */
  private static final Duration STALE_IF_ERROR = Duration.ofMinutes(10);

  static {
    for (int i = 0; i < INPUTS; i++) {
      INPUT[i] = input(i);
      Buffer body = new Buffer();
      try {
        FreightJson.write(CreateLoadInput.class, INPUT[i], body);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      BODY[i] = body.readByteArray();
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

  static byte[] bodyOfSetUp(int number) {
    return BODY[number];
  }

  /**
   * A call that a user waits for.
   *
   * @param end gives it up
   */
  private record PendingCall(UserCall asked, Runnable end) {}

  /**
   * How a client is asked for something.
   *
   * @param waits by a thread that waits for it
   * @param future without one
   */
  private record ClientCall(
      BiFunction<FreightClient, CallOptions, Object> waits,
      BiFunction<FreightClient, CallOptions, CompletableFuture<?>> future) {}

  private static final ClientCall BALANCE =
      new ClientCall(
          (client, of) -> client.withResponse().getBalance(of),
          (client, of) -> client.async().getBalance(of));

  final List<Order> orders = new ArrayList<>();

  /** What callers of shared reads were told, by the answer itself. */
  final List<SharedReadResult> shared = new ArrayList<>();

  private final List<PendingCall> waiting = new ArrayList<>();
  private final SimulatedWorld world;

  record SharedReadResult(SimulatedProcess process, Object told) {}

  SimulatedCustomers(SimulatedWorld world) {
    this.world = world;
  }

  void act(Action act, int index) {
    SimulatedProcess process = world.processes[act.process()];
    Dice dice = new Dice(act.dice());
    boolean needsProcess =
        switch (act.kind()) {
          case ORDER, REFERENCE, PRICE_CHANGE, PRICES_AWAY, OUTAGE -> false;
          case DATABASE_AWAY, DATABASE_SLOW, COMMITS_UNANSWERED -> false;
          default -> true;
        };
    if (needsProcess && !process.isOpen()) return;
    switch (act.kind()) {
      case ORDER -> order(act, index, dice);
      case REPEAT_KEY -> repeatKey(act, index, dice, process);
      case REFERENCE -> reference(act, index, dice);
      case READ -> read(act, index, dice, process);
      case SHARED_READ -> sharedRead(act, index, dice, process);
      case CONFIRM ->
          send(
              process,
              Operation.CONFIRM_DELIVERY,
              load(act),
              CallOptions.DEFAULT,
              index,
              act.dice(),
              confirmation(load(act)),
              null);
      case BALANCE ->
          send(
              process,
              Operation.GET_BALANCE,
              null,
              CallOptions.DEFAULT,
              index,
              act.dice(),
              BALANCE,
              null);
      case CANCEL -> cancel(dice, process);
      case CRASH -> world.crash(process, dice);
      case CLOSE -> close(process);
      case PRICE_CHANGE -> world.priceChanges(dice);
      case PRICES_AWAY -> world.pricesAwayFor(dice.upToMillis(dice.pick(5_000, 60_000, 900_000)));
      case OUTAGE -> world.billingDownFor(dice.upToMillis(30_000));
      case TOP_UP -> {
        if (world.habits.poor()) world.addALittle(process, dice);
        else world.credit(dice.pick("1.00", "5.00", "20.00"));
      }
      case DATABASE_AWAY -> world.databaseTroubleFor(Fault.DATABASE_AWAY, dice.upToMillis(20_000));
      case COMMITS_UNANSWERED ->
          world.databaseTroubleFor(Fault.COMMIT_UNANSWERED, dice.upToMillis(20_000));
      case DATABASE_SLOW -> world.databaseTroubleFor(Fault.DATABASE_SLOW, dice.upToMillis(20_000));
    }
  }

  private String load(Action act) {
    return world.loads.get(act.what() % world.loads.size());
  }

  /** One user asks, and waits for what he is told, on his own thread or by a future. */
  private void send(
      SimulatedProcess process,
      Operation operation,
      @Nullable String subject,
      CallOptions options,
      int act,
      long dice,
      ClientCall way,
      @Nullable BiConsumer<Object, Throwable> heard) {
    boolean waits = Dice.of(dice, WAITS).percent(50);
    process.run(
        () -> {
          UserCall asked = world.asks(process, operation, subject, options, act, dice);
          if (waits) waits(asked, way, heard);
          else goesOn(asked, way, heard);
        });
  }

  private void waits(UserCall asked, ClientCall way, @Nullable BiConsumer<Object, Throwable> heard) {
    CooperativeScheduler.Worker here = world.baton.here();
    here.runsFor(asked);
    PendingCall mine = new PendingCall(asked, here::interruptIt);
    waiting.add(mine);
    Object got = null;
    Throwable thrown = null;
    try {
      got = way.waits().apply(asked.process.client, asked.marked());
    } catch (CooperativeScheduler.ProcessKilledError killed) {
      throw killed;
    } catch (Throwable any) {
      thrown = any;
    } finally {
      waiting.remove(mine);
    }
    told(asked, got, thrown, heard);
  }

  private void goesOn(UserCall asked, ClientCall way, @Nullable BiConsumer<Object, Throwable> heard) {
    CompletableFuture<?> future =
        asked.process.future(asked, client -> way.future().apply(client, asked.marked()));
    PendingCall mine = new PendingCall(asked, () -> asked.process.run(() -> future.cancel(true)));
    waiting.add(mine);
    CompletableFuture<?> unused =
        future.handle(
            (got, thrown) -> {
              waiting.remove(mine);
              told(asked, got, thrown, heard);
              return null;
            });
  }

  private void told(
      UserCall asked,
      @Nullable Object got,
      @Nullable Throwable thrown,
      @Nullable BiConsumer<Object, Throwable> heard) {
    if (asked.process.wasKilled() || world.isOver()) return;
    world.told(asked, got, thrown);
    if (heard != null && asked.process.isAlive()) heard.accept(got, thrown);
  }

  // --- creating loads ---

  /** A customer who wants one load, and does what he is told until it is there. */
  static final class Order {
    final int act;
    final int process;
    final String firstKey;
    final Dice dice;
    final SpendScope scope;
    final int input;
    String key;
    BigDecimal maxPrice;
    SimulatedProcess asked;
    int calls;
    int callsInCalm;
    int refusals;
    boolean over;
    boolean created;
    String end = "";

    Order(Action act, int index, Dice dice, SpendScope scope, BigDecimal maxPrice) {
      this.act = index;
      this.process = act.process();
      this.firstKey = "order-" + index;
      this.key = firstKey;
      this.dice = dice;
      this.scope = scope;
      this.input = act.what() % INPUTS;
      this.maxPrice = maxPrice;
    }
  }

  /** One of the runs that pay; null where nothing knows a scope. */
  private SpendScope run(Dice dice) {
    int number = dice.below(WorldSettings.RUNS);
    return world.runs.isEmpty() ? null : world.runs.get(number);
  }

  /** What most calls bring: a scope, and sometimes less time or money than is usual. */
  private CallOptions.Builder options(Dice dice) {
    CallOptions.Builder options = CallOptions.builder();
    SpendScope scope = run(dice);
    if (dice.percent(70) && scope != null) options.scope(scope);
    if (dice.percent(10)) options.maxPrice(dice.pick("0.02", "0.03", "0.66", "3.00"));
    if (dice.percent(20)) options.deadline(shortTime(dice));
    return options;
  }

  private static Duration shortTime(Dice dice) {
    return Duration.ofMillis(1 + dice.below(dice.pick(2_000, 2_000, 20_000, 100_000)));
  }

  private void order(Action act, int index, Dice dice) {
    SpendScope scope = dice.percent(70) ? run(dice) : null;
    BigDecimal maxPrice = dice.percent(20) ? new BigDecimal("0.70") : null;
    Order order = new Order(act, index, dice, scope, maxPrice);
    orders.add(order);
    send(order);
  }

  private void send(Order order) {
    SimulatedProcess process = world.processes[order.process];
    order.asked = process;
    if (!process.isOpen()) return; // Sent again when it is back.
    order.calls++;
    if (world.calm) order.callsInCalm++;
    if (order.callsInCalm > CALLS_IN_CALM) {
      world.violate(
          Violation.Rule.NEXT_STEP_ENDS_WELL,
          String.format(
              Locale.ROOT,
              "order %d was sent %d times after everything worked again; last: %s",
              order.act,
              order.callsInCalm,
              order.end),
          null);
      return;
    }
    CallOptions.Builder options = CallOptions.builder().idempotencyKey(order.key);
    if (order.scope != null) options.scope(order.scope);
    if (order.maxPrice != null) options.maxPrice(order.maxPrice);
    if (!world.calm && order.dice.percent(15)) options.deadline(shortTime(order.dice));
    send(
        process,
        Operation.CREATE_LOAD,
        null,
        options.build(),
        order.act,
        order.dice.nextLong(),
        creation(order.input),
        (answer, thrown) -> heard(order, thrown));
  }

  private void heard(Order order, Throwable thrown) {
    if (thrown == null) {
      order.over = true;
      order.created = true;
      return;
    }
    order.end = thrown.toString();
    if (thrown instanceof ClientSaturatedException && world.calm) order.callsInCalm--;
    if (thrown instanceof CancellationException) {
      // He cancelled it himself, and has it sent again all the same.
      again(order, 5);
      return;
    }
    if (!(thrown instanceof FreightException failure)) {
      world.violate(Violation.Rule.NOTHING_ESCAPES, "a caller was told " + thrown, thrown);
      return;
    }
    if (failure instanceof SpendLimitExceededException) {
      order.refusals++;
      if (world.calm || order.refusals > 2) {
        order.over = true;
        return;
      }
    }
    switch (failure.nextStep()) {
      case RETRY_LATER -> again(order, 30);
      case RETRY_WITH_SAME_KEY -> again(order, 10);
      case TOP_UP -> {
        world.credit("5.00");
        again(order, 5);
      }
      case RAISE_LIMIT -> {
        if (failure instanceof PriceLimitExceededException) {
          order.maxPrice = new BigDecimal("5.00");
          again(order, 5);
        } else {
          order.over = true;
        }
      }
      case FIX_CONFIGURATION -> again(order, 30); // Somebody looks at the gateway.
      case NONE -> again(order, 10); // Cancelled, or code of the application threw.
      default -> unexpected(order, failure);
    }
  }

  private void unexpected(Order order, FreightException failure) {
    world.violate(
        Violation.Rule.NEXT_STEP_ENDS_WELL,
        String.format(
            Locale.ROOT,
            "order %d is told to %s after %s, which leads nowhere",
            order.act,
            failure.nextStep(),
            failure),
        failure);
  }

  private void again(Order order, int mostSeconds) {
    long wait = (1 + order.dice.below(mostSeconds)) * SECOND;
    SimulatedProcess asked = order.asked;
    world.time.after(
        wait,
        () -> {
          if (order.asked == asked && !order.over) send(order);
        });
  }

  /** Who waited for a process that died begins again with the next one. */
  void restarted(int process) {
    for (Order order : orders) {
      if (order.process == process && !order.over) {
        world.time.after(
            (1 + order.dice.below(3)) * SECOND,
            () -> {
              boolean waitsForADeadOne = order.asked == null || !order.asked.isAlive();
              if (!order.over && waitsForADeadOne) send(order);
            });
      }
    }
  }

  private void repeatKey(Action act, int index, Dice dice, SimulatedProcess process) {
    int number = act.what() % (world.habits.crowded() ? 3 : 6);
    createUnder(number, index, dice, act.dice(), process);
    if (!world.habits.crowded()) return;
    for (int others = 1 + dice.below(4); others > 0; others--) {
      long own = dice.nextLong();
      world.time.after(
          dice.upToMillis(1_000),
          () -> {
            if (process.isOpen()) createUnder(number, index, new Dice(own), own, process);
          });
    }
  }

  private void createUnder(
      int number, int index, Dice dice, long callDice, SimulatedProcess process) {
    createUnder("shared-" + number, number, index, dice, callDice, process);
  }

  private void createUnder(
      String key, int body, int index, Dice dice, long callDice, SimulatedProcess process) {
    CallOptions.Builder options = options(dice).idempotencyKey(key);
    int input = dice.percent(20) ? body + 1 : body;
    send(
        process,
        Operation.CREATE_LOAD,
        null,
        options.build(),
        index,
        callDice,
        creation(input),
        null);
  }

  /** Each of them under a key of its own, as who does not know of the others has. */
  private void reference(Action act, int index, Dice dice) {
    String reference = "acme/PO-" + act.what() % 4;
    for (int others = 1 + dice.below(4); others > 0; others--) {
      String key = "reference-" + index + "-" + others;
      int to = dice.below(world.processes.length);
      long own = dice.nextLong();
      world.time.after(
          dice.upToMillis(dice.pick(1_000, 20_000)),
          () -> {
            if (world.processes[to].isOpen()) createFor(reference, key, index, own, to);
          });
    }
  }

  private void createFor(String reference, String key, int index, long own, int process) {
    Dice dice = new Dice(own);
    CallOptions options = options(dice).idempotencyKey(key).build();
    CreateLoadInput input = INPUT[dice.below(INPUTS)].toBuilder().customerRef(reference).build();
    send(
        world.processes[process],
        Operation.CREATE_LOAD,
        reference,
        options,
        index,
        own,
        creation(input),
        null);
  }

  private static ClientCall confirmation(String load) {
    return new ClientCall(
        (client, of) -> client.withResponse().confirmDelivery(load, of),
        (client, of) -> client.async().confirmDelivery(load, of));
  }

  private static ClientCall creation(int input) {
    return creation(INPUT[input]);
  }

  private static ClientCall creation(CreateLoadInput input) {
    return new ClientCall(
        (client, of) -> client.withResponse().createLoad(input, of),
        (client, of) -> client.async().createLoad(input, of));
  }

  // --- reading ---

  private void read(Action act, int index, Dice dice, SimulatedProcess process) {
    CallOptions options = options(dice).build();
    read(act, index, act.dice(), process, options, null);
  }

  private void read(
      Action act,
      int index,
      long dice,
      SimulatedProcess process,
      CallOptions options,
      @Nullable BiConsumer<Object, Throwable> heard) {
    String load = load(act);
    ClientCall way =
        new ClientCall(
            (client, of) -> client.withResponse().getLoadPosition(load, of),
            (client, of) -> client.async().getLoadPosition(load, of));
    send(process, Operation.GET_LOAD_POSITION, load, options, index, dice, way, heard);
  }

  private void sharedRead(Action act, int index, Dice dice, SimulatedProcess process) {
    int callers = 1 + dice.below(4);
    for (int i = 0; i < callers; i++) {
      CallOptions.Builder options = CallOptions.builder().maxAge(MAX_AGE);
      if (dice.percent(40)) options.deadline(Duration.ofMillis(1 + dice.below(1_500)));
      if (dice.percent(30)) options.staleIfError(STALE_IF_ERROR);
      SpendScope scope = run(dice);
      if (dice.percent(40) && scope != null) options.scope(scope);
      long own = dice.nextLong();
      long wait = dice.upToMillis(300);
      world.time.after(
          wait,
          () -> {
            if (!process.isOpen()) return;
            read(
                act,
                index,
                own,
                process,
                options.build(),
                (answer, thrown) -> toldShared(process, answer, thrown));
          });
    }
  }

  private void toldShared(SimulatedProcess process, Object answer, Throwable thrown) {
    if (thrown instanceof CancellationException) return;
    if (thrown != null && !(thrown instanceof FreightException)) {
      world.violate(Violation.Rule.NOTHING_ESCAPES, "a caller was told " + thrown, thrown);
      return;
    }
    shared.add(new SharedReadResult(process, answer != null ? answer : thrown));
  }

  // --- what strikes ---

  private void cancel(Dice dice, SimulatedProcess process) {
    List<PendingCall> own = waiting.stream().filter(any -> any.asked().process == process).toList();
    if (own.isEmpty()) return;
    giveUp(own.get(own.size() - 1 - dice.below(Math.min(4, own.size()))));
  }

  /** Whoever waits for this call gives it up. */
  void giveUp(CallLog call) {
    if (call.hasEnded() || !call.process.isOpen()) return;
    for (PendingCall one : List.copyOf(waiting)) {
      if (one.asked() != call.user) continue;
      giveUp(one);
      return;
    }
  }

  private void giveUp(PendingCall victim) {
    CallLog call = victim.asked().call;
    if (call != null && !call.hasEnded()) {
      call.cancelled = true;
      world.tell(() -> "A user gives up " + call + ".");
    }
    victim.end().run();
  }

  private void close(SimulatedProcess process) {
    world.tell(() -> "The client of process " + process.number + " is closed.");
    process.run(() -> process.close(() -> world.start(process.number)));
  }

  /** Whether every order has come to an end. */
  boolean areDone() {
    for (Order order : orders) if (!order.over) return false;
    return true;
  }
}

package io.freightsdk.simulation;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One call as seen from outside: what it asked its guard, what it sent, and what it said. */
final class CallLog implements RunObservations.Call {
  /** What a call does, or waits for, as far as it can be seen from outside. */
  enum Stage {
    /** It has begun, and has not been seen since. */
    BEGUN,
    /** It asks its guard. */
    RESERVING,
    /** It may be sent, as soon as it has a place on the wire. */
    QUEUED,
    SENDING,
    /** Its attempt has ended: it pauses, if it does not end. */
    PAUSED,
    /** Its attempt was refused for want of money: it waits for a top-up, if it does not end. */
    AWAITING_TOP_UP,
    /** Its guard hears how it ends. */
    BOOKING,
    ENDED
  }

  /** One request. */
  static final class Attempt {
    final int id;
    final CallLog call;
    final long sentAt;

    final Duration timeout;

    /** What is reserved for it; null for what costs nothing. */
    final @Nullable ReservationLog held;

    boolean handedOver;

    /** When the service did its work; far in the future while it has not. */
    long processedAt = Long.MAX_VALUE;

    long endedAt = -1;
    boolean timedOut;

    /** What the client was told of it; null while it is out. */
    @Nullable AttemptResult result;

    /** How long the answer asks to wait; null for nothing. */
    @Nullable Duration asksToWait;

    /** The status of the service's own answer that arrived whole; zero while none has. */
    int answeredWith;

    Attempt(int id, CallLog call, long sentAt, Duration timeout, @Nullable ReservationLog held) {
      this.id = id;
      this.call = call;
      this.sentAt = sentAt;
      this.held = held;
      this.timeout = timeout;
    }
  }

  final int id;

  /** Who asked for it; null for what the client reads for itself. */
  final @Nullable UserCall user;

  final SimulatedProcess process;
  final Operation operation;
  final CallOptions options;

  /** When it was asked for; what a client reads for itself says in the end when it began. */
  long begunAt;

  /** When it showed first: a shared read may begin later than it was asked for. */
  private final long shownAt;

  /** Whose act it is; -1 for what a client does by itself. */
  final int act;

  final long dice;
  final RepeatCost repeat;
  final List<Attempt> attempts = new ArrayList<>(1);

  /** What it asked its guard for, in the order of its questions. */
  final List<ReservationLog> held = new ArrayList<>(1);

  Stage stage = Stage.BEGUN;

  long endedAt = -1;

  /** What its listeners were told that it cost. */
  private @Nullable Charge charge;

  /** How it failed; null while it has not. */
  private @Nullable Throwable failure;

  /** What its caller got; null for a failure, and for a call that no caller waits for. */
  private @Nullable Object value;

  /** How often it waited for a top-up, since when it does, and how long it has in all. */
  int topUps;

  private long topUpSince = -1;
  private long toppedUpNanos;

  /** Its caller cancelled it: what still came was for nobody. */
  boolean cancelled;

  /** A call for a user. */
  CallLog(int id, UserCall user, long shownAt) {
    this(
        id,
        user,
        user.process,
        user.operation,
        user.options,
        user.askedAt,
        shownAt,
        user.act,
        user.dice);
  }

  /** A call that the client makes for itself. */
  CallLog(int id, SimulatedProcess process, Operation operation, long begunAt, long dice) {
    this(id, null, process, operation, CallOptions.DEFAULT, begunAt, begunAt, -1, dice);
  }

  private CallLog(
      int id,
      @Nullable UserCall user,
      SimulatedProcess process,
      Operation operation,
      CallOptions options,
      long begunAt,
      long shownAt,
      int act,
      long dice) {
    this.id = id;
    this.user = user;
    this.process = process;
    this.operation = operation;
    this.options = options;
    this.begunAt = begunAt;
    this.shownAt = shownAt;
    this.act = act;
    this.dice = dice;
    this.repeat = RepeatCost.of(operation);
  }

  /** Whether the client makes it for itself. */
  boolean isOwn() {
    return user == null;
  }

  /** The load that it reads; null for none. */
  @Nullable String loadNumber() {
    return user == null ? null : user.loadNumber();
  }

  /** The reference of the load that it creates; null for none. */
  @Nullable String customerRef() {
    return user == null ? null : user.customerRef();
  }

  /** It comes to a stage. */
  void at(Stage next, long now) {
    boolean waited = stage == Stage.AWAITING_TOP_UP;
    stage = next;
    if (next == Stage.AWAITING_TOP_UP) {
      topUps++;
      topUpSince = now;
    } else if (waited) {
      toppedUpNanos += now - topUpSince;
    }
  }

  /** It ends, as its listeners are told. */
  void ends(long now, @Nullable Charge charge, @Nullable Throwable failure) {
    endedAt = now;
    this.charge = charge;
    this.failure = failure;
  }

  /** Its caller gets this; false if its listeners were told something else. */
  boolean told(@Nullable Object got, @Nullable Throwable thrown) {
    value = got;
    Throwable reported = failure;
    Charge said = charge;
    failure = thrown;
    Charge own = told();
    boolean isSame = said == null || said.equals(own);
    return isSame && (reported == null) == (thrown == null);
  }

  /** When its time is over at the latest; its waits for top-ups extend the client's deadline. */
  long latestEnd() {
    Duration own = options.deadline();
    Duration usual = process.settings().deadline();
    // Others may join a read that is shared, so it may last as long as theirs.
    boolean isLonger = own == null || (isShared() && own.compareTo(usual) < 0);
    long begun = isShared() ? shownAt : begunAt;
    return begun + (isLonger ? usual : own).toNanos() + (own == null ? toppedUpNanos : 0);
  }

  /** Whether other callers may get its answer too. */
  boolean isShared() {
    return user != null && user.isShared;
  }

  /** Whether the balance pays for it, so that its price is reserved. */
  boolean isReserved() {
    return Fault.PAID.contains(operation);
  }

  /** The key that the service charges once; null where each attempt is charged by itself. */
  @Nullable String onceChargedKey() {
    return repeat.isChargedOncePerKey() ? idempotencyKey() : null;
  }

  /** The highest price at which it may be sent; null for any. */
  @Nullable BigDecimal maxPrice() {
    BigDecimal own = options.maxPrice();
    return own != null ? own : process.settings().maxPrice();
  }

  /** What is reserved for it now; null for nothing. */
  @Nullable ReservationLog open() {
    for (int i = held.size() - 1; i >= 0; i--) {
      if (held.get(i).isOpen()) return held.get(i);
    }
    return null;
  }

  @Override
  public Operation operation() {
    return operation;
  }

  @Override
  public String idempotencyKey() {
    return options.idempotencyKey();
  }

  @Override
  public Object process() {
    return process;
  }

  @Override
  public boolean diedWithItsProcess() {
    return process.wasKilled();
  }

  @Override
  public long begunAt() {
    return begunAt;
  }

  @Override
  public long endedAt() {
    return endedAt;
  }

  /** What the call said that it cost; null if it said nothing about money. */
  @Override
  public @Nullable Charge told() {
    if (value instanceof FreightResponse<?> response) return response.charge();
    return failure instanceof FreightException known ? known.charge() : charge;
  }

  /** How it failed; null if it has not. */
  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public boolean succeeded() {
    return hasEnded() && failure == null;
  }

  @Override
  public boolean replayed() {
    // Of a call that its caller gave up when it was answered, only listeners were told.
    if (value == null) return succeeded() && Charge.NONE.equals(charge);
    Object got = value instanceof FreightResponse<?> response ? response.value() : value;
    return got instanceof CreateLoadOutcome load
        && !load.deduplicated()
        && load.charge().equals(Charge.NONE);
  }

  @Override
  public String requestId() {
    return attempts.size() == 1 ? Integer.toString(last().id) : null;
  }

  @Override
  public boolean knewItsCharge() {
    return held.stream().allMatch(any -> any.outcome == null || any.toldInTime);
  }

  @Override
  public String said() {
    if (!hasEnded()) return "it waits in " + stage;
    return failure == null ? "success" : String.valueOf(failure.getMessage());
  }

  @Override
  public String scope() {
    return user == null ? SpendScope.CLIENT : user.path();
  }

  Attempt last() {
    return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
  }

  @Override
  public String toString() {
    return "call " + id + " (" + operation.id() + ")";
  }
}

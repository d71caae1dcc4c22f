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

/** A call as its observers see it: its reservations, its attempts and its result. */
final class RecordedCall implements RunObservations.Call {
  /** The stage of a call, as far as observers can see it. */
  enum Stage {
    /** It has started, and has done nothing visible. */
    STARTED,
    /** It requests a reservation. */
    RESERVING,
    /** It waits until the client may send another request. */
    QUEUED,
    SENDING,
    /** Its attempt has ended. It pauses before the next one, or ends. */
    PAUSED,
    /** Its attempt was refused with 402. It waits for a top-up, or ends. */
    AWAITING_TOP_UP,
    /** It reports its outcome to the guard. */
    COMPLETING,
    ENDED
  }

  /** One request. */
  static final class Attempt {
    final int id;
    final RecordedCall call;
    final long sentAt;

    final Duration timeout;

    /** The reservation that pays for it; null if the operation is free. */
    final @Nullable RecordedReservation reservation;

    /** Whether the complete request was sent. */
    boolean wasSent;

    /** When the service processed it; {@code Long.MAX_VALUE} before. */
    long processedAt = Long.MAX_VALUE;

    long endedAt = -1;
    boolean hasTimedOut;

    /** The result, as the client sees it; null before the end. */
    @Nullable AttemptResult result;

    /** The {@code Retry-After} of the response; null without one. */
    @Nullable Duration retryAfter;

    /** The status of a complete response of the service itself; 0 before one has arrived. */
    int responseStatus;

    Attempt(
        int id,
        RecordedCall call,
        long sentAt,
        Duration timeout,
        @Nullable RecordedReservation reservation) {
      this.id = id;
      this.call = call;
      this.sentAt = sentAt;
      this.reservation = reservation;
      this.timeout = timeout;
    }
  }

  final int id;

  /** The user who made it; null for an internal call. */
  final @Nullable UserCall user;

  final SimulatedProcess process;
  final Operation operation;
  final CallOptions options;

  /** When it started. An internal call reports this only in its end event. */
  long startedAt;

  /** When it was first seen. A shared read may start later than its user called. */
  private final long firstSeenAt;

  /** Index of its action; -1 for an internal call. */
  final int actionIndex;

  final long randomSeed;
  final RepeatCost repeatCost;
  final List<Attempt> attempts = new ArrayList<>(1);

  /** Its reservations, in the order of its requests. */
  final List<RecordedReservation> reservations = new ArrayList<>(1);

  Stage stage = Stage.STARTED;

  long endedAt = -1;

  /** The charge that its listeners got. */
  private @Nullable Charge charge;

  /** The failure; null for a success, and before the end. */
  private @Nullable Throwable failure;

  /** The value that its caller got; null for a failure, and if no caller waits for it. */
  private @Nullable Object value;

  /** Number of its waits for a top-up. */
  int topUpWaits;

  private long topUpWaitStartedAt = -1;
  private long topUpWaitNanos;

  /** Whether its caller cancelled it. */
  boolean cancelled;

  /** A call for a user. */
  RecordedCall(int id, UserCall user, long firstSeenAt) {
    this(
        id,
        user,
        user.process,
        user.operation,
        user.options,
        user.startedAt,
        firstSeenAt,
        user.actionIndex,
        user.randomSeed);
  }

  /** An internal call of a client, which reads prices or the balance. */
  RecordedCall(
      int id, SimulatedProcess process, Operation operation, long startedAt, long randomSeed) {
    this(id, null, process, operation, CallOptions.DEFAULT, startedAt, startedAt, -1, randomSeed);
  }

  private RecordedCall(
      int id,
      @Nullable UserCall user,
      SimulatedProcess process,
      Operation operation,
      CallOptions options,
      long startedAt,
      long firstSeenAt,
      int actionIndex,
      long randomSeed) {
    this.id = id;
    this.user = user;
    this.process = process;
    this.operation = operation;
    this.options = options;
    this.startedAt = startedAt;
    this.firstSeenAt = firstSeenAt;
    this.actionIndex = actionIndex;
    this.randomSeed = randomSeed;
    this.repeatCost = RepeatCost.of(operation);
  }

  /** Whether the client makes it to read prices or the balance. */
  boolean isInternal() {
    return user == null;
  }

  /** The number of the load that it reads; null for none. */
  @Nullable String loadNumber() {
    return user == null ? null : user.loadNumber();
  }

  /** The {@code customerRef} of the load that it creates; null for none. */
  @Nullable String customerRef() {
    return user == null ? null : user.customerRef();
  }

  /** Changes its stage. */
  void enterStage(Stage next, long now) {
    boolean waited = stage == Stage.AWAITING_TOP_UP;
    stage = next;
    if (next == Stage.AWAITING_TOP_UP) {
      topUpWaits++;
      topUpWaitStartedAt = now;
    } else if (waited) {
      topUpWaitNanos += now - topUpWaitStartedAt;
    }
  }

  /** Ends it with what its listeners got. */
  void end(long now, @Nullable Charge charge, @Nullable Throwable failure) {
    endedAt = now;
    this.charge = charge;
    this.failure = failure;
  }

  /** Sets what its caller got. Returns false if its listeners got something else. */
  boolean setResult(@Nullable Object got, @Nullable Throwable thrown) {
    value = got;
    Throwable listenersFailure = failure;
    Charge listenersCharge = charge;
    failure = thrown;
    boolean isSame = listenersCharge == null || listenersCharge.equals(reportedCharge());
    return isSame && (listenersFailure == null) == (thrown == null);
  }

  /** The latest end that its deadline allows. Waits for top-ups extend the client's deadline. */
  long latestEnd() {
    Duration own = options.deadline();
    Duration standard = process.settings().deadline();
    // Other callers may share the read, so it may last until their deadline.
    boolean isLonger = own == null || (isShared() && own.compareTo(standard) < 0);
    long started = isShared() ? firstSeenAt : startedAt;
    return started + (isLonger ? standard : own).toNanos() + (own == null ? topUpWaitNanos : 0);
  }

  /** Whether other callers may get its response, too. */
  boolean isShared() {
    return user != null && user.isShared;
  }

  /** Whether it is paid, so that its price is reserved. */
  boolean isPaidOperation() {
    return Fault.PAID.contains(operation);
  }

  /** The key that the service charges once; null if it charges each attempt. */
  @Nullable String keyChargedOnce() {
    return repeatCost.isChargedOncePerKey() ? idempotencyKey() : null;
  }

  /** Maximum price at which it may be sent; null for none. */
  @Nullable BigDecimal maxPrice() {
    BigDecimal own = options.maxPrice();
    return own != null ? own : process.settings().maxPrice();
  }

  /** Its open reservation; null for none. */
  @Nullable RecordedReservation openReservation() {
    for (int i = reservations.size() - 1; i >= 0; i--) {
      if (reservations.get(i).isOpen()) return reservations.get(i);
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
  public boolean processWasKilled() {
    return process.wasKilled();
  }

  @Override
  public long startedAt() {
    return startedAt;
  }

  @Override
  public long endedAt() {
    return endedAt;
  }

  /** The charge that its caller got; null for none. */
  @Override
  public @Nullable Charge reportedCharge() {
    if (value instanceof FreightResponse<?> response) return response.charge();
    return failure instanceof FreightException known ? known.charge() : charge;
  }

  /** The failure; null for none. */
  @Nullable Throwable failure() {
    return failure;
  }

  @Override
  public boolean succeeded() {
    return hasEnded() && failure == null;
  }

  @Override
  public boolean replayed() {
    // If its caller cancelled it before the response, only listeners got the charge.
    if (value == null) return succeeded() && Charge.NONE.equals(charge);
    Object got = value instanceof FreightResponse<?> response ? response.value() : value;
    return got instanceof CreateLoadOutcome load
        && !load.deduplicated()
        && load.charge().equals(Charge.NONE);
  }

  @Override
  public String requestId() {
    return attempts.size() == 1 ? Integer.toString(lastAttempt().id) : null;
  }

  @Override
  public boolean gotChargeInTime() {
    return reservations.stream().allMatch(log -> log.outcome == null || log.gotChargeInTime);
  }

  @Override
  public String resultText() {
    if (!hasEnded()) return "waits in stage " + stage;
    return failure == null ? "success" : String.valueOf(failure.getMessage());
  }

  @Override
  public String scope() {
    return user == null ? SpendScope.CLIENT : user.path();
  }

  Attempt lastAttempt() {
    return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
  }

  @Override
  public String toString() {
    return "call " + id + " (" + operation.id() + ")";
  }
}

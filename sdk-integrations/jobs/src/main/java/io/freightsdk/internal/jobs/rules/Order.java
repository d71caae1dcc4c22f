package io.freightsdk.internal.jobs.rules;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.OrderDetails;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.jobs.OrderSummary;
import io.freightsdk.jobs.WaitReason;
import io.freightsdk.model.CreateLoadInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code freight_orders} in one transaction or run, and its changes of state. {@link
 * OrderRows} stores it only if it has not changed since it was read.
 */
public final class Order {
  /**
   * A wrong configuration of a firewall is often fixed within minutes, but a body that a firewall
   * refuses stays refused.
   */
  static final int MAX_GATEWAY_REFUSALS = 5;

  /** After this time, a key that the service still refuses is not in progress any more. */
  static final Duration KEY_REFUSED_FOR = Duration.ofDays(1);

  public final String reference;
  public @Nullable String customer;

  /** The content that is sent, with the reference as its {@code customerRef}. */
  public CreateLoadInput input;

  public State state = State.WAITING;

  /** Null before the first attempt, and if it does not wait. */
  public @Nullable WaitReason waitingFor;

  /** Since when it waits for this reason; null if it does not wait. */
  public @Nullable Instant waitingSince;

  /** Why the last attempt failed; null for none. */
  public @Nullable String reason;

  public List<FieldProblem> problems = List.of();

  /** Null until the service has returned it. */
  public @Nullable BookedLoad load;

  /** The account with the service that has the load; null for none. */
  public @Nullable String account;

  /** Whether the listener has accepted its load or its stop. */
  public boolean reported;

  /**
   * The {@code Idempotency-Key} of the next attempt. It stays the same after an attempt that may
   * have created a load. It is replaced if every attempt under it certainly cost nothing, because a
   * service may store a refusal under its key. New content has a new key, too, because one key is
   * for one body; then only the reference prevents a second load.
   */
  public String key = UUID.randomUUID().toString();

  /** When the first attempt under this key started; null for none. */
  public @Nullable Instant keySentAt;

  /** Whether an earlier attempt may have created a load that we do not know yet. */
  public boolean mayHaveLoad;

  /**
   * Attempts since it was booked, replaced, retried or made due. The result of an attempt is stored
   * only if no other attempt has started.
   */
  public int attempts;

  /** The number of refusals in a row by a firewall or proxy. */
  public int gatewayRefusals;

  /** The id of the task that processes it; other tasks have no effect. */
  public String taskId = UUID.randomUUID().toString();

  public Instant storedAt;
  public Instant changedAt;

  /** The version of a row: every change sets another task or starts an attempt. */
  public record Version(String taskId, int attempts) {}

  /** Creates an order to send. */
  public Order(String reference, @Nullable String customer, CreateLoadInput input, Instant now) {
    this.reference = reference;
    this.customer = customer;
    this.input = input;
    this.storedAt = now;
    this.changedAt = now;
  }

  public Version version() {
    return new Version(taskId, attempts);
  }

  // --- changes by the application ---

  /**
   * Whether the application may replace or withdraw it: it has no load, and is not resending a lost
   * attempt. A stopped order always is.
   */
  public boolean isChangeable() {
    return switch (state) {
      case STOPPED, WITHDRAWN -> true;
      case WAITING -> !mayHaveLoad;
      case SENDING, BOOKED -> false;
    };
  }

  /**
   * Replaces its content under a new key, and keeps whether it may have a load. The caller checks
   * {@link #isChangeable}.
   */
  public void replace(@Nullable String customer, CreateLoadInput input, Instant now) {
    this.customer = customer;
    this.input = input;
    renewKey();
    storedAt = now;
    restart(now);
  }

  /** Sends a stopped order again with the same content. */
  public void restart(Instant now) {
    changeState(State.WAITING, now);
    reason = null;
    problems = List.of();
    reported = false;
    attempts = 0;
    gatewayRefusals = 0;
    taskId = UUID.randomUUID().toString();
  }

  /** Ends sending. The caller checks {@link #isChangeable}. */
  public void withdraw(Instant now) {
    changeState(State.WITHDRAWN, now);
    reported = true;
    taskId = UUID.randomUUID().toString();
  }

  /** Ends the pause before its next attempt. */
  public void makeDue(Instant now) {
    changedAt = now;
    attempts = 0;
    taskId = UUID.randomUUID().toString();
  }

  // --- changes by a run ---

  /** Whether this task has work to do. */
  public boolean hasWorkFor(String taskId) {
    return this.taskId.equals(taskId) && !reported;
  }

  public boolean isSendable() {
    return state == State.WAITING || state == State.SENDING;
  }

  /**
   * Starts an attempt of an order that {@link #isSendable is sendable}. The outcome of an earlier
   * attempt that did not end is unknown.
   */
  public void startAttempt(Instant now) {
    mayHaveLoad |= state == State.SENDING;
    // waitingFor stays until there is a response.
    state = State.SENDING;
    attempts++;
    if (keySentAt == null) keySentAt = now;
    changedAt = now;
  }

  /** Ends an attempt with the load. */
  public void succeed(CreateLoadOutcome outcome, String account, Instant now) {
    this.account = account;
    boolean found = outcome.deduplicated();
    load =
        new BookedLoad(
            reference,
            customer,
            outcome.loadNumber(),
            outcome.trackingLink(),
            outcome.driverWebLink(),
            outcome.driverResolution(),
            found ? BookedLoad.Origin.FOUND : BookedLoad.Origin.CREATED,
            found && (mayHaveLoad || !outcome.charge().equals(Charge.NONE)));
    reason = null;
    changeState(State.BOOKED, now);
  }

  /** Ends a failed attempt: the order is sent again, or stops. */
  public void fail(Throwable cause, Instant now) {
    boolean isClear = cause instanceof FreightException || cause instanceof WaitReasons.NothingSent;
    reason = String.valueOf(isClear ? cause.getMessage() : cause);
    WaitReason before = waitingFor;
    Instant since = waitingSince;
    if (cause instanceof FreightException failure) {
      afterFailure(failure, now);
    } else {
      mayHaveLoad |= !WaitReasons.isUnsent(cause);
      gatewayRefusals = 0;
      changeState(State.WAITING, now);
      waitingFor = WaitReasons.reasonFor(cause);
    }
    if (waitingFor != null) waitingSince = waitingFor == before ? since : now;
    if (!mayHaveLoad) renewKey();
  }

  private void afterFailure(FreightException failure, Instant now) {
    mayHaveLoad |= !failure.charge().equals(Charge.NONE);
    gatewayRefusals = isGatewayRefusal(failure) ? gatewayRefusals + 1 : 0;
    boolean isKeyRefused = isRefusedForLong(failure, now);
    if (isKeyRefused) renewKey();
    boolean stops =
        failure.nextStep() == NextStep.FIX_REQUEST
            || gatewayRefusals == MAX_GATEWAY_REFUSALS
            || isKeyRefused;
    changeState(stops ? State.STOPPED : State.WAITING, now);
    if (!stops) waitingFor = WaitReasons.reasonFor(failure);
    if (failure instanceof InvalidRequestException invalid) problems = invalid.problems();
  }

  /** Whether a firewall or proxy refused it, perhaps only because of this body. */
  private static boolean isGatewayRefusal(FreightException failure) {
    return failure instanceof UnexpectedStatusException page
        && (page.status() == 403 || page.status() == 413);
  }

  /** Whether the service has refused its key for a day: in progress, or used for another body. */
  private boolean isRefusedForLong(FreightException failure, Instant now) {
    return failure instanceof FreightApiException refusal
        && (refusal.status() == 409 || refusal.status() == 422)
        && !(refusal instanceof UnknownBrokerException)
        && keySentAt != null
        && !now.isBefore(keySentAt.plus(KEY_REFUSED_FOR));
  }

  private void renewKey() {
    key = UUID.randomUUID().toString();
    keySentAt = null;
  }

  private void changeState(State next, Instant now) {
    state = next;
    waitingFor = null;
    waitingSince = null;
    changedAt = now;
  }

  // --- views ---

  /** The summary of an order that has stopped. */
  public OrderSummary toStoppedSummary() {
    return new OrderSummary(
        reference,
        customer,
        state,
        null,
        String.valueOf(reason),
        problems,
        mayHaveLoad,
        changedAt,
        null,
        null);
  }

  /** For the application. */
  public OrderDetails toDetails() {
    return new OrderDetails(
        reference,
        customer,
        state,
        load == null ? null : load.loadNumber(),
        load == null ? null : load.trackingLink(),
        problems,
        waitingFor,
        reason,
        mayHaveLoad,
        input,
        storedAt,
        changedAt);
  }

  /** Without the content, which has addresses and a phone number. */
  @Override
  public String toString() {
    return "Order[" + reference + ", " + state + "]";
  }
}

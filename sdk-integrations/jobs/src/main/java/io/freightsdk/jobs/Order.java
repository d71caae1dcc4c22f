package io.freightsdk.jobs;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.jobs.OrderDetails.State;
import io.freightsdk.model.CreateLoadInput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code freight_orders} in the hands of one transaction or one run, and how it changes.
 * It is stored by {@link OrderRows}, and only if nobody else has changed it since it was read.
 */
final class Order {
  /** A misconfigured firewall is often fixed within minutes; a body that it refuses is not. */
  static final int MAX_GATEWAY_REFUSALS = 5;

  /** A key that the service still refuses is not in work any more. */
  static final Duration KEY_REFUSED_FOR = Duration.ofDays(1);

  final String reference;
  @Nullable String customer;

  /** What is sent, with the reference as its {@code customerRef}. */
  CreateLoadInput input;

  State state = State.WAITING;

  /** Null before the first attempt, and if it does not wait. */
  @Nullable WaitReason waitingFor;

  /** Why the last attempt failed; null for none. */
  @Nullable String reason;

  List<FieldProblem> problems = List.of();

  /** Null until the service has returned it. */
  @Nullable BookedLoad load;

  /** The account with the service that has the load; null for none. */
  @Nullable String account;

  /** Whether the listener knows that it has its load, or that it stopped. */
  boolean reported;

  /**
   * The {@code Idempotency-Key} of the next attempt. It is kept after an attempt that may have
   * created a load. It is a new one if every attempt under the old one certainly cost nothing,
   * because a service may store a refusal under its key; and for new content, because one key is
   * for one body: then the reference alone prevents a second load.
   */
  String key = TaskRows.newId();

  /** When the first attempt under that key began; null for none. */
  @Nullable Instant keySentAt;

  /** Whether an earlier attempt may have created a load, which is not known yet. */
  boolean mayHaveLoad;

  /**
   * How many began since it was booked, replaced, retried or made due. Who begins one stores its
   * result only while nobody has begun another.
   */
  int attempts;

  /** How often in a row a firewall or proxy refused it. */
  int gatewayRefusals;

  /** The id of the task that works for it; no other one does. */
  String taskId = TaskRows.newId();

  Instant storedAt;
  Instant changedAt;

  /** An order that is to be sent. */
  Order(String reference, @Nullable String customer, CreateLoadInput input, Instant now) {
    this.reference = reference;
    this.customer = customer;
    this.input = input;
    this.storedAt = now;
    this.changedAt = now;
  }

  // --- what the application does ---

  /** Whether new content may replace it: it has no load, and is not resending a lost attempt. */
  boolean isReplaceable() {
    return switch (state) {
      case STOPPED, WITHDRAWN -> true;
      case WAITING -> !mayHaveLoad;
      case SENDING, BOOKED -> false;
    };
  }

  /** With new content. What is known of earlier attempts stays. */
  void replace(@Nullable String customer, CreateLoadInput input, Instant now) {
    this.customer = customer;
    this.input = input;
    renewKey();
    storedAt = now;
    retry(now);
  }

  /** It stopped, and is sent again as it is. */
  void retry(Instant now) {
    changeState(State.WAITING, now);
    reason = null;
    problems = List.of();
    reported = false;
    attempts = 0;
    gatewayRefusals = 0;
    taskId = TaskRows.newId();
  }

  /** It is not sent any more. */
  void withdraw(Instant now) {
    changeState(State.WITHDRAWN, now);
    reported = true;
    taskId = TaskRows.newId();
  }

  /** It is sent now, and not when its last pause ends. */
  void makeDue(Instant now) {
    changedAt = now;
    attempts = 0;
    taskId = TaskRows.newId();
  }

  // --- what a run does ---

  /** Whether there is something left to do for a task. */
  boolean hasWorkFor(String alarm) {
    return this.taskId.equals(alarm) && !reported;
  }

  boolean isSendable() {
    return state == State.WAITING || state == State.SENDING;
  }

  /** An attempt begins. If another one had begun, nothing is known of that. */
  void startAttempt(Instant now) {
    mayHaveLoad |= state == State.SENDING;
    // It goes on waiting for what it waited for, until there is an answer.
    state = State.SENDING;
    attempts++;
    if (keySentAt == null) keySentAt = now;
    changedAt = now;
  }

  /** The service returned its load. */
  void succeed(CreateLoadOutcome outcome, String account, Instant now) {
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

  /** After a failed attempt: it is sent again, or it stops. */
  void fail(Throwable cause, Instant now) {
    boolean isClear = cause instanceof FreightException || cause instanceof Failures.NothingSent;
    reason = String.valueOf(isClear ? cause.getMessage() : cause);
    if (cause instanceof FreightException failure) {
      afterFailure(failure, now);
    } else {
      mayHaveLoad |= !Failures.isUnsent(cause);
      gatewayRefusals = 0;
      changeState(State.WAITING, now);
      waitingFor = Failures.waitReason(cause);
    }
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
    if (!stops) waitingFor = Failures.waitReason(failure);
    if (failure instanceof InvalidRequestException invalid) problems = invalid.problems();
  }

  /** An error page of a firewall or proxy, which may refuse this body only. */
  private static boolean isGatewayRefusal(FreightException failure) {
    return failure instanceof UnexpectedStatusException page
        && (page.status() == 403 || page.status() == 413);
  }

  /** Its key is in work, or was used for another body, and that does not end. */
  private boolean isRefusedForLong(FreightException failure, Instant now) {
    return failure instanceof FreightApiException refusal
        && (refusal.status() == 409 || refusal.status() == 422)
        && !(refusal instanceof UnknownBrokerException)
        && keySentAt != null
        && !now.isBefore(keySentAt.plus(KEY_REFUSED_FOR));
  }

  private void renewKey() {
    key = TaskRows.newId();
    keySentAt = null;
  }

  private void changeState(State next, Instant now) {
    state = next;
    waitingFor = null;
    changedAt = now;
  }

  // --- what others see ---

  /** For a listener and for the list of those that stopped. */
  StoppedOrder toStopped() {
    return new StoppedOrder(reference, customer, String.valueOf(reason), problems, mayHaveLoad);
  }

  /** For the application. */
  OrderDetails toDetails() {
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

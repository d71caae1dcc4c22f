package io.freightsdk.internal.jobs;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FieldProblem;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.jobs.OrderLoad;
import io.freightsdk.jobs.StoppedOrder;
import io.freightsdk.model.CreateLoadInput;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order that is to become a load, between two attempts. Pure: each change is a new value.
 *
 * @param input what is sent, with the reference as its {@code customerRef}
 * @param key the {@code Idempotency-Key} of the next attempt. It is kept after an attempt that may
 *     have created a load. It is a new one if every attempt under the old one certainly cost
 *     nothing, because a service may store a refusal under its key; and for new content, because
 *     one key is for one body: then the reference alone prevents a second load
 * @param mayHaveLoad whether an earlier attempt may have created a load, which is not known yet
 * @param gatewayRefusals how often in a row a firewall or proxy refused it
 * @param load its load, which is reported next; null while there is none
 * @param stopped why it is no longer sent; null while it is
 */
record Order(
    String reference,
    @Nullable String customer,
    CreateLoadInput input,
    String key,
    boolean mayHaveLoad,
    int gatewayRefusals,
    @Nullable OrderLoad load,
    @Nullable StopCause stopped) {
  /** Why an order is no longer sent. */
  record StopCause(String reason, List<FieldProblem> problems) {}

  /** A misconfigured firewall is often fixed within minutes; a body that it refuses is not. */
  static final int MAX_GATEWAY_REFUSALS = 5;

  /** An order that was just stored. */
  static Order of(String reference, @Nullable String customer, CreateLoadInput input) {
    return new Order(reference, customer, input, newKey(), false, 0, null, null);
  }

  /**
   * The same order with new content, and a new key because one key is for one body. What is known
   * of earlier attempts stays.
   */
  Order replacedBy(Order newer) {
    return new Order(reference, newer.customer, newer.input, newer.key, mayHaveLoad, 0, null, null);
  }

  /** Whether new content may replace it: it has no load, and is not resending a lost attempt. */
  boolean isReplaceable() {
    return load == null && (!mayHaveLoad || stopped != null);
  }

  /** The service returned its load. */
  Order created(CreateLoadOutcome outcome) {
    boolean found = outcome.deduplicated();
    boolean mayBeOurs = found && (mayHaveLoad || !outcome.charge().equals(Charge.NONE));
    return with(
        new OrderLoad(
            reference,
            customer,
            outcome.loadNumber(),
            outcome.trackingLink(),
            outcome.driverWebLink(),
            outcome.driverResolution(),
            found ? OrderLoad.Kind.FOUND : OrderLoad.Kind.CREATED,
            mayBeOurs));
  }

  private Order with(OrderLoad load) {
    return new Order(reference, customer, input, key, mayHaveLoad, 0, load, null);
  }

  /**
   * After an attempt of which nothing is known, perhaps after its request was sent: its process
   * died, or it ended with something else than a failure of the client.
   */
  Order withUnknownOutcome() {
    return load != null
        ? this
        : new Order(reference, customer, input, key, true, gatewayRefusals, null, stopped);
  }

  /** After a failed run: what is left to do is retried later, or the order stops. */
  Order failed(Throwable cause) {
    boolean hasLoad = load != null;
    // The client throws IllegalArgumentException before it sends: its guard knows no such scope.
    boolean isUnsent =
        cause instanceof JobsContext.NothingSent || cause instanceof IllegalArgumentException;
    if (hasLoad || isUnsent) return this;
    if (cause instanceof FreightException failure) return afterFailure(failure);
    return withUnknownOutcome();
  }

  private Order afterFailure(FreightException failure) {
    boolean mayHaveLoad = this.mayHaveLoad || !failure.charge().equals(Charge.NONE);
    int refusals = isGatewayRefusal(failure) ? gatewayRefusals + 1 : 0;
    String key = mayHaveLoad ? this.key : newKey();
    Order again = new Order(reference, customer, input, key, mayHaveLoad, refusals, null, null);
    boolean stops = failure.nextStep() == NextStep.FIX_REQUEST || refusals == MAX_GATEWAY_REFUSALS;
    return stops ? again.stopped(failure) : again;
  }

  /** For a listener and for the list of those that stopped. */
  StoppedOrder toStopped() {
    StopCause stop = Objects.requireNonNull(stopped);
    return new StoppedOrder(reference, customer, stop.reason(), stop.problems(), mayHaveLoad);
  }

  private Order stopped(FreightException refusal) {
    List<FieldProblem> problems =
        refusal instanceof InvalidRequestException invalid ? invalid.problems() : List.of();
    StopCause stop = new StopCause(String.valueOf(refusal.getMessage()), problems);
    return new Order(reference, customer, input, key, mayHaveLoad, 0, null, stop);
  }

  /** An error page of a firewall or proxy, which may refuse this body only. */
  private static boolean isGatewayRefusal(FreightException failure) {
    return failure instanceof UnexpectedStatusException page
        && (page.status() == 403 || page.status() == 413);
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  /** Without the content, which has addresses and a phone number. */
  @Override
  public String toString() {
    return "Order[" + reference + "]";
  }
}

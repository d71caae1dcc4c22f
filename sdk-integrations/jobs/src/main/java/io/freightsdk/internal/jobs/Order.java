package io.freightsdk.internal.jobs;

import io.freightsdk.Charge;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.jobs.Booking;
import io.freightsdk.model.CreateLoadInput;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An order that is to become a load, between two attempts. Pure: each change is a new value.
 *
 * @param input what is sent, with the reference as its {@code customerRef}
 * @param key the {@code Idempotency-Key} of the next attempt: another one only if every attempt
 *     under it surely cost nothing, because a service may remember a refusal under its key
 * @param mayHaveLoad whether an earlier attempt may have made a load, which nobody has seen yet
 * @param gatewayRefusals how often in a row something before the service refused it
 * @param booking its load, which is told next; null while there is none
 * @param stopped why it is sent no more; null while it is
 */
record Order(
    String reference,
    @Nullable String customer,
    CreateLoadInput input,
    String key,
    boolean mayHaveLoad,
    int gatewayRefusals,
    @Nullable Booking booking,
    @Nullable String stopped) {
  /** A firewall that is set up wrongly is often set right within minutes; a body is not. */
  static final int GATEWAY_REFUSALS = 5;

  /** An order that was just stored. */
  static Order of(String reference, @Nullable String customer, CreateLoadInput input) {
    return new Order(reference, customer, input, newKey(), false, 0, null, null);
  }

  /**
   * The same order with other content. Its key is another one, because one key is for one body;
   * what is known of earlier attempts stays.
   */
  Order replacedBy(Order newer) {
    return new Order(reference, newer.customer, newer.input, newer.key, mayHaveLoad, 0, null, null);
  }

  /** Whether other content may take its place: nothing is sent of it that may have made a load. */
  boolean isReplaceable() {
    return booking == null && (!mayHaveLoad || stopped != null);
  }

  /** Its load is there. */
  Order created(CreateLoadOutcome outcome) {
    boolean found = outcome.deduplicated();
    boolean mayBeOurs = found && (mayHaveLoad || !outcome.charge().equals(Charge.NONE));
    return with(
        new Booking(
            reference,
            customer,
            outcome.loadNumber(),
            outcome.trackingLink(),
            found ? Booking.Kind.FOUND : Booking.Kind.BOOKED,
            mayBeOurs));
  }

  private Order with(Booking booking) {
    return new Order(reference, customer, input, key, mayHaveLoad, 0, booking, null);
  }

  /** The process that sent it died, perhaps while it was on its way. */
  Order interrupted() {
    return booking != null
        ? this
        : new Order(reference, customer, input, key, true, gatewayRefusals, null, stopped);
  }

  /** A run that failed: what is left to do is done again later, or the order stops. */
  Order failed(Throwable cause) {
    boolean isToBeTold = booking != null;
    // The client throws it before it sends anything: its guard does not know the customer's scope.
    boolean isUnsent =
        cause instanceof JobsRuntime.NothingSent || cause instanceof IllegalArgumentException;
    if (isToBeTold || isUnsent) return this;
    if (cause instanceof FreightException failure) return refused(failure);
    return interrupted();
  }

  private Order refused(FreightException failure) {
    boolean mayHaveLoad = this.mayHaveLoad || !failure.charge().equals(Charge.NONE);
    int refusals = isOfAGateway(failure) ? gatewayRefusals + 1 : 0;
    String key = mayHaveLoad ? this.key : newKey();
    Order again = new Order(reference, customer, input, key, mayHaveLoad, refusals, null, null);
    boolean stops = failure.nextStep() == NextStep.FIX_REQUEST || refusals == GATEWAY_REFUSALS;
    return stops ? again.stopped(String.valueOf(failure.getMessage())) : again;
  }

  private Order stopped(String reason) {
    return new Order(reference, customer, input, key, mayHaveLoad, 0, null, reason);
  }

  /** A page of a firewall or proxy, which may mean this body alone. */
  private static boolean isOfAGateway(FreightException failure) {
    return failure instanceof UnexpectedStatusException page
        && (page.status() == 403 || page.status() == 413);
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  /** Without its content, which has addresses and a phone number. */
  @Override
  public String toString() {
    return "Order[" + reference + "]";
  }
}

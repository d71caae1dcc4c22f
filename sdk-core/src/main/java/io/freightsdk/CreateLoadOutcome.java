package io.freightsdk;

import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.internal.Jackson;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load creation: a new load, or the existing load with the same {@code
 * customerRef}. API description, schemas {@code CreateLoadResult} and {@code
 * DedupCreateLoadResult}.
 *
 * <p>Treat the links as secrets. They open the load without any other authentication, and with a
 * driver link, anyone can act as the driver. {@code toString} masks the links. JSON contains them,
 * like the service's response: everyone who gets an outcome from your application gets the links.
 *
 * @param loadId the identifier of the load, a UUID
 * @param loadNumber the number of the load, for all later calls
 * @param trackingLink the public tracking page for the customer
 * @param driverWebLink the page where the driver joins the load; null if an existing load has none.
 *     The service sends the link to the driver's phone by SMS. If {@code driverResolution} is
 *     {@link DriverResolution#UNRESOLVED_TRUCK}, send it to the driver yourself. To get the link
 *     again, send the same {@code customerRef} again, free of charge
 * @param driverAppLink the driver's deep link into the mobile app; null if an existing load has
 *     none
 * @param driverResolution how the service found a driver for a new load, and so whether you must
 *     send {@code driverWebLink} yourself. Null for an existing load, or if the response has none
 * @param unresolvedTruckNumber the truck number of a new load that matched no driver; null if there
 *     is none
 * @param deduplicated whether a load with the same {@code customerRef} existed (HTTP 200), so that
 *     this call created nothing. The charge is then {@link Charge#NONE}. It is {@link
 *     Charge#UNKNOWN} if an attempt of this call was lost, because that attempt may have paid for
 *     the load. False for a new load, also if an earlier call with the same idempotency key created
 *     it (HTTP 201, or 200 with the same body)
 * @param idempotencyKey the {@code Idempotency-Key} of the call, the same for all attempts until
 *     the call waits for a top-up
 * @param attempts the number of attempts, including attempts that did not connect; 1 if the first
 *     attempt succeeded
 * @param charge the charge of all attempts together
 */
public record CreateLoadOutcome(
    @Jackson.NonNull String loadId,
    @Jackson.NonNull String loadNumber,
    @Jackson.NonNull String trackingLink,
    @Nullable String driverWebLink,
    @Nullable String driverAppLink,
    @Nullable DriverResolution driverResolution,
    @Nullable String unresolvedTruckNumber,
    @Jackson.NonNull boolean deduplicated,
    @Jackson.NonNull String idempotencyKey,
    @Jackson.NonNull int attempts,
    @Jackson.NonNull Charge charge) {

  public CreateLoadOutcome {
    Objects.requireNonNull(loadId, "loadId");
    Objects.requireNonNull(loadNumber, "loadNumber");
    Objects.requireNonNull(trackingLink, "trackingLink");
    Objects.requireNonNull(idempotencyKey, "idempotencyKey");
    Objects.requireNonNull(charge, "charge");
  }

  /** Returns the load's id and number and the members about the call, without links. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "CreateLoadOutcome[loadId=%s, loadNumber=%s, trackingLink=***, driverResolution=%s, unresolvedTruckNumber=%s, deduplicated=%s, idempotencyKey=%s, attempts=%d, charge=%s]",
        loadId,
        loadNumber,
        driverResolution,
        unresolvedTruckNumber,
        deduplicated,
        idempotencyKey,
        attempts,
        charge);
  }
}

package io.freightsdk;

import io.freightsdk.model.DriverResolution;
import io.freightsdk.model.internal.Jackson;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load creation: a new load, or the existing load with the same {@code
 * customerRef}. API description, schemas {@code CreateLoadResult} and {@code
 * DedupCreateLoadResult}.
 *
 * <p>Treat the links as secrets: they open the load without any other authentication, and a driver
 * link also acts for the driver. {@code toString} masks them; JSON shows them to whom an
 * application returns an outcome, as the service's answer does.
 *
 * @param loadNumber number of the load, which all later calls need
 * @param loadId identifier of the load, a UUID
 * @param trackingLink the public tracking page for the customer
 * @param driverWebLink the page where the driver joins the load. The service sends it to the
 *     driver's phone by SMS; if {@code driverResolution} is {@link
 *     DriverResolution#UNRESOLVED_TRUCK}, send it to the driver yourself. The same {@code
 *     customerRef} sent again gets it again, free. Null when a deduplicated load has none
 * @param driverAppLink the driver's deep link into the mobile app; null when a deduplicated load
 *     has none
 * @param driverResolution how a driver was found for a new load, and so whether to send {@code
 *     driverWebLink} yourself; null when the service does not say, and for a deduplicated load
 * @param unresolvedTruckNumber the truck number of a new load that matched no driver; null without
 * @param deduplicated whether the load existed before with the same {@code customerRef} (HTTP 200),
 *     so that this call created nothing. Its charge is then {@link Charge#NONE}, or {@link
 *     Charge#UNKNOWN} after a lost attempt of the call: the answer says that the load was paid for,
 *     but not by which call. False for a load created by this call, or by an earlier one with the
 *     same idempotency key (HTTP 201)
 * @param idempotencyKey the {@code Idempotency-Key} of the call, the same for all attempts until a
 *     wait for a top-up
 * @param attempts number of attempts, also of those that did not connect; 1 if the first succeeded
 * @param charge what all attempts together took from the prepaid balance
 */
public record CreateLoadOutcome(
    @Jackson.NonNull String loadNumber,
    @Jackson.NonNull String loadId,
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
    Objects.requireNonNull(loadNumber, "loadNumber");
    Objects.requireNonNull(loadId, "loadId");
    Objects.requireNonNull(trackingLink, "trackingLink");
    Objects.requireNonNull(idempotencyKey, "idempotencyKey");
    Objects.requireNonNull(charge, "charge");
  }

  /** Number and id of the load, and the facts of the call: no link. */
  @Override
  public String toString() {
    return "CreateLoadOutcome[loadNumber="
        + loadNumber
        + ", loadId="
        + loadId
        + ", trackingLink=***, driverResolution="
        + driverResolution
        + ", unresolvedTruckNumber="
        + unresolvedTruckNumber
        + ", deduplicated="
        + deduplicated
        + ", idempotencyKey="
        + idempotencyKey
        + ", attempts="
        + attempts
        + ", charge="
        + charge
        + "]";
  }
}

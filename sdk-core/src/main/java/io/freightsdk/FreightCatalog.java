package io.freightsdk;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;

/**
 * Operations that the service catalog lists, but whose request and response bodies are not
 * published (API description, tag {@code Unpublished}). Experimental: they may change when the
 * service does. The three that move money are sent once, whatever the answer. JSON members that the
 * service adds to an answer are kept as {@code additionalProperties()}, except in the result of
 * {@code createTrackedLoad}.
 */
public interface FreightCatalog {
  /**
   * Creates a load with geofence tracking. The client assumes the bodies of {@link
   * FreightClient#createLoad(CreateLoadInput)}, because those of this operation are not published.
   * Paid. It is not published that the idempotency key prevents a second load here, so each answer
   * counts as charged, also that to a repeat under the caller's key.
   */
  default CreateLoadOutcome createTrackedLoad(CreateLoadInput input) {
    return createTrackedLoad(input, CallOptions.DEFAULT);
  }

  /** {@link #createTrackedLoad(CreateLoadInput)} with options for this call. */
  CreateLoadOutcome createTrackedLoad(CreateLoadInput input, CallOptions options);

  /** Reads the last known location of a load, without its GPS track and stops. Paid. */
  default TrackedPosition getTrackedLoadPosition(String loadNumber) {
    return getTrackedLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #getTrackedLoadPosition(String)} with options for this call. */
  TrackedPosition getTrackedLoadPosition(String loadNumber, CallOptions options);

  /**
   * Charges a card and adds the amount to the prepaid balance. The charge of the call is the
   * card's: this amount; unknown when the answer is lost; none when the top-up is refused. No limit
   * and no meter counts it.
   */
  default TopUpByCardResult topUpByCard(TopUpByCardInput input) {
    return topUpByCard(input, CallOptions.DEFAULT);
  }

  /** {@link #topUpByCard(TopUpByCardInput)} with options for this call. */
  TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options);

  /** Reads the service catalog: the services that can be bought, with their prices. Free. */
  default ServiceCatalog getServiceCatalog() {
    return getServiceCatalog(CallOptions.DEFAULT);
  }

  /** {@link #getServiceCatalog()} with options for this call. */
  ServiceCatalog getServiceCatalog(CallOptions options);
}

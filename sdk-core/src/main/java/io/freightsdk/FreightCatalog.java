package io.freightsdk;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;

/**
 * Four operations whose request and response bodies are not published; three of them move money
 * (API description, tag {@code Unpublished}). Experimental: these methods may change when the
 * service does.
 *
 * <p>The client sends {@code createTrackedLoad}, {@code getTrackedLoadPosition} and {@code
 * topUpByCard} once, whatever the response, because they move money. Results keep JSON members that
 * the service adds as {@code additionalProperties()}, except the result of {@code
 * createTrackedLoad}.
 */
public interface FreightCatalog {
  /**
   * Creates a load with geofence tracking; the request is sent once. The client assumes the bodies
   * of {@link FreightClient#createLoad(CreateLoadInput)}. Paid. No published rule says that the
   * idempotency key prevents a second load here. Each response therefore counts as charged, also
   * for a repeat with your own key.
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
   * Charges the card of {@code cardToken} and adds the amount to the prepaid balance. No limit and
   * no meter counts it. The charge of the call is the amount on the card: unknown if the response
   * is lost, none if the top-up is refused.
   */
  default TopUpByCardResult topUpByCard(TopUpByCardInput input) {
    return topUpByCard(input, CallOptions.DEFAULT);
  }

  /** {@link #topUpByCard(TopUpByCardInput)} with options for this call. */
  TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options);

  /**
   * Reads the service catalog, which lists the services that you can buy and their prices. Free.
   */
  default ServiceCatalog getServiceCatalog() {
    return getServiceCatalog(CallOptions.DEFAULT);
  }

  /** {@link #getServiceCatalog()} with options for this call. */
  ServiceCatalog getServiceCatalog(CallOptions options);
}

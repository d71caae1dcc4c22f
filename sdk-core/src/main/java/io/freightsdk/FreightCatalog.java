package io.freightsdk;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;

/**
 * Operations that the service catalog lists without publishing their shapes (API description,
 * sections 2.10 and 4.7). Experimental: they may change with the service, and members that it adds
 * are passed through.
 */
public interface FreightCatalog {
  /**
   * Creates a load with geofence tracking for its life; body and answers are taken to be those of
   * {@link FreightClient#createLoad(CreateLoadInput)}. Paid. A lost answer is not retried: nothing
   * published promises that the key makes it one load.
   */
  default CreateLoadOutcome createTrackedLoad(CreateLoadInput input) {
    return createTrackedLoad(input, CallOptions.DEFAULT);
  }

  /** {@link #createTrackedLoad(CreateLoadInput)} with options of its own. */
  CreateLoadOutcome createTrackedLoad(CreateLoadInput input, CallOptions options);

  /** Reads the last known place of a load, without track and stops. Paid. */
  default TrackedPosition getTrackedLoadPosition(String loadNumber) {
    return getTrackedLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #getTrackedLoadPosition(String)} with options of its own. */
  TrackedPosition getTrackedLoadPosition(String loadNumber, CallOptions options);

  /**
   * Charges a card and adds the amount to the prepaid balance. Never sent twice: a lost answer ends
   * with an unknown charge.
   */
  default TopUpByCardResult topUpByCard(TopUpByCardInput input) {
    return topUpByCard(input, CallOptions.DEFAULT);
  }

  /** {@link #topUpByCard(TopUpByCardInput)} with options of its own. */
  TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options);

  /** Lists the services on offer with their prices. Free. */
  default ServiceCatalog getServiceCatalog() {
    return getServiceCatalog(CallOptions.DEFAULT);
  }

  /** {@link #getServiceCatalog()} with options of its own. */
  ServiceCatalog getServiceCatalog(CallOptions options);
}

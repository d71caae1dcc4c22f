package io.freightsdk;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import java.util.concurrent.CompletableFuture;

/**
 * The operations of {@link FreightCatalog} as futures, with the rules of {@link
 * AsyncFreightClient}.
 */
public interface AsyncFreightCatalog {
  /**
   * Creates a load with geofence tracking for its life; body and answers are taken to be those of
   * {@link FreightClient#createLoad(CreateLoadInput)}. Paid. A lost answer is not retried: nothing
   * published promises that the key makes it one load.
   */
  default CompletableFuture<CreateLoadOutcome> createTrackedLoad(CreateLoadInput input) {
    return createTrackedLoad(input, CallOptions.DEFAULT);
  }

  /** {@link #createTrackedLoad(CreateLoadInput)} with options of its own. */
  CompletableFuture<CreateLoadOutcome> createTrackedLoad(
      CreateLoadInput input, CallOptions options);

  /** Reads the last known place of a load, without track and stops. Paid. */
  default CompletableFuture<TrackedPosition> getTrackedLoadPosition(String loadNumber) {
    return getTrackedLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** {@link #getTrackedLoadPosition(String)} with options of its own. */
  CompletableFuture<TrackedPosition> getTrackedLoadPosition(String loadNumber, CallOptions options);

  /**
   * Charges a card and adds the amount to the prepaid balance. Never sent twice: a lost answer ends
   * with an unknown charge.
   */
  default CompletableFuture<TopUpByCardResult> topUpByCard(TopUpByCardInput input) {
    return topUpByCard(input, CallOptions.DEFAULT);
  }

  /** {@link #topUpByCard(TopUpByCardInput)} with options of its own. */
  CompletableFuture<TopUpByCardResult> topUpByCard(TopUpByCardInput input, CallOptions options);

  /** Lists the services on offer with their prices. Free. */
  default CompletableFuture<ServiceCatalog> getServiceCatalog() {
    return getServiceCatalog(CallOptions.DEFAULT);
  }

  /** {@link #getServiceCatalog()} with options of its own. */
  CompletableFuture<ServiceCatalog> getServiceCatalog(CallOptions options);
}

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
  /** See {@link FreightCatalog#createTrackedLoad(CreateLoadInput)}. */
  default CompletableFuture<CreateLoadOutcome> createTrackedLoad(CreateLoadInput input) {
    return createTrackedLoad(input, CallOptions.DEFAULT);
  }

  /** See {@link FreightCatalog#createTrackedLoad(CreateLoadInput)}. */
  CompletableFuture<CreateLoadOutcome> createTrackedLoad(
      CreateLoadInput input, CallOptions options);

  /** See {@link FreightCatalog#getTrackedLoadPosition(String)}. */
  default CompletableFuture<TrackedPosition> getTrackedLoadPosition(String loadNumber) {
    return getTrackedLoadPosition(loadNumber, CallOptions.DEFAULT);
  }

  /** See {@link FreightCatalog#getTrackedLoadPosition(String)}. */
  CompletableFuture<TrackedPosition> getTrackedLoadPosition(String loadNumber, CallOptions options);

  /** See {@link FreightCatalog#topUpByCard(TopUpByCardInput)}. */
  default CompletableFuture<TopUpByCardResult> topUpByCard(TopUpByCardInput input) {
    return topUpByCard(input, CallOptions.DEFAULT);
  }

  /** See {@link FreightCatalog#topUpByCard(TopUpByCardInput)}. */
  CompletableFuture<TopUpByCardResult> topUpByCard(TopUpByCardInput input, CallOptions options);

  /** See {@link FreightCatalog#getServiceCatalog()}. */
  default CompletableFuture<ServiceCatalog> getServiceCatalog() {
    return getServiceCatalog(CallOptions.DEFAULT);
  }

  /** See {@link FreightCatalog#getServiceCatalog()}. */
  CompletableFuture<ServiceCatalog> getServiceCatalog(CallOptions options);
}

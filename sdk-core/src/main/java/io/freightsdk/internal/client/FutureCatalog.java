package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightCatalog;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import java.util.concurrent.CompletableFuture;

/** The experimental operations, as futures. */
final class FutureCatalog implements AsyncFreightCatalog {
  private final Calls calls;
  private final Operations operations;

  FutureCatalog(Calls calls, Operations operations) {
    this.calls = calls;
    this.operations = operations;
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createTrackedLoad(
      CreateLoadInput input, CallOptions options) {
    return calls.asyncValue(() -> operations.createTrackedLoad(input, options));
  }

  @Override
  public CompletableFuture<TrackedPosition> getTrackedLoadPosition(
      String loadNumber, CallOptions options) {
    return calls.asyncValue(() -> operations.getTrackedLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<TopUpByCardResult> topUpByCard(
      TopUpByCardInput input, CallOptions options) {
    return calls.asyncValue(() -> operations.topUpByCard(input, options));
  }

  @Override
  public CompletableFuture<ServiceCatalog> getServiceCatalog(CallOptions options) {
    return calls.asyncValue(() -> operations.getServiceCatalog(options));
  }
}

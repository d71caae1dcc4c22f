package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The operations of a client as futures. */
final class FutureClient implements AsyncFreightClient {
  private final ClientCore core;
  private final CallSpecs specs;

  FutureClient(ClientCore core) {
    this.core = core;
    this.specs = core.specs;
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createLoad(
      CreateLoadInput input, CallOptions options) {
    return future(() -> specs.createLoad(input, options));
  }

  @Override
  public CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return orFailed(
        () ->
            core.sharedReads.start(specs.getLoadPosition(loadNumber, options), CallResult::value));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return future(() -> specs.confirmDelivery(loadNumber, bolReceivedAt, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return future(() -> specs.confirmDelivery(loadNumber, options));
  }

  @Override
  public CompletableFuture<Pricing> getPricing(CallOptions options) {
    return future(() -> specs.getPricing(options));
  }

  @Override
  public CompletableFuture<Balance> getBalance(CallOptions options) {
    return future(() -> specs.getBalance(options));
  }

  @Override
  @Deprecated
  public CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options) {
    return future(() -> specs.updateLoadStatus(loadNumber, status, options));
  }

  private <T> CompletableFuture<T> future(Supplier<CallSpec<T>> spec) {
    return orFailed(() -> core.calls.start(spec.get(), CallResult::value));
  }

  /** Never throws: if the call cannot be specified, the future fails. */
  static <T> CompletableFuture<T> orFailed(Supplier<CompletableFuture<T>> started) {
    try {
      return started.get();
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Where its calls go. */
  @Override
  public String toString() {
    return "AsyncFreightClient[" + core.address() + "]";
  }
}

package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

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
    return core.future(() -> specs.createLoad(input, options));
  }

  @Override
  public CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return core.positionFuture(() -> specs.getLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return core.future(() -> specs.confirmDelivery(loadNumber, bolReceivedAt, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return core.future(() -> specs.confirmDelivery(loadNumber, options));
  }

  @Override
  public CompletableFuture<Pricing> getPricing(CallOptions options) {
    return core.future(() -> specs.getPricing(options));
  }

  @Override
  public CompletableFuture<Balance> getBalance(CallOptions options) {
    return core.future(() -> specs.getBalance(options));
  }

  @Override
  @Deprecated
  public CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options) {
    return core.future(() -> specs.updateLoadStatus(loadNumber, status, options));
  }

  /** Where its calls go. */
  @Override
  public String toString() {
    return "AsyncFreightClient[" + core.address() + "]";
  }
}

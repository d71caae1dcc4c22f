package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Calls as futures of their responses. */
final class FutureResponseClient implements AsyncFreightResponseClient {
  private final Calls calls;
  private final Operations operations;

  FutureResponseClient(Calls calls, Operations operations) {
    this.calls = calls;
    this.operations = operations;
  }

  @Override
  public CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
      CreateLoadInput input, CallOptions options) {
    return calls.asyncResponse(() -> operations.createLoad(input, options));
  }

  @Override
  public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
      String loadNumber, CallOptions options) {
    return calls.asyncPositionResponse(() -> operations.getLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return calls.asyncResponse(
        () ->
            operations.confirmDelivery(
                loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options));
  }

  @Override
  public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber, CallOptions options) {
    return calls.asyncResponse(() -> operations.confirmDelivery(loadNumber, null, options));
  }

  @Override
  public CompletableFuture<FreightResponse<Pricing>> getPricing(CallOptions options) {
    return calls.asyncResponse(() -> operations.getPricing(options));
  }

  @Override
  public CompletableFuture<FreightResponse<Balance>> getBalance(CallOptions options) {
    return calls.asyncResponse(() -> operations.getBalance(options));
  }
}

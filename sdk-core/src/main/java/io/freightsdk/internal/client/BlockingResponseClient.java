package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import java.time.Instant;
import java.util.Objects;

/** Blocking calls that give their responses. */
final class BlockingResponseClient implements FreightResponseClient {
  private final Calls calls;
  private final Operations operations;

  BlockingResponseClient(Calls calls, Operations operations) {
    this.calls = calls;
    this.operations = operations;
  }

  @Override
  public FreightResponse<CreateLoadOutcome> createLoad(CreateLoadInput input, CallOptions options) {
    return calls.response(operations.createLoad(input, options));
  }

  @Override
  public FreightResponse<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return calls.positionResponse(operations.getLoadPosition(loadNumber, options));
  }

  @Override
  public FreightResponse<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return calls.response(
        operations.confirmDelivery(
            loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options));
  }

  @Override
  public FreightResponse<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return calls.response(operations.confirmDelivery(loadNumber, null, options));
  }

  @Override
  public FreightResponse<Pricing> getPricing(CallOptions options) {
    return calls.response(operations.getPricing(options));
  }

  @Override
  public FreightResponse<Balance> getBalance(CallOptions options) {
    return calls.response(operations.getBalance(options));
  }
}

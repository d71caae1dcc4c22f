package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.internal.call.CallSpec;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * The calls of {@code client.async()} with the charge and the age of their answers, and those of
 * the catalog as futures: what tests look at, and the interfaces have for blocking calls only.
 */
public final class FutureResponses {
  private final ClientCore core;

  private FutureResponses(ClientCore core) {
    this.core = core;
  }

  public static FutureResponses of(FreightClient client) {
    return new FutureResponses(((BlockingClient) client).core);
  }

  public CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
      CreateLoadInput input, CallOptions options) {
    return future(() -> core.operations.createLoad(input, options));
  }

  public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
      String loadNumber, CallOptions options) {
    return ClientCore.specified(
        () -> core.operations.getLoadPosition(loadNumber, options),
        spec ->
            ClientCore.isShared(spec)
                ? core.sharedReads.start(spec, answer -> answer)
                : core.calls.start(spec, CallResult::toResponse));
  }

  public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
      String loadNumber) {
    return future(() -> core.operations.confirmDelivery(loadNumber, CallOptions.DEFAULT));
  }

  public CompletableFuture<FreightResponse<Balance>> getBalance(CallOptions options) {
    return future(() -> core.operations.getBalance(options));
  }

  public CompletableFuture<FreightResponse<CreateLoadOutcome>> createTrackedLoad(
      CreateLoadInput input, CallOptions options) {
    return future(() -> core.operations.createTrackedLoad(input, options));
  }

  public CompletableFuture<FreightResponse<TrackedPosition>> getTrackedLoadPosition(
      String loadNumber, CallOptions options) {
    return future(() -> core.operations.getTrackedLoadPosition(loadNumber, options));
  }

  public CompletableFuture<FreightResponse<TopUpByCardResult>> topUpByCard(TopUpByCardInput input) {
    return future(() -> core.operations.topUpByCard(input, CallOptions.DEFAULT));
  }

  private <T> CompletableFuture<FreightResponse<T>> future(Supplier<CallSpec<T>> spec) {
    return ClientCore.specified(spec, one -> core.calls.start(one, CallResult::toResponse));
  }
}

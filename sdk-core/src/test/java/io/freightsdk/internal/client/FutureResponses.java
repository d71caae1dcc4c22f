package io.freightsdk.internal.client;

import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import java.util.concurrent.CompletableFuture;

/**
 * Creations and positions of {@code client.async()} with the charge and the age of their answers:
 * what tests look at, and the interfaces have for blocking calls only.
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
    return FutureClient.orFailed(
        () -> core.calls.start(core.specs.createLoad(input, options), CallResult::toResponse));
  }

  public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
      String loadNumber, CallOptions options) {
    return FutureClient.orFailed(
        () ->
            core.sharedReads.start(
                core.specs.getLoadPosition(loadNumber, options), CallResult::toResponse));
  }
}

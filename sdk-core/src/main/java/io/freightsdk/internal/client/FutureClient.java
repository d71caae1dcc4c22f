package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
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
import java.util.function.Function;
import java.util.function.Supplier;

/** The operations of a client as futures, each of the value or of the response. */
final class FutureClient implements AsyncFreightClient {
  private final ClientCore core;
  private final CallSpecs specs;
  private final AsyncFreightResponseClient withResponse = new Responses();

  FutureClient(ClientCore core) {
    this.core = core;
    this.specs = core.specs;
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createLoad(
      CreateLoadInput input, CallOptions options) {
    return value(() -> specs.createLoad(input, options));
  }

  @Override
  public CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return position(loadNumber, options, CallResult::takeValue);
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return value(() -> specs.confirmDelivery(loadNumber, bolReceivedAt, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return value(() -> specs.confirmDelivery(loadNumber, options));
  }

  @Override
  public CompletableFuture<Pricing> getPricing(CallOptions options) {
    return value(() -> specs.getPricing(options));
  }

  @Override
  public CompletableFuture<Balance> getBalance(CallOptions options) {
    return value(() -> specs.getBalance(options));
  }

  @Override
  @Deprecated
  public CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options) {
    return value(() -> specs.updateLoadStatus(loadNumber, status, options));
  }

  @Override
  public AsyncFreightResponseClient withResponse() {
    return withResponse;
  }

  private <T> CompletableFuture<T> value(Supplier<CallSpec<T>> spec) {
    return orFailed(() -> core.calls.start(spec.get(), CallResult::takeValue));
  }

  private <T> CompletableFuture<FreightResponse<T>> response(Supplier<CallSpec<T>> spec) {
    return orFailed(() -> core.calls.start(spec.get(), CallResult::takeResponse));
  }

  private <R> CompletableFuture<R> position(
      String loadNumber, CallOptions options, Function<CallResult<LoadPosition>, R> form) {
    return orFailed(() -> core.sharedReads.start(specs.getLoadPosition(loadNumber, options), form));
  }

  /** Never throws: if the call cannot be specified, the future fails. */
  private static <R> CompletableFuture<R> orFailed(Supplier<CompletableFuture<R>> started) {
    try {
      return started.get();
    } catch (Throwable refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** The address of the service. */
  @Override
  public String toString() {
    return "AsyncFreightClient[" + core.baseUrl() + "]";
  }

  /** The same operations with the facts of each response. */
  private final class Responses implements AsyncFreightResponseClient {
    @Override
    public CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
        CreateLoadInput input, CallOptions options) {
      return response(() -> specs.createLoad(input, options));
    }

    @Override
    public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
        String loadNumber, CallOptions options) {
      return position(loadNumber, options, CallResult::takeResponse);
    }

    @Override
    public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
        String loadNumber, Instant bolReceivedAt, CallOptions options) {
      return response(() -> specs.confirmDelivery(loadNumber, bolReceivedAt, options));
    }

    @Override
    public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
        String loadNumber, CallOptions options) {
      return response(() -> specs.confirmDelivery(loadNumber, options));
    }

    @Override
    public CompletableFuture<FreightResponse<Pricing>> getPricing(CallOptions options) {
      return response(() -> specs.getPricing(options));
    }

    @Override
    public CompletableFuture<FreightResponse<Balance>> getBalance(CallOptions options) {
      return response(() -> specs.getBalance(options));
    }
  }
}

package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightCatalog;
import io.freightsdk.AsyncFreightClient;
import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.HttpMethod;
import io.freightsdk.internal.call.CallRunner.CallResult;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import io.freightsdk.spend.PriceQuote;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The asynchronous interfaces of a client. */
final class FutureClient implements AsyncFreightClient, AsyncFreightCatalog {
  private final ClientCore core;
  private final Operations operations;
  private final AsyncFreightResponseClient withResponse = new Responses();

  FutureClient(ClientCore core) {
    this.core = core;
    this.operations = core.operations;
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createLoad(
      CreateLoadInput input, CallOptions options) {
    return core.future(
        () -> operations.creation(Operation.CREATE_LOAD, input, options), CallResult::value);
  }

  @Override
  public CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return core.positionFuture(loadNumber, options, CallResult::value, FreightResponse::value);
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return core.future(
        () ->
            operations.confirmDelivery(
                loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options),
        CallResult::value);
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return core.future(
        () -> operations.confirmDelivery(loadNumber, null, options), CallResult::value);
  }

  @Override
  public CompletableFuture<Pricing> getPricing(CallOptions options) {
    return core.future(() -> operations.getPricing(options), CallResult::value);
  }

  @Override
  public CompletableFuture<FreightResponse<String>> call(
      HttpMethod method, String path, @Nullable String json, CallOptions options) {
    return core.future(() -> operations.other(method, path, json, options), CallResult::toResponse);
  }

  @Override
  public CompletableFuture<PriceQuote> quote(Operation operation, int count) {
    return core.prices.quoteAsync(operation, count);
  }

  @Override
  public CompletableFuture<Balance> getBalance(CallOptions options) {
    return core.future(() -> operations.getBalance(options), CallResult::value);
  }

  /** This operation never succeeds, so its future always fails. */
  @Override
  @Deprecated
  public CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options) {
    return core.future(
        () -> operations.updateLoadStatus(loadNumber, status, options),
        result -> {
          throw new IllegalStateException("the operation has no result");
        });
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createTrackedLoad(
      CreateLoadInput input, CallOptions options) {
    return core.future(
        () -> operations.creation(Operation.CREATE_TRACKED_LOAD, input, options),
        CallResult::value);
  }

  @Override
  public CompletableFuture<TrackedPosition> getTrackedLoadPosition(
      String loadNumber, CallOptions options) {
    return core.future(
        () -> operations.getTrackedLoadPosition(loadNumber, options), CallResult::value);
  }

  @Override
  public CompletableFuture<TopUpByCardResult> topUpByCard(
      TopUpByCardInput input, CallOptions options) {
    return core.future(() -> operations.topUpByCard(input, options), CallResult::value);
  }

  @Override
  public CompletableFuture<ServiceCatalog> getServiceCatalog(CallOptions options) {
    return core.future(() -> operations.getServiceCatalog(options), CallResult::value);
  }

  @Override
  public AsyncFreightResponseClient withResponse() {
    return withResponse;
  }

  @Override
  public AsyncFreightCatalog catalog() {
    return this;
  }

  /** The same operations, with the facts of each answer. */
  private final class Responses implements AsyncFreightResponseClient {
    @Override
    public CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
        CreateLoadInput input, CallOptions options) {
      return core.future(
          () -> operations.creation(Operation.CREATE_LOAD, input, options), CallResult::toResponse);
    }

    @Override
    public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
        String loadNumber, CallOptions options) {
      return core.positionFuture(loadNumber, options, CallResult::toResponse, Function.identity());
    }

    @Override
    public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
        String loadNumber, Instant bolReceivedAt, CallOptions options) {
      return core.future(
          () ->
              operations.confirmDelivery(
                  loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options),
          CallResult::toResponse);
    }

    @Override
    public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
        String loadNumber, CallOptions options) {
      return core.future(
          () -> operations.confirmDelivery(loadNumber, null, options), CallResult::toResponse);
    }

    @Override
    public CompletableFuture<FreightResponse<Pricing>> getPricing(CallOptions options) {
      return core.future(() -> operations.getPricing(options), CallResult::toResponse);
    }

    @Override
    public CompletableFuture<FreightResponse<Balance>> getBalance(CallOptions options) {
      return core.future(() -> operations.getBalance(options), CallResult::toResponse);
    }
  }
}

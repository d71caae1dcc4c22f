package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightCatalog;
import io.freightsdk.AsyncFreightClient;
import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.TrackedPosition;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;

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
    return core.futureValue(() -> operations.createLoad(input, options));
  }

  @Override
  public CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return core.futureValue(() -> operations.getLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return core.futureValue(() -> operations.confirmDelivery(loadNumber, bolReceivedAt, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return core.futureValue(() -> operations.confirmDelivery(loadNumber, options));
  }

  @Override
  public CompletableFuture<Pricing> getPricing(CallOptions options) {
    return core.futureValue(() -> operations.getPricing(options));
  }

  @Override
  public CompletableFuture<Balance> getBalance(CallOptions options) {
    return core.futureValue(() -> operations.getBalance(options));
  }

  @Override
  @Deprecated
  public CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options) {
    return core.futureValue(() -> operations.updateLoadStatus(loadNumber, status, options));
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createTrackedLoad(
      CreateLoadInput input, CallOptions options) {
    return core.futureValue(() -> operations.createTrackedLoad(input, options));
  }

  @Override
  public CompletableFuture<TrackedPosition> getTrackedLoadPosition(
      String loadNumber, CallOptions options) {
    return core.futureValue(() -> operations.getTrackedLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<TopUpByCardResult> topUpByCard(
      TopUpByCardInput input, CallOptions options) {
    return core.futureValue(() -> operations.topUpByCard(input, options));
  }

  @Override
  public CompletableFuture<ServiceCatalog> getServiceCatalog(CallOptions options) {
    return core.futureValue(() -> operations.getServiceCatalog(options));
  }

  @Override
  public AsyncFreightResponseClient withResponse() {
    return withResponse;
  }

  @Override
  public AsyncFreightCatalog catalog() {
    return this;
  }

  /** Where its calls go. */
  @Override
  public String toString() {
    return "AsyncFreightClient[" + core.address() + "]";
  }

  /** The same operations, with the facts of each answer. */
  private final class Responses implements AsyncFreightResponseClient {
    @Override
    public CompletableFuture<FreightResponse<CreateLoadOutcome>> createLoad(
        CreateLoadInput input, CallOptions options) {
      return core.futureResponse(() -> operations.createLoad(input, options));
    }

    @Override
    public CompletableFuture<FreightResponse<LoadPosition>> getLoadPosition(
        String loadNumber, CallOptions options) {
      return core.futureResponse(() -> operations.getLoadPosition(loadNumber, options));
    }

    @Override
    public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
        String loadNumber, Instant bolReceivedAt, CallOptions options) {
      return core.futureResponse(
          () -> operations.confirmDelivery(loadNumber, bolReceivedAt, options));
    }

    @Override
    public CompletableFuture<FreightResponse<ConfirmDeliveryResult>> confirmDelivery(
        String loadNumber, CallOptions options) {
      return core.futureResponse(() -> operations.confirmDelivery(loadNumber, options));
    }

    @Override
    public CompletableFuture<FreightResponse<Pricing>> getPricing(CallOptions options) {
      return core.futureResponse(() -> operations.getPricing(options));
    }

    @Override
    public CompletableFuture<FreightResponse<Balance>> getBalance(CallOptions options) {
      return core.futureResponse(() -> operations.getBalance(options));
    }
  }
}

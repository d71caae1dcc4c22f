package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightCatalog;
import io.freightsdk.AsyncFreightClient;
import io.freightsdk.AsyncFreightResponseClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceQuote;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** Calls as futures of their values. */
final class FutureClient implements AsyncFreightClient {
  private final Calls calls;
  private final Operations operations;
  private final AsyncFreightResponseClient withResponse;
  private final AsyncFreightCatalog catalog;

  FutureClient(Calls calls, Operations operations) {
    this.calls = calls;
    this.operations = operations;
    this.withResponse = new FutureResponseClient(calls, operations);
    this.catalog = new FutureCatalog(calls, operations);
  }

  @Override
  public CompletableFuture<CreateLoadOutcome> createLoad(
      CreateLoadInput input, CallOptions options) {
    return calls.asyncValue(() -> operations.createLoad(input, options));
  }

  @Override
  public CompletableFuture<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
    return calls.asyncPosition(() -> operations.getLoadPosition(loadNumber, options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return calls.asyncValue(
        () ->
            operations.confirmDelivery(
                loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options));
  }

  @Override
  public CompletableFuture<ConfirmDeliveryResult> confirmDelivery(
      String loadNumber, CallOptions options) {
    return calls.asyncValue(() -> operations.confirmDelivery(loadNumber, null, options));
  }

  @Override
  public CompletableFuture<Pricing> getPricing(CallOptions options) {
    return calls.asyncValue(() -> operations.getPricing(options));
  }

  @Override
  public CompletableFuture<PriceQuote> quote(Operation operation, int count) {
    return calls.money().prices().quoteAsync(operation, count);
  }

  @Override
  public CompletableFuture<Balance> getBalance(CallOptions options) {
    return calls.asyncValue(() -> operations.getBalance(options));
  }

  @Override
  @Deprecated
  public CompletableFuture<Void> updateLoadStatus(
      String loadNumber, LoadStatus status, CallOptions options) {
    return calls.asyncNothing(() -> operations.updateLoadStatus(loadNumber, status, options));
  }

  @Override
  public AsyncFreightResponseClient withResponse() {
    return withResponse;
  }

  @Override
  public AsyncFreightCatalog catalog() {
    return catalog;
  }
}

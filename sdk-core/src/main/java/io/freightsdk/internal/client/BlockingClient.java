package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightCatalog;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.internal.watch.Watches;
import io.freightsdk.model.Balance;
import io.freightsdk.model.ConfirmDeliveryResult;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.watch.LoadWatch;
import io.freightsdk.watch.WatchOptions;
import java.time.Instant;
import java.util.Objects;

/** Calls that block until they end, and the way to all other faces of the client. */
final class BlockingClient implements FreightClient {
  private final Calls calls;
  private final Operations operations;
  private final Watches watches;
  private final Runnable shutdown;
  private final AsyncFreightClient async;
  private final FreightResponseClient withResponse;
  private final FreightCatalog catalog;

  BlockingClient(Calls calls, Operations operations, Watches watches, Runnable shutdown) {
    this.calls = calls;
    this.operations = operations;
    this.watches = watches;
    this.shutdown = shutdown;
    this.async = new FutureClient(calls, operations);
    this.withResponse = new BlockingResponseClient(calls, operations);
    this.catalog = new BlockingCatalog(calls, operations);
  }

  @Override
  public CreateLoadOutcome createLoad(CreateLoadInput input, CallOptions options) {
    return calls.value(operations.createLoad(input, options));
  }

  @Override
  public LoadPosition getLoadPosition(String loadNumber, CallOptions options) {
    return calls.position(operations.getLoadPosition(loadNumber, options));
  }

  @Override
  public ConfirmDeliveryResult confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return calls.value(
        operations.confirmDelivery(
            loadNumber, Objects.requireNonNull(bolReceivedAt, "bolReceivedAt"), options));
  }

  @Override
  public ConfirmDeliveryResult confirmDelivery(String loadNumber, CallOptions options) {
    return calls.value(operations.confirmDelivery(loadNumber, null, options));
  }

  @Override
  public Pricing getPricing(CallOptions options) {
    return calls.value(operations.getPricing(options));
  }

  @Override
  public Balance getBalance(CallOptions options) {
    return calls.value(operations.getBalance(options));
  }

  @Override
  @Deprecated
  public void updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options) {
    calls.value(operations.updateLoadStatus(loadNumber, status, options));
  }

  @Override
  public LoadWatch watch(String loadNumber, WatchOptions options) {
    LoadPaths.requireLoadNumber(loadNumber);
    return watches.open(loadNumber, options);
  }

  @Override
  public PriceBook prices() {
    return calls.money().prices();
  }

  @Override
  public SpendLedger ledger() {
    return calls.money().ledger();
  }

  @Override
  public void toppedUp() {
    calls.money().toppedUp();
  }

  @Override
  public AsyncFreightClient async() {
    return async;
  }

  @Override
  public FreightResponseClient withResponse() {
    return withResponse;
  }

  @Override
  public FreightCatalog catalog() {
    return catalog;
  }

  @Override
  public void close() {
    shutdown.run();
  }
}

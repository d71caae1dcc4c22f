package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightCatalog;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightClientBuilder;
import io.freightsdk.FreightResponse;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.HttpMethod;
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
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendLedger;
import io.freightsdk.spend.SpendLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The blocking interfaces of a client, and access to the others. */
final class BlockingClient implements FreightClient, FreightCatalog {
  private final ClientCore core;
  private final Operations operations;
  private final FreightResponseClient withResponse = new Responses();

  /** Created on first use. It has no state, so it does no harm if two threads create one each. */
  private volatile @Nullable AsyncFreightClient async;

  BlockingClient(ClientCore core) {
    this.core = core;
    this.operations = core.operations;
  }

  @Override
  public CreateLoadOutcome createLoad(CreateLoadInput input, CallOptions options) {
    return core.calls.run(operations.creation(Operation.CREATE_LOAD, input, options)).value();
  }

  @Override
  public LoadPosition getLoadPosition(String loadNumber, CallOptions options) {
    return core.position(loadNumber, options);
  }

  @Override
  public ConfirmDeliveryResult confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    Objects.requireNonNull(bolReceivedAt, "bolReceivedAt");
    return core.calls.run(operations.confirmDelivery(loadNumber, bolReceivedAt, options)).value();
  }

  @Override
  public ConfirmDeliveryResult confirmDelivery(String loadNumber, CallOptions options) {
    return core.calls.run(operations.confirmDelivery(loadNumber, null, options)).value();
  }

  @Override
  public Pricing getPricing(CallOptions options) {
    return core.calls.run(operations.getPricing(options)).value();
  }

  @Override
  public Balance getBalance(CallOptions options) {
    return core.calls.run(operations.getBalance(options)).value();
  }

  @Override
  @Deprecated
  public void updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options) {
    core.calls.run(operations.updateLoadStatus(loadNumber, status, options));
  }

  @Override
  public CreateLoadOutcome createTrackedLoad(CreateLoadInput input, CallOptions options) {
    return core.calls
        .run(operations.creation(Operation.CREATE_TRACKED_LOAD, input, options))
        .value();
  }

  @Override
  public TrackedPosition getTrackedLoadPosition(String loadNumber, CallOptions options) {
    return core.calls.run(operations.getTrackedLoadPosition(loadNumber, options)).value();
  }

  @Override
  public TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options) {
    return core.calls.run(operations.topUpByCard(input, options)).value();
  }

  @Override
  public ServiceCatalog getServiceCatalog(CallOptions options) {
    return core.calls.run(operations.getServiceCatalog(options)).value();
  }

  @Override
  public FreightResponse<String> call(
      HttpMethod method, String path, @Nullable String json, CallOptions options) {
    return core.calls.run(operations.other(method, path, json, options)).toResponse();
  }

  @Override
  public PriceBook prices() {
    return core.prices;
  }

  @Override
  public SpendLimits spendLimits() {
    return core.settings.spend().limits();
  }

  @Override
  public RetryPolicy retryPolicy() {
    return core.settings.limits().retryPolicy();
  }

  @Override
  public FreightClientBuilder toBuilder() {
    return core.toBuilder();
  }

  @Override
  public Runnable onClose(Runnable action) {
    return core.onClose(action);
  }

  @Override
  public FreightClient.Activity activity() {
    return core.activity();
  }

  @Override
  public SpendLedger ledger() {
    return core.books.ledger();
  }

  @Override
  public void toppedUp() {
    core.topUps.look();
  }

  @Override
  public AsyncFreightClient async() {
    AsyncFreightClient made = async;
    if (made == null) {
      made = new FutureClient(core);
      async = made;
    }
    return made;
  }

  @Override
  public FreightResponseClient withResponse() {
    return withResponse;
  }

  @Override
  public FreightCatalog catalog() {
    return this;
  }

  @Override
  public void close() {
    core.close();
  }

  @Override
  public void close(Duration drain) {
    core.close(drain);
  }

  /** The same operations, with the facts of each answer. */
  private final class Responses implements FreightResponseClient {
    @Override
    public FreightResponse<CreateLoadOutcome> createLoad(
        CreateLoadInput input, CallOptions options) {
      return core.calls
          .run(operations.creation(Operation.CREATE_LOAD, input, options))
          .toResponse();
    }

    @Override
    public FreightResponse<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
      return core.positionResponse(loadNumber, options);
    }

    @Override
    public FreightResponse<ConfirmDeliveryResult> confirmDelivery(
        String loadNumber, Instant bolReceivedAt, CallOptions options) {
      Objects.requireNonNull(bolReceivedAt, "bolReceivedAt");
      return core.calls
          .run(operations.confirmDelivery(loadNumber, bolReceivedAt, options))
          .toResponse();
    }

    @Override
    public FreightResponse<ConfirmDeliveryResult> confirmDelivery(
        String loadNumber, CallOptions options) {
      return core.calls.run(operations.confirmDelivery(loadNumber, null, options)).toResponse();
    }

    @Override
    public FreightResponse<Pricing> getPricing(CallOptions options) {
      return core.calls.run(operations.getPricing(options)).toResponse();
    }

    @Override
    public FreightResponse<Balance> getBalance(CallOptions options) {
      return core.calls.run(operations.getBalance(options)).toResponse();
    }
  }
}

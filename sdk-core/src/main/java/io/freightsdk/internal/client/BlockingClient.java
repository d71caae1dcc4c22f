package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.CallOptions;
import io.freightsdk.CreateLoadOutcome;
import io.freightsdk.FreightCatalog;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.internal.call.CallRunner;
import io.freightsdk.internal.call.Failure;
import io.freightsdk.internal.call.NoGuard;
import io.freightsdk.internal.client.ClientCore.Account;
import io.freightsdk.internal.text.HeaderRules;
import io.freightsdk.internal.text.Require;
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
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The blocking interfaces of a client, and access to the others. */
final class BlockingClient implements FreightClient, FreightCatalog {
  final ClientCore core;
  private final CallSpecs specs;
  private final CallRunner calls;
  private final FreightResponseClient withResponse = new Responses();

  /** Created on first use. It has no state, so two threads may each create one. */
  private volatile @Nullable AsyncFreightClient async;

  BlockingClient(ClientCore core) {
    this.core = core;
    this.specs = core.specs;
    this.calls = core.calls;
  }

  @Override
  public CreateLoadOutcome createLoad(CreateLoadInput input, CallOptions options) {
    return calls.run(specs.createLoad(input, options)).takeValue();
  }

  @Override
  public LoadPosition getLoadPosition(String loadNumber, CallOptions options) {
    return core.sharedReads.read(specs.getLoadPosition(loadNumber, options)).takeValue();
  }

  @Override
  public ConfirmDeliveryResult confirmDelivery(
      String loadNumber, Instant bolReceivedAt, CallOptions options) {
    return calls.run(specs.confirmDelivery(loadNumber, bolReceivedAt, options)).takeValue();
  }

  @Override
  public ConfirmDeliveryResult confirmDelivery(String loadNumber, CallOptions options) {
    return calls.run(specs.confirmDelivery(loadNumber, options)).takeValue();
  }

  @Override
  public Pricing getPricing(CallOptions options) {
    return calls.run(specs.getPricing(options)).takeValue();
  }

  @Override
  public Balance getBalance(CallOptions options) {
    return calls.run(specs.getBalance(options)).takeValue();
  }

  @Override
  @Deprecated
  public void updateLoadStatus(String loadNumber, LoadStatus status, CallOptions options) {
    calls.run(specs.updateLoadStatus(loadNumber, status, options));
  }

  @Override
  public CreateLoadOutcome createTrackedLoad(CreateLoadInput input, CallOptions options) {
    return calls.run(specs.createTrackedLoad(input, options)).takeValue();
  }

  @Override
  public TrackedPosition getTrackedLoadPosition(String loadNumber, CallOptions options) {
    return calls.run(specs.getTrackedLoadPosition(loadNumber, options)).takeValue();
  }

  @Override
  public TopUpByCardResult topUpByCard(TopUpByCardInput input, CallOptions options) {
    return calls.run(specs.topUpByCard(input, options)).takeValue();
  }

  @Override
  public ServiceCatalog getServiceCatalog(CallOptions options) {
    return calls.run(specs.getServiceCatalog(options)).takeValue();
  }

  @Override
  public BigDecimal price(Operation operation) {
    try {
      return core.prices.price(operation);
    } catch (Failure failure) {
      throw failure.exception();
    }
  }

  @Override
  public String accountId() {
    return core.accounts.current();
  }

  @Override
  public @Nullable SpendGuard spendGuard() {
    return core.guard instanceof NoGuard ? null : core.guard;
  }

  @Override
  public FreightClient withAgentKey(String agentKey, @Nullable SpendGuard spendGuard) {
    return ofAccount(agentKey, spendGuard, null);
  }

  @Override
  public FreightClient withAgentKey(
      String agentKey, @Nullable SpendGuard spendGuard, String account) {
    return ofAccount(agentKey, spendGuard, Require.account(account));
  }

  private FreightClient ofAccount(
      String agentKey, @Nullable SpendGuard spendGuard, @Nullable String name) {
    String key = HeaderRules.requireAgentKey(agentKey);
    SpendGuard guard = spendGuard != null ? spendGuard : new NoGuard();
    return core.withAccount(new Account(() -> key, name, guard, null));
  }

  @Override
  public AsyncFreightClient async() {
    AsyncFreightClient created = async;
    if (created == null) {
      created = new FutureClient(core);
      async = created;
    }
    return created;
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
  public String baseUrl() {
    return core.baseUrl();
  }

  @Override
  public String toString() {
    return "FreightClient[" + baseUrl() + "]";
  }

  /** The same operations with the facts of each response. */
  private final class Responses implements FreightResponseClient {
    @Override
    public FreightResponse<CreateLoadOutcome> createLoad(
        CreateLoadInput input, CallOptions options) {
      return calls.run(specs.createLoad(input, options)).takeResponse();
    }

    @Override
    public FreightResponse<LoadPosition> getLoadPosition(String loadNumber, CallOptions options) {
      return core.sharedReads.read(specs.getLoadPosition(loadNumber, options)).takeResponse();
    }

    @Override
    public FreightResponse<ConfirmDeliveryResult> confirmDelivery(
        String loadNumber, Instant bolReceivedAt, CallOptions options) {
      return calls.run(specs.confirmDelivery(loadNumber, bolReceivedAt, options)).takeResponse();
    }

    @Override
    public FreightResponse<ConfirmDeliveryResult> confirmDelivery(
        String loadNumber, CallOptions options) {
      return calls.run(specs.confirmDelivery(loadNumber, options)).takeResponse();
    }

    @Override
    public FreightResponse<Pricing> getPricing(CallOptions options) {
      return calls.run(specs.getPricing(options)).takeResponse();
    }

    @Override
    public FreightResponse<Balance> getBalance(CallOptions options) {
      return calls.run(specs.getBalance(options)).takeResponse();
    }
  }
}

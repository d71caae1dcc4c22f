package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightClient;
import io.freightsdk.FreightCatalog;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponseClient;
import io.freightsdk.SpendGuard;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The blocking interfaces of a client, and access to the others. */
final class BlockingClient implements FreightClient, FreightCatalog {
  final ClientCore core;
  private final Operations operations;
  private final FreightResponseClient withResponse = new Responses();

  /** Created on first use. It has no state, so it does no harm if two threads create one each. */
  private volatile @Nullable AsyncFreightClient async;

  BlockingClient(ClientCore core) {
    this.core = core;
    this.operations = core.operations;
  }

  // operations made: published, value

  // operations made: experimental, value

  @Override
  public BigDecimal price(Operation operation) {
    return core.prices.price(operation);
  }

  @Override
  public SpendGuard spendGuard() {
    return core.guard;
  }

  @Override
  public RetryPolicy retryPolicy() {
    return core.settings.limits().retryPolicy();
  }

  @Override
  public @Nullable BigDecimal maxPrice() {
    return core.settings.limits().maxPrice();
  }

  @Override
  public FreightClient withAgentKey(String agentKey) {
    return core.settings.withAgentKey().apply(agentKey);
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

  /** Where its calls go. */
  @Override
  public String toString() {
    return "FreightClient[" + core.address() + "]";
  }

  /** The same operations, with the facts of each answer. */
  private final class Responses implements FreightResponseClient {
    // operations made: published, response
  }
}

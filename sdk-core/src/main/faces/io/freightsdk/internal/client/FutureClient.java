package io.freightsdk.internal.client;

import io.freightsdk.AsyncFreightCatalog;
import io.freightsdk.AsyncFreightClient;
import io.freightsdk.AsyncFreightResponseClient;

/** The asynchronous interfaces of a client. */
final class FutureClient implements AsyncFreightClient, AsyncFreightCatalog {
  private final ClientCore core;
  private final Operations operations;
  private final AsyncFreightResponseClient withResponse = new Responses();

  FutureClient(ClientCore core) {
    this.core = core;
    this.operations = core.operations;
  }

  // operations made: published, future value

  // operations made: experimental, future value

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
    // operations made: published, future response
  }
}

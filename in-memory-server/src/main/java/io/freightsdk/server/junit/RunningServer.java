package io.freightsdk.server.junit;

import io.freightsdk.server.InMemoryFreightServer;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** A server that JUnit closes with the context it belongs to. */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing that is AutoCloseable only.
final class RunningServer implements CloseableResource, AutoCloseable {
  private final InMemoryFreightServer server;

  RunningServer(InMemoryFreightServer server) {
    this.server = server;
  }

  InMemoryFreightServer server() {
    return server;
  }

  @Override
  public void close() {
    server.close();
  }
}

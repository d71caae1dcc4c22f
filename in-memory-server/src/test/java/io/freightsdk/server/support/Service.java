package io.freightsdk.server.support;

import io.freightsdk.server.Broker;
import io.freightsdk.server.FreightServerBuilder;
import io.freightsdk.server.InMemoryFreightServer;

/** A server with one broker of 25.00 USD and a client that carries its key. */
public final class Service implements AutoCloseable {
  private final InMemoryFreightServer server;
  private final Broker broker;
  private final Http client;

  private Service(InMemoryFreightServer server) {
    this.server = server;
    this.broker = server.createBroker("25.00");
    this.client = new Http(server.baseUrl(), broker.agentKey());
  }

  public static Service start() {
    return of(InMemoryFreightServer.builder());
  }

  public static Service of(FreightServerBuilder builder) {
    return new Service(builder.start());
  }

  public InMemoryFreightServer server() {
    return server;
  }

  public Broker broker() {
    return broker;
  }

  public Http client() {
    return client;
  }

  /** A client without a key. */
  public Http anyone() {
    return client.as(null);
  }

  /** A client of another broker with this balance. */
  public Http stranger(String balanceUsd) {
    return new Http(server.baseUrl(), server.createBroker(balanceUsd).agentKey());
  }

  /** Number of a new load of two stops. */
  public String createLoad() {
    return client.post("/v1/agent/loads", Orders.TWO_STOPS).json().text("loadNumber");
  }

  public Http.Reply read(String loadNumber) {
    return client.get("/v1/agent/loads/" + loadNumber);
  }

  public Http.Reply confirm(String loadNumber, String body) {
    return client.post("/v1/agent/loads/" + loadNumber + "/delivery-confirm", body);
  }

  public Http.Reply admin(String method, String path, String body) {
    return anyone().send(method, "/__admin/" + path, body);
  }

  @Override
  public void close() {
    server.close();
  }
}

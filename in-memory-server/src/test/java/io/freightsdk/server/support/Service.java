package io.freightsdk.server.support;

import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.ServerBuilder;
import io.freightsdk.server.ServerInProcess;
import java.util.function.Function;

/**
 * A server with one broker of 25.00 USD and a client with its key. Without {@code onPort}, it runs
 * in this process without a port. Its ids, tokens and keys are the same in each run, because random
 * values could contain a text that a test looks for.
 */
public final class Service implements AutoCloseable {
  private static final long SEED = 7;

  private final InMemoryFreightServer server;
  private final Broker broker;
  private final Http client;

  private Service(InMemoryFreightServer server, Function<InMemoryFreightServer, Http> toHttp) {
    this.server = server;
    this.broker = server.createBroker("25.00");
    this.client = toHttp.apply(server).as(broker.agentKey());
  }

  /** A server with default settings. */
  public static Service start() {
    return of(InMemoryFreightServer.builder());
  }

  public static Service of(ServerBuilder builder) {
    return new Service(ServerInProcess.start(builder.seed(SEED)), Http::to);
  }

  /** A server on its own port, called over connections. */
  public static Service onPort() {
    return onPort(InMemoryFreightServer.builder());
  }

  /** A server on the port of the builder, called over connections. */
  public static Service onPort(ServerBuilder builder) {
    builder.seed(SEED);
    return new Service(builder.start(), server -> Http.to(server.baseUrl()));
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
    return client.as(server().createBroker(balanceUsd).agentKey());
  }

  /** Creates a load with two stops. Returns its number. */
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

package io.freightsdk.examples.benchmarks.server.stub;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;

/** The JDK's server with constant bodies on its own one thread: nothing does less. */
final class JdkStub implements StubServer {
  private final Bodies bodies;
  private HttpServer server;

  JdkStub(Bodies bodies) {
    this.bodies = bodies;
  }

  @Override
  public int start(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body = bodies.at(exchange.getRequestURI().getPath());
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          int status = exchange.getRequestMethod().equals("POST") ? 201 : 200;
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server.getAddress().getPort();
  }

  @Override
  public void stop() {
    server.stop(0);
  }
}

package io.freightsdk.examples.benchmarks.server.stub;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * The JDK's server with constant bodies on its own one thread: nothing does less. With {@code
 * -Dstub.keep=bytes} it keeps as many bytes of each creation, and the last requests with their
 * answers: nothing that keeps loads does less.
 */
final class JdkStub implements StubServer {
  private static final int KEPT_BYTES = Integer.getInteger("stub.keep", 0);
  private static final int KEPT_REQUESTS = 10_000;

  private final Bodies bodies;
  private final List<byte[]> loads = new ArrayList<>();
  private final byte[][][] requests = new byte[KEPT_REQUESTS][][];
  private long count;
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
          byte[] request = exchange.getRequestBody().readAllBytes();
          byte[] body = bodies.at(exchange.getRequestURI().getPath());
          if (KEPT_BYTES > 0) keep(request, body);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          int status = exchange.getRequestMethod().equals("POST") ? 201 : 200;
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server.getAddress().getPort();
  }

  /** On the one thread of the server. */
  private void keep(byte[] request, byte[] answer) {
    loads.add(new byte[KEPT_BYTES]);
    requests[(int) (count++ % KEPT_REQUESTS)] = new byte[][] {request, answer.clone()};
  }

  @Override
  public void stop() {
    server.stop(0);
  }
}

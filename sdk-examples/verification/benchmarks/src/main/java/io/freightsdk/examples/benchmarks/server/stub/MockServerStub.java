package io.freightsdk.examples.benchmarks.server.stub;

import static org.mockserver.model.HttpRequest.request;
import static org.mockserver.model.HttpResponse.response;

import org.mockserver.configuration.Configuration;
import org.mockserver.integration.ClientAndServer;

/** MockServer with three expectations, logging off. */
final class MockServerStub implements StubServer {
  private final Bodies bodies;
  private ClientAndServer server;

  MockServerStub(Bodies bodies) {
    this.bodies = bodies;
  }

  @Override
  public int start(int port) {
    Configuration quiet = Configuration.configuration().disableLogging(true).logLevel("ERROR");
    server = ClientAndServer.startClientAndServer(quiet, port);
    expect("GET", Bodies.BALANCE_PATH, 200, bodies.balance());
    expect("GET", Bodies.POSITION_PATH, 200, bodies.position());
    expect("POST", Bodies.CREATE_PATH, 201, bodies.created());
    return server.getPort();
  }

  @Override
  public void stop() {
    server.stop();
  }

  private void expect(String method, String path, int status, byte[] body) {
    server
        .when(request().withMethod(method).withPath(path))
        .respond(
            response()
                .withStatusCode(status)
                .withHeader("Content-Type", "application/json")
                .withBody(body));
  }
}

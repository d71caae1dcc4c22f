package io.freightsdk.examples.benchmarks.server.stub;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;

/** WireMock with three stubs. Its request journal is off: it would keep every request for ever. */
final class WireMockStub implements StubServer {
  private final Bodies bodies;
  private WireMockServer server;

  WireMockStub(Bodies bodies) {
    this.bodies = bodies;
  }

  @Override
  public int start(int port) {
    server =
        new WireMockServer(options().bindAddress("127.0.0.1").port(port).disableRequestJournal());
    server.start();
    server.stubFor(get(urlEqualTo(Bodies.BALANCE_PATH)).willReturn(json(200, bodies.balance())));
    server.stubFor(get(urlEqualTo(Bodies.POSITION_PATH)).willReturn(json(200, bodies.position())));
    server.stubFor(post(urlEqualTo(Bodies.CREATE_PATH)).willReturn(json(201, bodies.created())));
    return server.port();
  }

  @Override
  public void stop() {
    server.stop();
  }

  private static ResponseDefinitionBuilder json(int status, byte[] body) {
    return aResponse()
        .withStatus(status)
        .withHeader("Content-Type", "application/json")
        .withBody(body);
  }
}

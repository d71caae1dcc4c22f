package io.freightsdk.examples.benchmarks.server.stub;

import java.io.IOException;
import java.net.InetAddress;
import java.util.logging.Level;
import java.util.logging.Logger;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;

/** MockWebServer as it comes, with a dispatcher. */
final class MockWebStub implements StubServer {
  private final Bodies bodies;
  private MockWebServer server;

  MockWebStub(Bodies bodies) {
    this.bodies = bodies;
  }

  @Override
  public int start(int port) throws IOException {
    // It logs each request, which would be measured instead of it.
    Logger.getLogger(MockWebServer.class.getName()).setLevel(Level.WARNING);
    server = new MockWebServer();
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            byte[] body = bodies.at(request.getUrl().encodedPath());
            return new MockResponse.Builder()
                .code(request.getMethod().equals("POST") ? 201 : 200)
                .setHeader("Content-Type", "application/json")
                .body(new Buffer().write(body))
                .build();
          }
        });
    server.start(InetAddress.getLoopbackAddress(), port);
    return server.getPort();
  }

  @Override
  public void stop() {
    server.close();
  }
}

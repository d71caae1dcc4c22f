package io.freightsdk.server.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.ServerThreads;
import io.freightsdk.server.support.Service;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Bytes that Jazzer steers by the branches they reach. A build replays the inputs kept under {@code
 * CoverageFuzzTestInputs}; with {@code JAZZER_FUZZ=1} one method at a time looks for new ones.
 */
class CoverageFuzzTest {
  private static Service service;
  private static String driverToken;

  @BeforeAll
  static void start() {
    service = Service.onPort();
    driverToken = service.server().load(service.createLoad()).view().driverToken();
  }

  @AfterAll
  static void stopAndLookForLeaks() throws InterruptedException {
    service.close();
    ServerThreads.awaitEnd(service.server().port());
  }

  @FuzzTest(maxDuration = "60s")
  void bodiesOfCreations(byte[] body) {
    expectNoFault(exchange("POST /v1/agent/loads", "", body));
  }

  @FuzzTest(maxDuration = "60s")
  void bodiesOfPings(byte[] body) {
    expectNoFault(exchange("POST /api/driver/" + driverToken + "/ping", "", body));
  }

  /** The first line is the path, the others are headers; a line end may be anywhere. */
  @FuzzTest(maxDuration = "60s")
  void pathsAndHeaders(byte[] input) {
    String[] parts = new String(input, StandardCharsets.ISO_8859_1).split("\n", 2);
    String headers = parts.length == 1 ? "" : parts[1].replace("\n", "\r\n") + "\r\n";
    expectNoFault(exchange("GET /" + parts[0], headers, new byte[0]));
  }

  private static String exchange(String target, String headers, byte[] body) {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(
          target
              + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer "
              + service.broker().agentKey()
              + "\r\nContent-Type: application/json\r\nContent-Length: "
              + body.length
              + "\r\n"
              + headers
              + "\r\n"
              + new String(body, StandardCharsets.ISO_8859_1));
      // A server that hangs fails here: the socket waits for a bounded time.
      socket.endOutput();
      return socket.readToEnd();
    }
  }

  private static void expectNoFault(String answer) {
    assertThat(answer).startsWith("HTTP/1.1 ");
    int status = Integer.parseInt(answer.substring(9, 12));
    assertThat(status).as(answer).isBetween(200, 499);
  }
}

package io.freightsdk.examples.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.FreightClient;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What anybody can send to the port, byte by byte. */
class LoopbackHttpTest {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

  private static InMemoryFreightServer service;
  private static FreightClient client;
  private static LoopbackHttp http;
  private static String own;

  @BeforeAll
  static void start() throws Exception {
    service = InMemoryFreightServer.start();
    client =
        FreightClient.builder()
            .baseUrl(service.baseUrl())
            .agentKey(service.createBroker("1.00").agentKey())
            .build();
    http =
        LoopbackHttp.start(
            new FreightMcpServer(FreightTools.builder(client).unlimited().build(), false), 0);
    own = URI.create(http.url()).getAuthority();
  }

  @AfterAll
  static void stop() throws Exception {
    http.close();
    client.close();
    service.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "http://127.0.0.1.evil.example",
        "null",
        "http://localhost.evil:80"
      })
  void aForeignOriginIsRefused(String origin) throws IOException {
    assertThat(post("Host: " + own + "\r\nOrigin: " + origin, PING)).startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example", "evil.example:80"})
  void aForeignHostIsRefused(String host) throws IOException {
    assertThat(post("Host: " + host, PING)).startsWith("HTTP/1.1 421");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not json",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":5}",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":7}}",
        "[]",
        "{}"
      })
  void badMessagesAreRefusedWithoutAStackTrace(String body) throws IOException {
    String answer = post("Host: " + own, body);

    assertThat(answer).startsWith("HTTP/1.1 4");
    assertThat(answer)
        .doesNotContain("stackTrace")
        .doesNotContain("lineNumber")
        .doesNotContain("java.base")
        .doesNotContain("\tat ");
  }

  @Test
  void aSessionThatDoesNotExistIsRefusedWithoutAStackTrace() throws IOException {
    String answer = post("Host: " + own + "\r\nMcp-Session-Id: nobody", PING);

    assertThat(answer).startsWith("HTTP/1.1 404").doesNotContain("stackTrace");
  }

  private static String post(String headers, String body) throws IOException {
    URI uri = URI.create(http.url());
    try (Socket socket = new Socket(uri.getHost(), uri.getPort())) {
      socket.setSoTimeout(20_000);
      String request =
          "POST /mcp HTTP/1.1\r\n"
              + headers
              + "\r\nContent-Type: application/json\r\nAccept: application/json,"
              + " text/event-stream\r\nConnection: close\r\nContent-Length: "
              + body.getBytes(StandardCharsets.UTF_8).length
              + "\r\n\r\n"
              + body;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}

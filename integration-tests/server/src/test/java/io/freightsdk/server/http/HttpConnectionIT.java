package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Concurrently;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.RecordedRequest;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP below the routes: framing, kept connections, and bytes that are not a request. */
class HttpConnectionIT {
  @AutoClose private final Service service = Service.onPort();

  @Test
  void connectionServesPipelinedRequests() {
    String responses = exchange(get("") + get("") + get("Connection: close\r\n"));
    assertThat(responses.split("HTTP/1.1 200 OK", -1)).hasSize(4);
    assertThat(service.server().journal().requests())
        .extracting(RecordedRequest::connectionId)
        .containsOnly(service.server().journal().requests().get(0).connectionId());
  }

  @Test
  void chunkedBodyIsRead() {
    String response =
        exchange(
            post("Transfer-Encoding: chunked\r\nConnection: close\r\n")
                + chunk(Orders.TWO_STOPS.substring(0, 100))
                + chunk(Orders.TWO_STOPS.substring(100))
                + "0\r\nX-Trailer: x\r\n\r\n");
    assertThat(response).startsWith("HTTP/1.1 201 Created");
  }

  @Test
  void callerThatExpectsAContinueGetsIt() {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(
          post(
              "Expect: 100-continue\r\nConnection: close\r\nContent-Length: "
                  + Orders.TWO_STOPS.length()
                  + "\r\n"));
      assertThat(socket.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      socket.send(Orders.TWO_STOPS);
      assertThat(socket.readToEnd()).contains("HTTP/1.1 201 Created");
    }
  }

  /** A phone has no key. Its link is checked after its body. */
  @Test
  void phoneThatExpectsAContinueGetsIt() {
    String load = service.createLoad();
    String ping = "/api/driver/" + service.server().load(load).view().driverToken() + "/ping";
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(
          "POST "
              + ping
              + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
              + "Expect: 100-continue\r\nConnection: close\r\nContent-Length: 26\r\n\r\n");
      assertThat(socket.readLine()).isEqualTo("HTTP/1.1 100 Continue");
      socket.send("{\"lat\":36.94,\"lng\":-84.09}");
      assertThat(socket.readToEnd()).contains("HTTP/1.1 200 OK");
    }
  }

  @Test
  void http10ConnectionClosesAfterTheResponse() {
    String response = exchange("GET /v1/agent/pricing HTTP/1.0\r\n" + bearer() + "\r\n");
    assertThat(response).startsWith("HTTP/1.1 200 OK").contains("Connection: close");
  }

  @Test
  void unusedBodyIsSkipped() {
    String response =
        exchange(
            "POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab"
                + "cde"
                + get("Connection: close\r\n"));
    assertThat(response).contains("HTTP/1.1 404 Not Found\r\n").contains("HTTP/1.1 200 OK");
  }

  @Test
  void uploadHasAtMost32Megabytes() {
    assertThat(upload((32 << 20) + 1)).startsWith("HTTP/1.1 413 Content Too Large\r\n");
    assertThat(upload(32 << 20)).as("no JSON").startsWith("HTTP/1.1 400 ");
  }

  private String upload(int bytes) {
    String pings = "POST /__admin/loads/" + service.createLoad() + "/pings HTTP/1.1\r\n";
    return exchange(
        pings + "Host: localhost\r\nContent-Length: " + bytes + "\r\n\r\n" + "x".repeat(bytes));
  }

  @Test
  void headerHasAMaximumSize() {
    assertThat(exchange("GET /nowhere HTTP/1.1\r\nA: " + "x".repeat(70_000) + "\r\n\r\n"))
        .startsWith("HTTP/1.1 431");
    String kilobyte = "A: " + "x".repeat(1_000) + "\r\n";
    assertThat(exchange("GET /nowhere HTTP/1.1\r\n" + kilobyte.repeat(100) + "\r\n"))
        .startsWith("HTTP/1.1 431");
  }

  @Test
  void malformedChunkIsRefused() {
    assertThat(exchange(post("Transfer-Encoding: chunked\r\n") + "zz\r\n"))
        .startsWith("HTTP/1.1 400");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        "Transfer-Encoding: chunked\r\n\r\n1\r\n{",
        "Content-Length: 9\r\n\r\n{}"
      })
  void paidReadWithAMalformedBodyIsNotCharged(String body) {
    String load = service.createLoad();

    assertThat(exchange(read(load) + body)).startsWith("HTTP/1.1 400");

    assertThat(service.broker().debits()).hasSize(1);
  }

  @Test
  void paidReadDoesNotWaitForAnUnusedBody() {
    String load = service.createLoad();

    String response = exchange(read(load) + "Expect: 100-continue\r\nContent-Length: 9\r\n\r\n");

    assertThat(response).startsWith("HTTP/1.1 200");
    assertThat(service.broker().debits()).hasSize(2);
  }

  private String read(String load) {
    return "GET /v1/agent/loads/" + load + " HTTP/1.1\r\nHost: x\r\n" + bearer();
  }

  @Test
  void serverContinuesAfterAClientDisconnects() {
    for (String start : List.of("", "GET /v1", post("Content-Length: 100\r\n") + "{")) {
      try (RawSocket socket = RawSocket.to(service.server())) {
        socket.send(start);
      }
    }
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
    assertThat(service.broker().debits()).isEmpty();
  }

  @Test
  void fourHundredKeptConnectionsAreServed() {
    List<RawSocket> sockets = Concurrently.times(400, i -> RawSocket.to(service.server()));
    try {
      for (int round = 0; round < 2; round++) {
        for (RawSocket socket : sockets) {
          socket.send(get(""));
          assertThat(socket.readLine()).isEqualTo("HTTP/1.1 200 OK");
          socket.skipResponse();
        }
      }
    } finally {
      sockets.forEach(RawSocket::close);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.yaml", "/v1/agent/pricing", "/__admin/health"})
  void headReturnsNoBody(String target) {
    String response =
        exchange(
            "HEAD "
                + target
                + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                + bearer()
                + "Connection: close\r\n\r\n");

    assertThat(response).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    assertThat(response).containsPattern("Content-Length: [1-9]");
  }

  private String responseToExpecting(String path, String bearer, long length) {
    return exchange(
        "POST "
            + path
            + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + bearer
            + "Expect: 100-continue\r\nContent-Length: "
            + length
            + "\r\n\r\n");
  }

  @Test
  void callerWithoutAKeyGetsNoContinue() {
    assertThat(responseToExpecting("/v1/agent/loads", "", 100)).startsWith("HTTP/1.1 401");
    assertThat(responseToExpecting("/v1/agent/loads", "Authorization: Bearer wrong\r\n", 100))
        .startsWith("HTTP/1.1 401");
    assertThat(responseToExpecting("/nowhere", "", 100)).startsWith("HTTP/1.1 404");
  }

  @Test
  void callerWithoutJsonGetsNoContinue() {
    String response =
        exchange(
            "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"
                + bearer()
                + "Expect: 100-continue\r\nContent-Length: 100\r\n\r\n");

    assertThat(response).startsWith("HTTP/1.1 415").contains("Connection: close");
  }

  /** No byte of the body arrives. */
  @ParameterizedTest
  @CsvSource({
    "Content-Type: text/plain, 415",
    "Content-Type: application/json; charset=latin1, 400",
    "Content-Encoding: gzip, 400"
  })
  void wrongTypeOrEncodingIsRefusedBeforeTheBody(String field, int status) {
    String head =
        "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\n"
            + bearer()
            + "Content-Length: 100\r\n"
            + field
            + "\r\n";

    assertThat(statusLine(head + "\r\n")).startsWith("HTTP/1.1 " + status);
    assertThat(statusLine(head + "Expect: 100-continue\r\n\r\n")).startsWith("HTTP/1.1 " + status);
  }

  @Test
  void requestWithoutABodyNeedsNoType() {
    String head = "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n";
    String key = bearer() + "Connection: close\r\n";

    assertThat(exchange(head + key + "Content-Length: 0\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("driverPhone");
    assertThat(exchange(head + key + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("driverPhone");
  }

  @Test
  void tooLargeBodyIsRefusedBeforeItIsSent() {
    String response = responseToExpecting("/v1/agent/loads", bearer(), 50L << 20);

    assertThat(response).startsWith("HTTP/1.1 413").contains("Connection: close");
  }

  @Test
  void faultCanHaveAStatusWithoutABody() {
    service.server().faults().next(Operation.GET_PRICING, Fault.status(204));

    try (RawSocket socket = RawSocket.to(service.server())) {
      String head = "GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n";
      socket.send(head + bearer() + "\r\n" + head + "Connection: close\r\n\r\n");
      // The connection continues, with nothing in between.
      assertThat(socket.readCorruptedToEnd()).matches("(?s)HTTP/1.1 204.*?\r\n\r\nHTTP/1.1 401.*");
    }
  }

  /** No byte of the body has come, and none will. */
  @ParameterizedTest
  @ValueSource(longs = {100, 2L << 20, 5L << 30})
  void requestRefusedByItsHeadGetsAnImmediateResponse(long announced) {
    String head =
        "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\nContent-Length: " + announced + "\r\n";
    assertThat(statusLine(head + "\r\n")).startsWith("HTTP/1.1 401");
    if (announced > 1 << 20) {
      assertThat(statusLine(head + bearer() + "\r\n")).startsWith("HTTP/1.1 413");
    }
  }

  /** The first bytes of a TLS client, which may have no line end. */
  @Test
  void bytesOfTlsAreRefusedImmediately() {
    assertThat(statusLine("\26\3\1\2\0")).startsWith("HTTP/1.1 400");
  }

  private String statusLine(String bytes) {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(bytes);
      return socket.readLine();
    }
  }

  /** A client that sends the complete body before it reads also gets the response. */
  @Test
  void responseToALargeBodyArrives() {
    String large = "x".repeat(20 << 20);
    String response = exchange(post("Content-Length: " + large.length() + "\r\n") + large);
    assertThat(response).startsWith("HTTP/1.1 413").contains("Connection: close");
  }

  private String exchange(String bytes) {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(bytes);
      socket.endOutput();
      return socket.readToEnd();
    }
  }

  private String get(String headers) {
    return "GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n" + bearer() + headers + "\r\n";
  }

  private String post(String headers) {
    return "POST /v1/agent/loads HTTP/1.1\r\nHost: x\r\n"
        + bearer()
        + "Content-Type: application/json\r\n"
        + headers
        + "\r\n";
  }

  private String bearer() {
    return "Authorization: Bearer " + service.broker().agentKey() + "\r\n";
  }

  private static String chunk(String text) {
    return Integer.toHexString(text.length()) + ";x=y\r\n" + text + "\r\n";
  }
}

package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadAndExpectIT {
  @AutoClose private final Service service = Service.onPort();

  @ParameterizedTest
  @ValueSource(strings = {"/openapi.yaml", "/v1/agent/pricing", "/__admin/health"})
  void headIsGetWithoutItsBody(String target) {
    String bearer = "Authorization: Bearer " + service.broker().agentKey();
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(
          "HEAD "
              + target
              + " HTTP/1.1\r\nHost: 127.0.0.1\r\n"
              + bearer
              + "\r\nConnection: close\r\n\r\n");

      String answer = socket.readToEnd();

      assertThat(answer).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
      assertThat(answer).containsPattern("Content-Length: [1-9]");
    }
  }

  private String answerToExpecting(String path, String bearer, long length) {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(
          "POST "
              + path
              + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
              + bearer
              + "Expect: 100-continue\r\nContent-Length: "
              + length
              + "\r\n\r\n");
      socket.endOutput();
      return socket.readToEnd();
    }
  }

  @Test
  void whoHasNoKeyIsNotInvitedToSendABody() {
    assertThat(answerToExpecting("/v1/agent/loads", "", 100)).startsWith("HTTP/1.1 401");
    assertThat(answerToExpecting("/v1/agent/loads", "Authorization: Bearer wrong\r\n", 100))
        .startsWith("HTTP/1.1 401");
    assertThat(answerToExpecting("/nowhere", "", 100)).startsWith("HTTP/1.1 404");
  }

  @Test
  void aBodyOverTheLimitIsRefusedBeforeItIsSent() {
    String bearer = "Authorization: Bearer " + service.broker().agentKey() + "\r\n";

    String answer = answerToExpecting("/v1/agent/loads", bearer, 50L << 20);

    assertThat(answer).startsWith("HTTP/1.1 413").contains("Connection: close");
  }

  @Test
  void aStatusWithoutABodyIsAnsweredByAFault() {
    service.server().faults().next(Operation.GET_PRICING, Fault.status(204));

    try (RawSocket socket = RawSocket.to(service.server())) {
      String head = "GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n";
      socket.send(head + "\r\n" + head + "Connection: close\r\n\r\n");
      // The connection goes on, with nothing in between.
      assertThat(socket.readSpoiltToEnd()).matches("(?s)HTTP/1.1 204.*?\r\n\r\nHTTP/1.1 401.*");
    }
  }
}

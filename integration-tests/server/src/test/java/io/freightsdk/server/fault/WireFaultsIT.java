package io.freightsdk.server.fault;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import io.freightsdk.server.view.RecordedRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Faults of the connection, and delays on the threads of connections. */
class WireFaultsIT {
  @AutoClose private final Service service = Service.onPort();

  private void next(Fault fault) {
    service.server().faults().next(Operation.CREATE_LOAD, fault);
  }

  private String create() {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request());
      return socket.readCorruptedToEnd();
    }
  }

  private String request() {
    return String.format(
        Locale.ROOT,
        """
        POST /v1/agent/loads HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer %s\r
        Connection: close\r
        Content-Length: %s\r
        \r
        %s""",
        service.broker().agentKey(),
        Orders.TWO_STOPS.length(),
        Orders.TWO_STOPS);
  }

  private void expectReset() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.server().port())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(request().getBytes(StandardCharsets.US_ASCII));
      assertThatThrownBy(() -> socket.getInputStream().readAllBytes())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void resetOccursBeforeOrAfterTheCommit() throws IOException {
    next(Fault.reset());
    expectReset();
    assertThat(service.broker()).wasNotCharged();
    next(Fault.resetAfterCommit());
    expectReset();
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void randomBytesAreNotHttp() {
    next(Fault.randomBytes());
    assertThat(create()).hasSize(256).doesNotContain("HTTP");
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void truncatedBodyIsCharged() {
    next(Fault.truncateBody());
    String response = create();
    assertThat(response).startsWith("HTTP/1.1 201");
    String head = response.substring(0, response.indexOf("\r\n\r\n"));
    int promised = Integer.parseInt(head.replaceAll("(?is).*content-length: (\\d+).*", "$1"));
    int came = response.length() - head.length() - 4;
    assertThat(came).isBetween(1, promised - 1);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void delayAfterTheCommitDelaysAChargedResponse() {
    next(Fault.delayAfterCommit(Duration.ofMinutes(10)));
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request());
      service.server().sms().await(sms -> true, Duration.ofSeconds(30));
      assertThat(service.broker()).hasDebits(1);
      assertThat(service.server().journal().requests()).isEmpty();
      // Closing the server does not wait for the delay.
      service.server().close();
      assertThat(socket.readToEnd()).isEmpty();
    }
  }

  @Test
  void veryLongDelayEndsWithTheServer() {
    service
        .server()
        .faults()
        .next(Operation.GET_PRICING, Fault.delay(Duration.ofSeconds(Long.MAX_VALUE)));
    try (RawSocket waiting = RawSocket.to(service.server())) {
      waiting.send("GET /v1/agent/pricing HTTP/1.1\r\nHost: x\r\n" + bearer() + "\r\n");
      assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
      service.server().close();
    }
    assertThat(service.server().journal().requests())
        .extracting(RecordedRequest::operation)
        .containsExactly(Operation.GET_BALANCE);
  }

  @Test
  void hiddenRetryIsRecordedAsAnotherRequest() {
    String loadNumber = service.createLoad();
    service.server().faults().next(Operation.GET_LOAD_POSITION, Fault.closeAfterCommit());
    // java.net.http repeats a GET automatically if no byte of a response came.
    assertThat(service.read(loadNumber).status()).isEqualTo(200);
    List<RecordedRequest> reads =
        service
            .server()
            .journal()
            .matching(request -> request.operation() == Operation.GET_LOAD_POSITION);
    assertThat(reads).hasSize(2);
    assertThat(reads.get(1).connectionId()).isNotEqualTo(reads.get(0).connectionId());
    assertThat(service.broker()).chargedReadsOf(loadNumber, 2);
  }

  private String bearer() {
    return "Authorization: Bearer " + service.broker().agentKey() + "\r\n";
  }
}

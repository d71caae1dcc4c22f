package io.freightsdk.server.fault;

import static io.freightsdk.server.assertj.FreightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.service.FaultPlan;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Failures of the wire, and of requests that are no operation: pings, pages. */
class WireFaultsTest {
  @AutoClose private final Service service = Service.start();

  private void next(Fault fault) {
    service.server().faults().next(Operation.CREATE_LOAD, fault);
  }

  private String create() {
    try (RawSocket socket = RawSocket.to(service.server())) {
      socket.send(request());
      return socket.readSpoiltToEnd();
    }
  }

  private String request() {
    return """
        POST /v1/agent/loads HTTP/1.1\r
        Host: localhost\r
        Authorization: Bearer %s\r
        Connection: close\r
        Content-Length: %s\r
        \r
        %s"""
        .formatted(service.broker().agentKey(), Orders.TWO_STOPS.length(), Orders.TWO_STOPS);
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
  void aResetComesBeforeOrAfterTheCommit() throws IOException {
    next(Fault.reset());
    expectReset();
    assertThat(service.broker()).wasNotCharged();
    next(Fault.resetAfterCommit());
    expectReset();
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aDribbledBodyIsWholeAndCharged() {
    next(Fault.dribble(Duration.ofMillis(20)));
    Http.Reply reply = service.client().post("/v1/agent/loads", Orders.TWO_STOPS);
    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.json().text("loadNumber")).isNotNull();
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aWrongLengthAnnouncesMoreThanComes() {
    next(Fault.wrongLength());
    String answer = create();
    int announced = Integer.parseInt(answer.replaceAll("(?s).*Content-Length: (\\d+).*", "$1"));
    String body = answer.substring(answer.indexOf("\r\n\r\n") + 4);
    assertThat(body).endsWith("}");
    assertThat(announced).isEqualTo(body.length() + 16);
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void randomBytesAreNoHttp() {
    next(Fault.randomBytes());
    assertThat(create()).hasSize(256).doesNotContain("HTTP");
    assertThat(service.broker()).hasDebits(1);
  }

  @Test
  void aLongDelayIsDrawnAsLongAsItIs() {
    for (Duration median : new Duration[] {Duration.ofDays(9), Duration.ofSeconds(1L << 62)}) {
      FaultPlan plan = new FaultPlan();
      plan.always(Operation.GET_PRICING, Fault.delay(median).withSpread(0.01));

      assertThat(plan.onArrival(Operation.GET_PRICING, "b", "/").delay())
          .isGreaterThan(Duration.ofDays(8));
    }
  }

  @Test
  void delaysDifferByTheirSpreadAndAreTheSameForASeed() {
    Fault slow = Fault.delay(Duration.ofNanos(1_000)).withSpread(1);
    assertThat(slow.spread()).isEqualTo(1);
    assertThatThrownBy(() -> slow.withSpread(6)).isInstanceOf(IllegalArgumentException.class);
    service.server().faults().always(Operation.GET_PRICING, slow);
    IntStream.range(0, 3).forEach(i -> service.client().get("/v1/agent/pricing"));
    assertThat(service.server().journal().last(3))
        .allMatch(request -> request.fault() == Fault.Kind.DELAY);
  }

  @Test
  void pingsAndPagesFailByTheirPath() {
    String load = service.createLoad();
    String driver = service.server().load(load).view().driverToken();
    String tracking = service.server().load(load).view().trackingToken();
    service.server().faults().forPath("/api/driver/*/ping").next(null, Fault.status(404));
    service.server().faults().forPath("/track/*").always(null, Fault.closeBeforeProcessing());
    String ping = "{\"lat\":39.1,\"lng\":-84.5}";

    assertThat(service.anyone().post("/api/driver/" + driver + "/ping", ping).status())
        .isEqualTo(404);
    assertThat(service.server().load(load).view().pingCount()).isZero();
    assertThat(service.anyone().post("/api/driver/" + driver + "/ping", ping).status())
        .isEqualTo(200);
    assertThatThrownBy(() -> service.anyone().get("/track/" + tracking))
        .isInstanceOf(Http.ConnectionLost.class);
    assertThat(service.anyone().get("/api/track/" + tracking).status()).isEqualTo(200);
    assertThat(service.read(load).status()).isEqualTo(200);

    service.server().faults().forPath("/track/*").clear();
    assertThat(service.anyone().get("/track/" + tracking).status()).isEqualTo(200);
  }

  @Test
  void theControlPlansThemToo() {
    String rule =
        """
        {"path":"/v1/agent/loads/*","kind":"STATUS","status":500}""";
    assertThat(service.admin("POST", "faults", rule).json().text("path"))
        .isEqualTo("/v1/agent/loads/*");
    assertThat(service.read(service.createLoad()).status()).isEqualTo(500);
    for (String kind : new String[] {"RESET", "DRIBBLE", "WRONG_LENGTH", "RANDOM_BYTES"}) {
      String body = "{\"operation\":\"getBalance\",\"kind\":\"" + kind + "\",\"spread\":0.5}";
      assertThat(service.admin("POST", "faults", body).status()).isEqualTo(201);
    }
    String both = "{\"operation\":\"getBalance\",\"path\":\"/x\",\"kind\":\"RESET\"}";
    assertThat(service.admin("POST", "faults", both).status()).isEqualTo(400);
  }

  @Test
  void aStatusThatIsNotNamedIsRefusedInsteadOfGuessed() {
    for (String phase : new String[] {"", ",\"phase\":\"AFTER_COMMIT\""}) {
      String nameless = "{\"operation\":\"getBalance\",\"kind\":\"STATUS\"" + phase + "}";
      Http.Reply refused = service.admin("POST", "faults", nameless);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().text("error")).contains("a fault STATUS needs the status");
    }
    assertThat(service.client().get("/v1/agent/balance").status()).isEqualTo(200);
  }

  @Test
  void whereNoRequestMatchesTheNearestIsNamed() {
    service.client().get("/v1/agent/pricing");
    service.read("LD-2026-0007");
    String asked = "requests?operation=getLoadPosition&status=200";
    assertThat(service.admin("GET", asked, null).json().text("nearMiss"))
        .isEqualTo(
            "no request matched, the nearest was GET /v1/agent/loads/LD-2026-0007 -> 404 (req_2),"
                + " which differs in status");
    assertThat(service.admin("GET", "requests?status=404", null).json().text("nearMiss")).isNull();
  }
}

package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.RawSocket;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Who may use the test control. */
class AdminGateTest {
  @AutoClose private final Service service = Service.start();

  @Test
  void webPagesOfOtherOriginsAreRefused() {
    Http.Reply reply = service.anyone().get("/__admin/health", "Origin", "https://evil.example");
    assertThat(reply.status()).isEqualTo(403);
    Http.Reply own = service.anyone().get("/__admin/health", "Origin", service.server().baseUrl());
    assertThat(own.status()).isEqualTo(200);
  }

  @Test
  void twoTokensAreNone() {
    try (InMemoryFreightServer guarded =
            InMemoryFreightServer.builder().adminToken("right").start();
        RawSocket socket = RawSocket.to(guarded)) {
      String call = "GET /__admin/health HTTP/1.1\r\nHost: localhost\r\n";
      String token = "Authorization: Bearer right\r\n";
      assertThat(socket.exchange(call + token + "\r\n")).isEqualTo(200);
      String other = token + "Authorization: Bearer wrong\r\n\r\n";
      assertThat(socket.exchange(call + other)).isEqualTo(401);
    }
  }

  @Test
  void whatABrowserSaysAForeignPageAsksForIsRefused() {
    for (String site : List.of("cross-site", "same-site")) {
      Http.Reply reply = service.anyone().get("/__admin/health", "Sec-Fetch-Site", site);
      assertThat(reply.status()).as(site).isEqualTo(403);
    }
    for (String site : List.of("same-origin", "none")) {
      Http.Reply reply = service.anyone().get("/__admin/health", "Sec-Fetch-Site", site);
      assertThat(reply.status()).as(site).isEqualTo(200);
    }
  }

  @Test
  void aLinkToTheConsoleMayStandAnywhereButNoFrameOfIt() {
    assertThat(consoleFrom("navigate", "document", "/__admin/")).isEqualTo(200);
    assertThat(consoleFrom("navigate", "iframe", "/__admin/")).isEqualTo(403);
    assertThat(consoleFrom("no-cors", "document", "/__admin/")).isEqualTo(403);
    assertThat(consoleFrom("navigate", "document", "/__admin/brokers")).isEqualTo(403);
  }

  private int consoleFrom(String mode, String destination, String path) {
    try (RawSocket socket = RawSocket.to(service.server())) {
      return socket.exchange(
          "GET "
              + path
              + " HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: "
              + mode
              + "\r\nSec-Fetch-Dest: "
              + destination
              + "\r\n\r\n");
    }
  }

  @Test
  void aProxyOnThisMachineOpensNothingWithoutTheToken() throws IOException {
    for (String header :
        List.of(
            "Forwarded",
            "X-Forwarded-For",
            "X-Forwarded-Host",
            "X-Forwarded-Proto",
            "X-Forwarded-Server",
            "X-Forwarded-Port",
            "X-Original-Host",
            "X-Client-IP",
            "True-Client-IP",
            "CF-Connecting-IP",
            "X-Real-IP",
            "Via")) {
      Http.Reply reply = service.anyone().get("/__admin/health", header, "for=203.0.113.7");
      assertThat(reply.status()).as(header).isEqualTo(403);
    }
    try (Service withToken = Service.of(InMemoryFreightServer.builder().adminToken("mine"));
        RawSocket socket = RawSocket.to(withToken.server())) {
      int status =
          socket.exchange(
              "GET /__admin/health HTTP/1.1\r\nHost: freight.test\r\nX-Forwarded-For: 203.0.113.7"
                  + "\r\nAuthorization: Bearer mine\r\n\r\n");
      assertThat(status).isEqualTo(200);
    }
  }

  @Test
  void anotherMachineIsRefusedWhateverItSays() throws IOException {
    InetAddress outside = addressOnTheNetwork();
    assumeTrue(outside != null, "skipped: this machine has no address but loopback");
    try (InMemoryFreightServer open = InMemoryFreightServer.builder().host("0.0.0.0").start();
        Socket socket = new Socket(outside, open.port())) {
      socket.setSoTimeout(60_000);
      socket
          .getOutputStream()
          .write(
              "GET /__admin/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readAllBytes();
      assertThat(new String(answer, StandardCharsets.UTF_8)).startsWith("HTTP/1.1 403 ");
      assertThat(Http.to(open.baseUrl()).get("/__admin/health").status()).isEqualTo(200);
    }
  }

  private static InetAddress addressOnTheNetwork() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst()
        .orElse(null);
  }

  @Test
  void theTestControlCanBeOff() {
    try (InMemoryFreightServer closed = InMemoryFreightServer.builder().admin(false).start()) {
      assertThat(Http.to(closed.baseUrl()).get("/__admin/health").status()).isEqualTo(404);
    }
  }

  private static int health(InMemoryFreightServer server, String host, String authorization)
      throws IOException {
    try (Socket socket = new Socket(host, server.port())) {
      socket.setSoTimeout(60_000);
      String bearer = authorization == null ? "" : "Authorization: " + authorization + "\r\n";
      socket
          .getOutputStream()
          .write(
              ("GET /__admin/health HTTP/1.1\r\nHost: freight.test\r\nConnection: close\r\n"
                      + bearer
                      + "\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(answer.split(" ", 3)[1]);
    }
  }

  @Test
  void withAnAdminHostWhoeverHasTheTokenMayUseIt() throws IOException {
    InetAddress outside = addressOnTheNetwork();
    assumeTrue(outside != null, "skipped: this machine has no address but loopback");
    FreightServerBuilder described =
        InMemoryFreightServer.builder().host("0.0.0.0").adminHost("0.0.0.0");
    try (InMemoryFreightServer open = described.start()) {
      String token = open.adminToken();
      String basic =
          Base64.getEncoder().encodeToString((":" + token).getBytes(StandardCharsets.UTF_8));
      assertThat(token).startsWith("adm_").hasSizeGreaterThan(30);
      for (String from : List.of("127.0.0.1", outside.getHostAddress())) {
        assertThat(health(open, from, null)).isEqualTo(401);
        assertThat(health(open, from, "Bearer wrong")).isEqualTo(401);
        assertThat(health(open, from, "Bearer " + token)).isEqualTo(200);
        assertThat(health(open, from, "Basic " + basic)).isEqualTo(200);
      }
    }
    try (InMemoryFreightServer here =
        InMemoryFreightServer.builder().host("0.0.0.0").adminToken("mine").start()) {
      assertThat(health(here, outside.getHostAddress(), "Bearer mine")).isEqualTo(403);
      assertThat(health(here, "127.0.0.1", "Bearer mine")).isEqualTo(200);
    }
  }

  @Test
  void linksPointToThePublicUrl() {
    try (Service behindTls =
        Service.of(InMemoryFreightServer.builder().publicUrl("https://freight.test.example/"))) {
      Http.Reply created = behindTls.client().post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(created.json().text("trackingLink"))
          .startsWith("https://freight.test.example/track/trk_");
      assertThat(behindTls.server().sms().messages().get(0).link())
          .startsWith("https://freight.test.example/driver/drv_");
      assertThat(behindTls.server().baseUrl()).startsWith("http://127.0.0.1:");
    }
  }
}

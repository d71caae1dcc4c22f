package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.support.Http;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls of the test control from another machine. */
class AdminFromNetworkIT {
  @Test
  void otherMachinesAreRejected() throws IOException {
    InetAddress outside = addressOnTheNetwork();
    assumeTrue(outside != null, "skipped: this machine has no address but loopback");
    try (InMemoryFreightServer open = InMemoryFreightServer.builder().host("0.0.0.0").start();
        Socket socket = new Socket(outside, open.port())) {
      socket.setSoTimeout(60_000);
      socket
          .getOutputStream()
          .write(
              "GET /__admin/clock HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      byte[] response = socket.getInputStream().readAllBytes();
      assertThat(new String(response, StandardCharsets.UTF_8)).startsWith("HTTP/1.1 403 ");
      assertThat(Http.to(open.baseUrl()).get("/__admin/clock").status()).isEqualTo(200);
    }
  }

  private static InetAddress addressOnTheNetwork() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst()
        .orElse(null);
  }

  private static int clock(InMemoryFreightServer server, String host, String authorization)
      throws IOException {
    try (Socket socket = new Socket(host, server.port())) {
      socket.setSoTimeout(60_000);
      String bearer = authorization == null ? "" : "Authorization: " + authorization + "\r\n";
      socket
          .getOutputStream()
          .write(
              ("GET /__admin/clock HTTP/1.1\r\nHost: freight.test\r\nConnection: close\r\n"
                      + bearer
                      + "\r\n")
                  .getBytes(StandardCharsets.US_ASCII));
      String response = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(response.split(" ", 3)[1]);
    }
  }

  @Test
  void adminHostOpensTheControlToCallersWithTheToken() throws IOException {
    InetAddress outside = addressOnTheNetwork();
    assumeTrue(outside != null, "skipped: this machine has no address but loopback");
    ServerBuilder described = InMemoryFreightServer.builder().host("0.0.0.0").adminHost("0.0.0.0");
    try (InMemoryFreightServer open = described.start()) {
      String token = open.adminToken();
      String basic =
          Base64.getEncoder().encodeToString((":" + token).getBytes(StandardCharsets.UTF_8));
      assertThat(token).startsWith("adm_").hasSizeGreaterThan(30);
      for (String from : List.of("127.0.0.1", outside.getHostAddress())) {
        assertThat(clock(open, from, null)).isEqualTo(401);
        assertThat(clock(open, from, "Bearer wrong")).isEqualTo(401);
        assertThat(clock(open, from, "Bearer " + token)).isEqualTo(200);
        assertThat(clock(open, from, "Basic " + basic)).isEqualTo(200);
      }
    }
    try (InMemoryFreightServer here =
        InMemoryFreightServer.builder().host("0.0.0.0").adminToken("mine").start()) {
      assertThat(clock(here, outside.getHostAddress(), "Bearer mine")).isEqualTo(403);
      assertThat(clock(here, "127.0.0.1", "Bearer mine")).isEqualTo(200);
    }
  }
}

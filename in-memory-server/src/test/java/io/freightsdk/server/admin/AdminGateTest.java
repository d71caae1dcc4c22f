package io.freightsdk.server.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Service;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
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
  void anotherMachineIsRefusedWhateverItSays() throws IOException {
    InetAddress outside = addressOnTheNetwork();
    assumeTrue(outside != null, "skipped: this machine has no address but loopback");
    try (InMemoryFreightServer open = InMemoryFreightServer.builder().host("0.0.0.0").start();
        Socket socket = new Socket(outside, open.port())) {
      socket.setSoTimeout(30_000);
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
}

package io.freightsdk.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Authorization of calls of the test control. */
class AdminAuthorizerTest {
  @AutoClose private final Service service = Service.start();

  /** Another port of this machine is another origin. A sandboxed frame sends {@code null}. */
  @ParameterizedTest
  @CsvSource({
    "http://localhost:8080, 200",
    "https://evil.example, 403",
    "http://localhost:3000, 403",
    "http://localhost, 403",
    "null, 403",
    "file://, 403"
  })
  void webPagesOfOtherOriginsAreRejected(String origin, int status) {
    String[] headers = {"Host", "localhost:8080", "Origin", origin};
    assertThat(service.anyone().get("/__admin/clock", headers).status()).isEqualTo(status);
    assertThat(service.anyone().post("/__admin/clock", "{\"advance\":60}", headers).status())
        .isEqualTo(status);
  }

  @Test
  void twoTokensAreRejected() {
    try (InMemoryFreightServer guarded =
        ServerInProcess.start(InMemoryFreightServer.builder().adminToken("right"))) {
      String token = "Authorization: Bearer right";
      assertThat(clock(guarded, token)).isEqualTo(200);
      assertThat(clock(guarded, token, "Authorization: Bearer wrong")).isEqualTo(401);
    }
  }

  private static int clock(InMemoryFreightServer server, String... lines) {
    return Http.to(server).sendOnly("GET", "/__admin/clock", new byte[0], lines).status();
  }

  @Test
  void proxyOnThisMachineNeedsTheToken() {
    for (String header :
        List.of("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")) {
      Http.Reply reply = service.anyone().get("/__admin/clock", header, "for=203.0.113.7");
      assertThat(reply.status()).as(header).isEqualTo(403);
    }
    try (Service withToken = Service.of(InMemoryFreightServer.builder().adminToken("mine"))) {
      int status =
          clock(
              withToken.server(),
              "Host: freight.test",
              "X-Forwarded-For: 203.0.113.7",
              "Authorization: Bearer mine");
      assertThat(status).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost, 200",
    "LOCALHOST:1, 200",
    "127.0.0.255, 200",
    "127.0.0.1.evil.example, 403",
    "evil.example:8080, 403"
  })
  void hostMustNameThisMachine(String host, int status) {
    assertThat(clock(service.server(), "Host: " + host)).isEqualTo(status);
  }

  @Test
  void healthIsOpenToEveryCaller() {
    try (InMemoryFreightServer guarded =
        ServerInProcess.start(InMemoryFreightServer.builder().adminToken("right"))) {
      Http.Reply health =
          Http.to(guarded)
              .get("/__admin/health", "Host", "freight.test", "X-Forwarded-For", "203.0.113.7");
      assertThat(health.text()).isEqualTo("{\"ok\":true}");
    }
    try (InMemoryFreightServer closed =
        ServerInProcess.start(InMemoryFreightServer.builder().admin(false))) {
      assertThat(Http.to(closed).get("/__admin/health").status()).isEqualTo(200);
    }
  }

  /** Also tests a proxy that forwards a path. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "/__admin"})
  void rootRedirectsToTheConsole(String path) {
    Http.Reply led = service.anyone().get(path);
    assertThat(led.status()).isEqualTo(302);
    String address =
        URI.create("http://proxy.test/freight" + path).resolve(led.header("Location")).getPath();
    assertThat(address).isEqualTo("/freight/__admin/");
    try (InMemoryFreightServer closed =
        ServerInProcess.start(InMemoryFreightServer.builder().admin(false))) {
      assertThat(Http.to(closed).get(path).status()).isEqualTo(404);
    }
  }

  @Test
  void testControlCanBeOff() {
    try (InMemoryFreightServer closed =
        ServerInProcess.start(InMemoryFreightServer.builder().admin(false))) {
      int status =
          ServerInProcess.call(closed, "GET", "/__admin/clock", List.of(), new byte[0]).status();
      assertThat(status).isEqualTo(404);
    }
  }

  @Test
  void linksHaveThePublicUrl() {
    try (Service behindTls =
        Service.of(InMemoryFreightServer.builder().publicUrl("https://freight.test.example/"))) {
      Http.Reply created = behindTls.client().post("/v1/agent/loads", Orders.TWO_STOPS);
      assertThat(created.json().text("trackingLink"))
          .startsWith("https://freight.test.example/track/trk_");
      assertThat(behindTls.server().sms().messages().get(0).link())
          .startsWith("https://freight.test.example/driver/drv_");
      assertThat(behindTls.server().baseUrl()).isNotEqualTo(behindTls.server().publicUrl());
    }
  }
}

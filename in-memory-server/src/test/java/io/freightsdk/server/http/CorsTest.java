package io.freightsdk.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.freightsdk.model.Operation;
import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.support.Http;
import io.freightsdk.server.support.Http.Reply;
import io.freightsdk.server.support.Orders;
import io.freightsdk.server.support.Service;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of web pages of other origins. */
class CorsTest {
  private static final String PAGE = "http://localhost:3000";
  private static final String ALLOWED = "Access-Control-Allow-Origin";

  @AutoClose
  private final Service service =
      Service.of(InMemoryFreightServer.builder().cors(PAGE).cors("https://Shop.example/"));

  @Test
  void pageOfAnAllowedOriginReadsTheResponse() {
    Reply preflight =
        service
            .anyone()
            .send(
                "OPTIONS",
                "/v1/agent/loads",
                null,
                "Origin",
                PAGE,
                "Access-Control-Request-Method",
                "POST",
                "Access-Control-Request-Headers",
                "authorization,content-type,idempotency-key");
    assertThat(preflight.status()).isEqualTo(204);
    assertThat(preflight.header(ALLOWED)).isEqualTo(PAGE);
    assertThat(preflight.header("Access-Control-Allow-Methods")).contains("POST", "GET", "PATCH");
    assertThat(preflight.header("Access-Control-Allow-Headers"))
        .isEqualTo("authorization,content-type,idempotency-key");
    assertThat(preflight.header("Vary")).contains("Origin");

    Reply created = service.client().post("/v1/agent/loads", Orders.TWO_STOPS, "Origin", PAGE);
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header(ALLOWED)).isEqualTo(PAGE);
    assertThat(created.header("Access-Control-Expose-Headers"))
        .contains("X-Request-Id", "Retry-After", "Date");
    assertThat(created.header("Vary")).isEqualTo("Origin");
  }

  /** A preflight request is not a call: it has no request id, and triggers no planned fault. */
  @Test
  void preflightIsNotRecordedAndUsesNoFault() {
    service.server().faults().next(null, Fault.status(500));
    assertThat(preflight("/v1/agent/balance", PAGE).status()).isEqualTo(204);
    assertThat(service.server().journal().total()).isZero();
    assertThat(service.server().faults().neverFired()).hasSize(1);
  }

  @Test
  void pageCanReadErrors() {
    Http page = service.client();
    assertAllowed(service.anyone().get("/v1/agent/balance", "Origin", PAGE), 401);
    assertAllowed(page.post("/v1/agent/loads", "{}", "Origin", PAGE), 400);
    assertAllowed(page.get("/v1/agent/loads/LD-1", "Origin", PAGE), 404);
    assertAllowed(page.get("/v1/nowhere", "Origin", PAGE), 404);
    assertAllowed(page.send("DELETE", "/v1/agent/loads", null, "Origin", PAGE), 405);
    assertAllowed(
        page.post("/v1/agent/loads", "{}", "Origin", PAGE, "Content-Type", "text/plain"), 415);
    assertAllowed(page.post("/v1/agent/loads", "x".repeat(1 << 21), "Origin", PAGE), 413);
    assertAllowed(page.get("/%761/nowhere", "Origin", PAGE), 404);
    service.server().faults().next(Operation.GET_BALANCE, Fault.status(503).withRetryAfter("2"));
    assertAllowed(page.get("/v1/agent/balance", "Origin", PAGE), 503);
    service.server().faults().next(Operation.CREATE_LOAD, Fault.billingUnavailable());
    assertAllowed(page.post("/v1/agent/loads", Orders.TWO_STOPS, "Origin", PAGE), 503);
  }

  private static void assertAllowed(Reply reply, int status) {
    assertThat(reply.status()).isEqualTo(status);
    assertThat(reply.header(ALLOWED)).as(reply.toString()).isEqualTo(PAGE);
  }

  @Test
  void originIsComparedInTheFormOfBrowsers() {
    assertThat(preflight("/v1/agent/loads", "https://shop.example").header(ALLOWED))
        .isEqualTo("https://shop.example");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:3001",
        "https://localhost:3000",
        "http://localhost",
        "http://localhost:3000.evil.example",
        "http://evil.example",
        "http://localhost:3000/",
        "http://localhost:3000, http://evil.example",
        "null",
        "*",
        ""
      })
  void otherOriginGetsNoCorsHeaders(String origin) {
    Reply preflight = preflight("/v1/agent/loads", origin);
    assertThat(preflight.status()).isEqualTo(405);
    assertThat(preflight.header(ALLOWED)).isNull();
    Reply read = service.client().get("/v1/agent/balance", "Origin", origin);
    assertThat(read.status()).isEqualTo(200);
    assertThat(read.header(ALLOWED)).isNull();
    assertThat(read.header("Access-Control-Expose-Headers")).isNull();
    assertThat(read.header("Vary")).isEqualTo("Origin");
  }

  @Test
  void callWithoutAnOriginIsUnchanged() {
    Reply reply = service.client().get("/v1/agent/balance");
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.header(ALLOWED)).isNull();
    assertThat(reply.header("Vary")).isEqualTo("Origin");
    assertThat(service.client().send("OPTIONS", "/v1/agent/balance", null).status()).isEqualTo(405);
  }

  /** The API has keys and no cookies. */
  @Test
  void cookiesAreNeverAllowed() {
    Reply reply = service.client().get("/v1/agent/balance", "Origin", PAGE, "Cookie", "a=b");
    assertThat(reply.header("Access-Control-Allow-Credentials")).isNull();
    assertThat(preflight("/v1/agent/loads", PAGE).header("Access-Control-Allow-Credentials"))
        .isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/__admin/clock", "/__admin/health", "/openapi.yaml", "/", "/v10/x"})
  void otherPathsStayClosed(String path) {
    assertThat(service.anyone().get(path, "Origin", PAGE).header(ALLOWED)).isNull();
    assertThat(preflight(path, PAGE).status()).isGreaterThanOrEqualTo(403);
  }

  @Test
  void otherOriginsAreClosedByDefault() {
    try (Service plain = Service.of(InMemoryFreightServer.builder())) {
      Reply reply = plain.client().get("/v1/agent/balance", "Origin", PAGE);
      assertThat(reply.header(ALLOWED)).isNull();
      assertThat(reply.header("Vary")).isNull();
      Reply asked =
          plain
              .anyone()
              .send(
                  "OPTIONS",
                  "/v1/agent/loads",
                  null,
                  "Origin",
                  PAGE,
                  "Access-Control-Request-Method",
                  "POST");
      assertThat(asked.status()).isEqualTo(405);
      assertThat(asked.header(ALLOWED)).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:3000", "null", "file://"})
  void starAllowsEveryOrigin(String origin) {
    try (Service open = Service.of(InMemoryFreightServer.builder().cors("*"))) {
      Reply reply = open.client().get("/v1/agent/balance", "Origin", origin);
      assertThat(reply.header(ALLOWED)).isEqualTo("*");
      assertThat(reply.header("Access-Control-Allow-Credentials")).isNull();
      assertThat(open.anyone().get("/__admin/clock", "Origin", origin).status()).isEqualTo(403);
    }
  }

  /**
   * Service names of Docker Compose can have underscores, and apps in a web view their own schemes.
   */
  @ParameterizedTest
  @CsvSource({
    "http://front_end:3000, http://front_end:3000",
    "HTTP://Front_End.local/, http://front_end.local",
    "capacitor://localhost, capacitor://localhost",
    "ionic://localhost/, ionic://localhost",
    "app://., app://.",
    "chrome-extension://abcdefgh, chrome-extension://abcdefgh",
    "http://[::1]:5173, http://[::1]:5173",
    "https://127.0.0.1:8443, https://127.0.0.1:8443",
  })
  void originsOfBrowsersAreAccepted(String origin, String sent) {
    try (Service open = Service.of(InMemoryFreightServer.builder().cors(origin))) {
      assertThat(open.client().get("/v1/agent/balance", "Origin", sent).header(ALLOWED))
          .isEqualTo(sent);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "localhost:3000",
    "http://localhost:3000/app",
    "null",
    "file:///tmp/page.html",
    "http://*.example",
    "http://localhost?x",
    "''",
    "'http://a.example,http://b.example'"
  })
  void otherTextsAreRefusedAsOrigins(String origin) {
    InMemoryFreightServer.Builder builder = InMemoryFreightServer.builder();
    assertThatThrownBy(() -> builder.cors(origin))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "CORS: '%s' is not an origin; write one such as http://localhost:3000, or * for all",
            origin);
  }

  private Reply preflight(String path, String origin) {
    return service
        .anyone()
        .send("OPTIONS", path, null, "Origin", origin, "Access-Control-Request-Method", "POST");
  }
}

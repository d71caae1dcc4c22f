package io.freightsdk.server.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.UnaryOperator;

/** The headers of every response that protect browsers. */
public final class SecurityHeaders {
  private SecurityHeaders() {}

  /** Asserts the security headers of every response. */
  public static void expect(UnaryOperator<String> header, String route, boolean known) {
    assertThat(header.apply("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(header.apply("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(header.apply("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    // No page of another origin may read a response.
    assertThat(header.apply("Access-Control-Allow-Origin")).isNull();
    assertThat(header.apply("Cache-Control")).isEqualTo("no-store");
    assertThat(header.apply("Content-Security-Policy"))
        .startsWith("default-src 'none'")
        .doesNotContain("unsafe", "*", "http:", "https:");
    boolean mayLocate = known && route.equals("GET /driver/{driverToken}");
    assertThat(header.apply("Permissions-Policy"))
        .startsWith(mayLocate ? "geolocation=(self)" : "geolocation=()");
  }

  /** The request of a route: of a load that is created for it, or of an unknown load. */
  public static String filled(String route, Http client, boolean known) {
    Tree load = client.post("/v1/agent/loads", Orders.TWO_STOPS).json();
    Map<String, String> values =
        known
            ? Map.of(
                "{loadNumber}", load.text("loadNumber"),
                "{trackingToken}", token(load, "trackingLink"),
                "{driverToken}", token(load, "driverWebLink"),
                "{sequence}", "1")
            : Map.of();
    String path = route;
    for (Map.Entry<String, String> value : values.entrySet()) {
      path = path.replace(value.getKey(), value.getValue());
    }
    return path.replaceAll("\\{[^}]+}", "unknown");
  }

  private static String token(Tree load, String link) {
    return load.text(link).replaceFirst(".*/", "");
  }
}

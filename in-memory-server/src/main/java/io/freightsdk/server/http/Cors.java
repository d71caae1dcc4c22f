package io.freightsdk.server.http;

import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.http.engine.Response.Delivery;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The origins whose web pages may call the API under {@code /v1}, by the CORS protocol of the Fetch
 * standard. They cannot call the test control. Cookies are never allowed, because the API has none.
 *
 * @param origins as browsers write them, such as {@code http://localhost:3000}; {@code *} for all
 */
public record Cors(Set<String> origins) {
  /** Allows no page of another origin. */
  public static final Cors NONE = new Cors(Set.of());

  private static final String ALL = "*";
  private static final String ORIGIN = "Origin";
  private static final String METHOD = "Access-Control-Request-Method";
  private static final String HEADERS = "Access-Control-Request-Headers";

  /** An origin of the web, or of an app in a web view, which may have its own scheme. */
  private static final Pattern SCHEME_AND_HOST =
      Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#@,*\\s]+");

  public Cors {
    origins = Set.copyOf(origins);
  }

  /**
   * An origin as browsers write it, in lower case and without a slash at the end.
   *
   * @throws IllegalArgumentException if {@code given} is not an origin
   */
  public static String origin(String given) {
    String written = given.toLowerCase(Locale.ROOT).replaceFirst("/$", "");
    if (given.equals(ALL) || SCHEME_AND_HOST.matcher(written).matches()) return written;
    throw new IllegalArgumentException(
        "CORS: '"
            + given
            + "' is not an origin; write one such as http://localhost:3000, or * for all");
  }

  /** The response to a preflight request of a browser; null for any other request. */
  @Nullable Response preflight(Request request) {
    boolean asks = request.method().equals("OPTIONS") && request.headers().first(METHOD) != null;
    String allowed = asks && isApiCall(request) ? allowedOrigin(request) : null;
    if (allowed == null) return null;
    String headers = request.headers().first(HEADERS);
    Response response =
        new Response(204, new byte[0], Map.of(), Delivery.WHOLE)
            .withHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH");
    return headers == null
        ? response
        : response.withHeader("Access-Control-Allow-Headers", headers);
  }

  /** Adds the headers that allow a page to read the response. */
  void addTo(Map<String, String> headers, Request request) {
    if (origins.isEmpty() || !isApiCall(request)) return;
    headers.put("Vary", ORIGIN);
    String allowed = allowedOrigin(request);
    if (allowed == null) return;
    headers.put("Access-Control-Allow-Origin", allowed);
    // The time of Retry-After starts at Date.
    headers.put("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Date");
  }

  /** The value for the allowed origin of a response; null if the origin is not allowed. */
  private @Nullable String allowedOrigin(Request request) {
    List<String> given = request.headers().all(ORIGIN);
    if (given.size() != 1) return null;
    if (origins.contains(ALL)) return ALL;
    return origins.contains(given.get(0)) ? given.get(0) : null;
  }

  private static boolean isApiCall(Request request) {
    return Router.firstSegment(request.rawPath()).equals("v1");
  }
}

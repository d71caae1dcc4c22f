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
 * Which web pages of other origins may call the API under {@code /v1} (the CORS protocol of the
 * Fetch standard). The test control is open to none of them. Cookies are never allowed: the API has
 * none.
 *
 * @param origins as browsers write them, such as {@code http://localhost:3000}; {@code *} for all
 */
public record Cors(Set<String> origins) {
  /** No page of another origin. */
  public static final Cors NONE = new Cors(Set.of());

  private static final String ALL = "*";
  private static final String ORIGIN = "Origin";
  private static final String METHOD = "Access-Control-Request-Method";
  private static final String HEADERS = "Access-Control-Request-Headers";

  /** Of the web, or of an app in a web view, which may have a scheme of its own. */
  private static final Pattern SCHEME_AND_HOST =
      Pattern.compile("[a-z][a-z0-9+.-]*://[^/?#@,*\\s]+");

  public Cors {
    origins = Set.copyOf(origins);
  }

  /**
   * An origin as browsers write it: in small letters, without a slash at its end.
   *
   * @throws IllegalArgumentException for what is none
   */
  public static String origin(String given) {
    String written = given.toLowerCase(Locale.ROOT).replaceFirst("/$", "");
    if (given.equals(ALL) || SCHEME_AND_HOST.matcher(written).matches()) return written;
    throw new IllegalArgumentException(
        "CORS: '"
            + given
            + "' is not an origin; write one such as http://localhost:3000, or * for all");
  }

  /** The answer to the question that a browser asks before a call of a page; null for a call. */
  @Nullable Response preflight(Request request) {
    boolean asks = request.method().equals("OPTIONS") && request.headers().first(METHOD) != null;
    String allowed = asks && isApiCall(request) ? allowedOrigin(request) : null;
    if (allowed == null) return null;
    String headers = request.headers().first(HEADERS);
    Response answer =
        new Response(204, new byte[0], Map.of(), Delivery.WHOLE)
            .withHeader("Access-Control-Allow-Methods", "GET, HEAD, POST, PATCH");
    return headers == null ? answer : answer.withHeader("Access-Control-Allow-Headers", headers);
  }

  /** Adds to the headers of an answer what lets an allowed page read it. */
  void addTo(Map<String, String> headers, Request request) {
    if (origins.isEmpty() || !isApiCall(request)) return;
    headers.put("Vary", ORIGIN);
    String allowed = allowedOrigin(request);
    if (allowed == null) return;
    headers.put("Access-Control-Allow-Origin", allowed);
    // Date says from when the time of Retry-After counts.
    headers.put("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Date");
  }

  /** What an answer names as the origin that may read it; null when none may. */
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

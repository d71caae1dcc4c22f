package io.freightsdk.server.http.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP response. Immutable; the body must not be changed after it was passed in.
 *
 * @param status 0 when nothing is sent
 * @param headers except those of its framing
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy would be waste.
public record Response(int status, byte[] body, Map<String, String> headers, Delivery delivery) {
  private static final byte[] NOTHING = {};

  /** How much of a response reaches the caller. */
  public enum Delivery {
    WHOLE,
    /** The connection closes half way through the body. */
    TRUNCATED,
    /** Bytes come that are no HTTP. */
    NO_HTTP,
    /** The connection is reset without a byte. */
    RESET,
    /** The connection closes without a byte. */
    NONE
  }

  public static Response of(int status, String contentType, byte[] body) {
    return new Response(status, body, Map.of("Content-Type", contentType), Delivery.WHOLE);
  }

  /** Nothing is sent: the connection closes. */
  public static Response none() {
    return new Response(0, NOTHING, Map.of(), Delivery.NONE);
  }

  public Response withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return withHeaders(more);
  }

  public Response withHeaders(Map<String, String> others) {
    return new Response(status, body, others, delivery);
  }

  public Response withBody(byte[] other) {
    return new Response(status, other, headers, delivery);
  }

  public Response delivered(Delivery other) {
    return new Response(status, body, headers, other);
  }
}

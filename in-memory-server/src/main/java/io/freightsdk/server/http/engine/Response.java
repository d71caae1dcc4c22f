package io.freightsdk.server.http.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response that is ready, or is made after a delay. Immutable; the body must not be changed
 * after it was passed in.
 *
 * @param status 0 if nothing is sent
 * @param headers all headers except {@code Content-Length} and {@code Connection}
 * @param later the work that makes the response after a planned delay; nothing else of this
 *     response is then sent. Null for a response that is ready
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy would be waste.
public record Response(
    int status,
    byte[] body,
    Map<String, String> headers,
    Delivery delivery,
    @Nullable Later later) {
  private static final byte[] NOTHING = {};

  /** The part of a response that reaches the caller. */
  public enum Delivery {
    WHOLE,
    /** The connection closes after half of the body. */
    TRUNCATED,
    /** The caller receives bytes that are not HTTP. */
    RANDOM_BYTES,
    /** The connection is reset without a byte. */
    RESET,
    /** The connection closes without a byte. */
    CLOSED
  }

  /**
   * Work that follows after a time. A connection blocks its thread meanwhile. A caller without a
   * thread to block lets the time pass, and then runs the work.
   */
  public record Later(Duration time, Work work) {}

  /** Makes the response. */
  @FunctionalInterface
  public interface Work {
    Response run() throws IOException;
  }

  public Response(int status, byte[] body, Map<String, String> headers, Delivery delivery) {
    this(status, body, headers, delivery, null);
  }

  public static Response of(int status, String contentType, byte[] body) {
    return new Response(status, body, Map.of("Content-Type", contentType), Delivery.WHOLE);
  }

  /** No response: the connection closes. */
  public static Response none() {
    return new Response(0, NOTHING, Map.of(), Delivery.CLOSED);
  }

  /** A response that {@code work} makes after this time, for which the caller waits. */
  public static Response after(Duration time, Work work) {
    return new Response(0, NOTHING, Map.of(), Delivery.CLOSED, new Later(time, work));
  }

  public Response withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return withOnlyHeaders(more);
  }

  public Response withOnlyHeaders(Map<String, String> others) {
    return new Response(status, body, others, delivery, later);
  }

  public Response withBody(byte[] other) {
    return new Response(status, other, headers, delivery, later);
  }

  public Response withDelivery(Delivery other) {
    return new Response(status, body, headers, other, later);
  }
}

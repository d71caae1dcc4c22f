package io.freightsdk.server.http.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP response. Immutable; the body must not be changed after it was passed in.
 *
 * @param status 0 when nothing is sent
 * @param headers except those of its framing
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy would be waste.
public record Response(int status, byte[] body, Map<String, String> headers, Delivery delivery) {
  private static final byte[] NOTHING = {};
  private static final String CONTENT_TYPE = "Content-Type";
  private static final Set<String> COMPRESSIBLE =
      Set.of("application/json", "application/yaml", "image/svg+xml");
  private static final Pattern GZIP =
      Pattern.compile("(?i)\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))");

  /** Shorter responses fit one packet anyway. */
  private static final int LEAST_COMPRESSED = 1_400;

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
    return new Response(status, body, Map.of(CONTENT_TYPE, contentType), Delivery.WHOLE);
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

  /**
   * The same compressed, if {@code accepted}, which is the caller's {@code Accept-Encoding}, names
   * gzip. Short responses, pictures and what is compressed already stay as they are.
   */
  public Response compressedFor(@Nullable String accepted) {
    String contentType = headers.getOrDefault(CONTENT_TYPE, "");
    boolean isText = contentType.startsWith("text/") || COMPRESSIBLE.contains(contentType);
    boolean stays =
        delivery != Delivery.WHOLE
            || !isText
            || headers.containsKey("Content-Encoding")
            || body.length < LEAST_COMPRESSED;
    if (stays) return this;
    Response varying = withHeader("Vary", "Accept-Encoding");
    if (accepted == null || !GZIP.matcher(accepted).find()) return varying;
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return varying.withBody(packed.toByteArray()).withHeader("Content-Encoding", "gzip");
  }

  /** Waits; the end of the engine interrupts it. */
  public static void pause(Duration pause) throws IOException {
    try {
      TimeUnit.NANOSECONDS.sleep(TimeUnit.NANOSECONDS.convert(pause));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the server closes", e);
    }
  }
}

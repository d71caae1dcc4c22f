package io.freightsdk.server.http;

import io.freightsdk.model.FreightJson;
import io.freightsdk.server.web.Page;
import io.freightsdk.server.web.live.EventStreams.Stream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import okio.Buffer;
import okio.BufferedSink;
import okio.GzipSink;
import okio.Okio;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP answer. Immutable; the body must not be changed after it was passed in.
 *
 * @param status 0 when no answer is sent
 * @param parts the body, in parts that need not be joined
 * @param headers except those that every answer has
 * @param stream writes the body; null for a body of known length
 */
public record Answer(
    int status,
    String contentType,
    List<byte[]> parts,
    Map<String, String> headers,
    Delivery delivery,
    @Nullable Stream stream) {

  /** How much of an answer reaches the caller. */
  enum Delivery {
    WHOLE,
    /** The connection closes half way through the body. */
    TRUNCATED,
    /** The body comes in small pieces. */
    DRIBBLED,
    /** More is announced than comes. */
    TOO_SHORT,
    /** Bytes come that are no HTTP. */
    NO_HTTP,
    /** The connection is reset without a byte. */
    RESET,
    /** The connection closes without a byte. */
    NONE
  }

  private static final String JSON = "application/json";
  private static final Set<String> COMPRESSIBLE = Set.of(JSON, "application/yaml", "image/svg+xml");
  private static final Pattern GZIP =
      Pattern.compile("(?i)\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))");

  /** Shorter answers fit one packet anyway. */
  private static final int LEAST_COMPRESSED = 1_400;

  public static Answer json(int status, @Nullable Object tree) {
    return of(status, JSON, JsonText.write(tree));
  }

  /** The JSON of a model of the API. */
  static <T> Answer json(int status, Class<T> model, T value) {
    return encodedJson(status, encoded(model, value));
  }

  static <T> byte[] encoded(Class<T> model, T value) {
    Buffer buffer = new Buffer();
    try {
      FreightJson.adapter(model).toJson(buffer, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return buffer.readByteArray();
  }

  static Answer encodedJson(int status, byte[]... parts) {
    return whole(status, JSON, Map.of(), parts);
  }

  public static Answer of(int status, String contentType, byte[] body) {
    return whole(status, contentType, Map.of(), body);
  }

  public static Answer page(Page page) {
    byte[] html = page.html().getBytes(StandardCharsets.UTF_8);
    return whole(page.status(), "text/html; charset=utf-8", page.headers(), html);
  }

  private static Answer whole(
      int status, String contentType, Map<String, String> headers, byte[]... parts) {
    return new Answer(status, contentType, List.of(parts), headers, Delivery.WHOLE, null);
  }

  /** No answer: the connection closes. */
  static Answer none() {
    return new Answer(0, JSON, List.of(), Map.of(), Delivery.NONE, null);
  }

  /** An answer that is written as long as the client reads it. */
  public static Answer events(Stream stream) {
    String contentType = "text/event-stream; charset=utf-8";
    return new Answer(200, contentType, List.of(), Map.of(), Delivery.WHOLE, stream);
  }

  byte[] body() {
    if (parts.size() == 1) return parts.get(0);
    Buffer whole = new Buffer();
    parts.forEach(whole::write);
    return whole.readByteArray();
  }

  int length() {
    int length = 0;
    for (byte[] part : parts) length += part.length;
    return length;
  }

  public Answer withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, contentType, parts, more, delivery, stream);
  }

  Answer withBody(byte[] other) {
    return new Answer(status, contentType, List.of(other), headers, delivery, stream);
  }

  /**
   * The same compressed, if {@code accepted}, which is the caller's {@code Accept-Encoding}, names
   * gzip. Short answers, streams, pictures and what is compressed already stay as they are.
   */
  Answer compressedFor(@Nullable String accepted) {
    boolean isText = contentType.startsWith("text/") || COMPRESSIBLE.contains(contentType);
    boolean stays =
        stream != null
            || delivery != Delivery.WHOLE
            || !isText
            || headers.containsKey("Content-Encoding")
            || length() < LEAST_COMPRESSED;
    if (stays) return this;
    Answer varying = withHeader("Vary", "Accept-Encoding");
    if (accepted == null || !GZIP.matcher(accepted).find()) return varying;
    Buffer packed = new Buffer();
    try (BufferedSink gzip = Okio.buffer(new GzipSink(packed))) {
      for (byte[] part : parts) gzip.write(part);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return varying.withBody(packed.readByteArray()).withHeader("Content-Encoding", "gzip");
  }

  Answer delivered(Delivery other) {
    return new Answer(status, contentType, parts, headers, other, null);
  }
}

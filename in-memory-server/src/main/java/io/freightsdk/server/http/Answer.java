package io.freightsdk.server.http;

import io.freightsdk.model.FreightJson;
import io.freightsdk.server.web.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** An HTTP answer. Immutable; the body must not be changed after it was passed in. */
public final class Answer {

  /** How much of an answer reaches the caller. */
  enum Delivery {
    WHOLE,
    /** The connection closes half way through the body. */
    TRUNCATED,
    /** The connection closes without a byte. */
    NONE
  }

  /** A body that is written as long as the client reads it. */
  @FunctionalInterface
  public interface Stream {
    void writeTo(OutputStream out) throws IOException;
  }

  private static final String JSON = "application/json";
  private static final byte[][] EMPTY = {};

  private final int status;
  private final String contentType;
  private final byte[][] body;
  private final Map<String, String> headers;
  private final Delivery delivery;
  private final @Nullable Stream stream;

  private Answer(
      int status,
      String contentType,
      byte[][] body,
      Map<String, String> headers,
      Delivery delivery,
      @Nullable Stream stream) {
    this.stream = stream;
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
    this.delivery = delivery;
  }

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

  /** JSON as bytes, in parts that need not be joined. */
  static Answer encodedJson(int status, byte[]... parts) {
    return new Answer(status, JSON, parts, Map.of(), Delivery.WHOLE, null);
  }

  public static Answer of(int status, String contentType, byte[] body) {
    return new Answer(status, contentType, new byte[][] {body}, Map.of(), Delivery.WHOLE, null);
  }

  /** A page with its own headers. */
  public static Answer page(Page page) {
    byte[] html = page.html().getBytes(StandardCharsets.UTF_8);
    return new Answer(
        page.status(),
        "text/html; charset=utf-8",
        new byte[][] {html},
        page.headers(),
        Delivery.WHOLE,
        null);
  }

  /** No answer: the connection closes. */
  static Answer none() {
    return new Answer(0, JSON, EMPTY, Map.of(), Delivery.NONE, null);
  }

  /** An answer without a known length. */
  public static Answer streaming(String contentType, Stream stream) {
    return new Answer(200, contentType, EMPTY, Map.of(), Delivery.WHOLE, stream);
  }

  /** The status; 0 when no answer is sent. */
  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  byte[] body() {
    if (body.length == 1) return body[0];
    byte[] whole = new byte[length()];
    int at = 0;
    for (byte[] part : body) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return whole;
  }

  /** The body in the parts that it was made of. */
  byte[][] parts() {
    return body;
  }

  /** How long the body is. */
  int length() {
    int length = 0;
    for (byte[] part : body) length += part.length;
    return length;
  }

  /** The headers, except those that every answer has. */
  Map<String, String> headers() {
    return headers;
  }

  /** The stream that writes the body; null for a body of known length. */
  @Nullable Stream stream() {
    return stream;
  }

  Delivery delivery() {
    return delivery;
  }

  public Answer withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, contentType, body, more, delivery, stream);
  }

  Answer withBody(byte[] other) {
    return new Answer(status, contentType, new byte[][] {other}, headers, delivery, stream);
  }

  Answer truncated() {
    return new Answer(status, contentType, body, headers, Delivery.TRUNCATED, null);
  }
}

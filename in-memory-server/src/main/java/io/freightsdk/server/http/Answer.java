package io.freightsdk.server.http;

import com.squareup.moshi.JsonAdapter;
import io.freightsdk.server.json.JsonText;
import io.freightsdk.server.web.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import okio.Buffer;
import org.jspecify.annotations.Nullable;

/** What goes back to the caller. Immutable; nobody changes the body it was made with. */
public final class Answer {

  /** How much of an answer reaches the caller. */
  enum Delivery {
    WHOLE,
    /** The connection closes half way through the body. */
    TRUNCATED,
    /** The connection closes without a byte. */
    NONE,
    /** The connection was handed over: whoever has it writes to it and closes it. */
    HANDED_OVER
  }

  private static final String JSON = "application/json";
  private static final byte[] EMPTY = {};

  private final int status;
  private final String contentType;
  private final byte[] body;
  private final Map<String, String> headers;
  private final Delivery delivery;

  private Answer(
      int status, String contentType, byte[] body, Map<String, String> headers, Delivery delivery) {
    this.status = status;
    this.contentType = contentType;
    this.body = body;
    this.headers = headers;
    this.delivery = delivery;
  }

  public static Answer json(int status, @Nullable Object tree) {
    return of(status, JSON, JsonText.write(tree));
  }

  public static <T> Answer json(int status, JsonAdapter<T> adapter, T value) {
    Buffer buffer = new Buffer();
    try {
      adapter.toJson(buffer, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return of(status, JSON, buffer.readByteArray());
  }

  /** JSON that is bytes already. */
  static Answer encodedJson(int status, byte[] json) {
    return of(status, JSON, json);
  }

  public static Answer of(int status, String contentType, byte[] body) {
    return new Answer(status, contentType, body, Map.of(), Delivery.WHOLE);
  }

  /** A page with its own headers. */
  public static Answer page(Page page) {
    byte[] html = page.html().getBytes(StandardCharsets.UTF_8);
    return new Answer(
        page.status(), "text/html; charset=utf-8", html, page.headers(), Delivery.WHOLE);
  }

  /** No answer: the connection closes. */
  static Answer none() {
    return new Answer(0, JSON, EMPTY, Map.of(), Delivery.NONE);
  }

  /** An answer that others write, for as long as they like. */
  static Answer handedOver() {
    return new Answer(200, JSON, EMPTY, Map.of(), Delivery.HANDED_OVER);
  }

  /** 0 when there is none to come. */
  int status() {
    return status;
  }

  String contentType() {
    return contentType;
  }

  byte[] body() {
    return body;
  }

  /** Beside those that every answer has. */
  Map<String, String> headers() {
    return headers;
  }

  Delivery delivery() {
    return delivery;
  }

  public Answer withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new Answer(status, contentType, body, more, delivery);
  }

  Answer withBody(byte[] other) {
    return new Answer(status, contentType, other, headers, delivery);
  }

  Answer truncated() {
    return new Answer(status, contentType, body, headers, Delivery.TRUNCATED);
  }
}

package io.freightsdk.server.http;

import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import io.freightsdk.server.http.engine.Request;
import io.freightsdk.server.service.LoadLinks;
import io.freightsdk.server.service.refusal.RefusedException;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request and its facts, which the layers add. Confined to the thread that serves it. */
public final class RequestContext {
  static final int MAX_BODY_BYTES = 1 << 20;

  private final Request request;
  private final String requestId;
  private final Instant receivedAt;
  private final Map<String, String> pathParameters;
  private final LinkBaseUrl linkBase;
  private @Nullable Operation operation;
  private @Nullable String brokerId;
  private @Nullable Fault fault;
  private @Nullable String note;
  private byte @Nullable [] body;

  RequestContext(
      Request request,
      String requestId,
      Instant receivedAt,
      Map<String, String> pathParameters,
      LinkBaseUrl linkBase) {
    this.request = request;
    this.requestId = requestId;
    this.receivedAt = receivedAt;
    this.pathParameters = pathParameters;
    this.linkBase = linkBase;
  }

  String requestId() {
    return requestId;
  }

  Instant receivedAt() {
    return receivedAt;
  }

  public Request request() {
    return request;
  }

  /** The links of loads, with a host that this caller can open. */
  LoadLinks links() {
    return linkBase.linksFor(request.authority());
  }

  public String parameter(String name) {
    String value = pathParameters.get(name);
    if (value == null) throw new IllegalStateException("the route has no parameter " + name);
    return value;
  }

  public @Nullable String query(String name) {
    String query = request.rawQuery();
    if (query == null) return null;
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).equals(name)) {
        // Keeps a plus, because users write phone numbers into queries without escapes.
        String value = pair.substring(equals + 1).replace("+", "%2B");
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  /** The names of the parameters in the query, as sent. */
  public List<String> queryNames() {
    String query = request.rawQuery();
    if (query == null || query.isEmpty()) return List.of();
    return Stream.of(query.split("&", -1)).map(pair -> pair.split("=", 2)[0]).toList();
  }

  public @Nullable String header(String name) {
    return request.headers().first(name);
  }

  public List<String> headers(String name) {
    return request.headers().all(name);
  }

  /**
   * The complete body, which is read once.
   *
   * @throws RefusedException when it is over the limit (413)
   */
  public byte[] body() throws IOException {
    return body(MAX_BODY_BYTES);
  }

  private byte[] body(int maxBytes) throws IOException {
    if (body == null) body = readBody(maxBytes);
    return body;
  }

  /** The JSON object in the body; empty without a body. Throws like {@link #json}. */
  public Map<?, ?> jsonObject() throws IOException {
    if (json(MAX_BODY_BYTES) instanceof Map<?, ?> object) return object;
    throw RefusedException.invalidJson();
  }

  /**
   * The JSON value in the body; an empty object without a body.
   *
   * @throws RefusedException for its size (413), its content type (415), or its encoding or syntax
   *     (400), checked in this order
   */
  public @Nullable Object json(int maxBytes) throws IOException {
    // Does not wait for a body whose head is refused. A body in chunks may be empty, and then needs
    // no type.
    long announced = request.announcedLength();
    boolean isToCome = announced > 0 || request.awaitsContinue();
    if (isToCome && announced <= maxBytes) requireJson();
    byte[] text = body(maxBytes);
    if (text.length == 0) return Map.of();
    requireJson();
    try {
      return JsonText.parse(text);
    } catch (IOException malformed) {
      throw RefusedException.invalidJson();
    }
  }

  /** Refuses a body unless its headers announce plain JSON in UTF-8. */
  private void requireJson() {
    List<String> contentTypes = headers("Content-Type");
    // A body without a content type is accepted as JSON.
    String contentType = contentTypes.isEmpty() ? "application/json" : contentTypes.get(0);
    if (contentTypes.size() > 1 || !isJson(contentType)) {
      throw RefusedException.unsupportedMediaType();
    }
    boolean isPlain =
        headers("Content-Encoding").stream()
            .allMatch(encoding -> encoding.equalsIgnoreCase("identity"));
    if (!isPlain || !isUtf8(contentType)) throw RefusedException.invalidJson();
  }

  /** Whether every charset of a content type is UTF-8, by either of its names. */
  private static boolean isUtf8(String contentType) {
    if (contentType.indexOf(';') < 0) return true;
    for (String parameter : contentType.split(";", -1)) {
      String bare = parameter.replaceAll("[\\s\"]", "").toLowerCase(Locale.ROOT);
      boolean isUtf8 = bare.equals("charset=utf-8") || bare.equals("charset=utf8");
      if (bare.startsWith("charset=") && !isUtf8) return false;
    }
    return true;
  }

  private static boolean isJson(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    String bare = type.trim().toLowerCase(Locale.ROOT);
    return bare.equals("application/json")
        || (bare.startsWith("application/") && bare.endsWith("+json"));
  }

  byte @Nullable [] bodyIfRead() {
    return body;
  }

  void identify(Operation called, @Nullable String callerId) {
    operation = called;
    brokerId = callerId;
  }

  @Nullable Operation operation() {
    return operation;
  }

  @Nullable String brokerId() {
    return brokerId;
  }

  void faultApplied(Fault met) {
    fault = met;
  }

  @Nullable Fault fault() {
    return fault;
  }

  void note(@Nullable String text) {
    note = text;
  }

  @Nullable String note() {
    return note;
  }

  /** A body over the maximum is neither requested nor kept. */
  private byte[] readBody(int maxBytes) throws IOException {
    long announced = request.announcedLength();
    if (announced <= maxBytes) {
      byte[] read = request.body().readNBytes(announced < 0 ? maxBytes + 1 : (int) announced);
      if (read.length <= maxBytes) return read;
    }
    throw RefusedException.bodyTooLarge(maxBytes);
  }
}

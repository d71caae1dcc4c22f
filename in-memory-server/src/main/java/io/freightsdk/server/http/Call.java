package io.freightsdk.server.http;

import com.sun.net.httpserver.HttpExchange;
import io.freightsdk.model.Operation;
import io.freightsdk.server.fault.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One request and what is learned of it on its way. Confined to the thread that serves it. */
public final class Call {
  private final HttpExchange exchange;
  private final String requestId;
  private final Instant receivedAt;
  private Map<String, String> pathParameters = Map.of();
  private @Nullable Operation operation;
  private @Nullable String brokerId;
  private @Nullable Fault fault;
  private @Nullable String note;
  private byte @Nullable [] body;

  Call(HttpExchange exchange, String requestId, Instant receivedAt) {
    this.exchange = exchange;
    this.requestId = requestId;
    this.receivedAt = receivedAt;
  }

  String method() {
    return exchange.getRequestMethod();
  }

  String rawPath() {
    String path = exchange.getRequestURI().getRawPath();
    return path == null ? "" : path;
  }

  String requestId() {
    return requestId;
  }

  Instant receivedAt() {
    return receivedAt;
  }

  public InetAddress remoteAddress() {
    return exchange.getRemoteAddress().getAddress();
  }

  /** The same for all calls over one connection, and no other. */
  String connectionId() {
    return String.valueOf(exchange.getAttribute("connection"));
  }

  /** Whether the client has gone away before its answer. */
  public boolean isAbandoned() {
    return false;
  }

  void parameters(Map<String, String> parameters) {
    pathParameters = parameters;
  }

  public String parameter(String name) {
    String value = pathParameters.get(name);
    if (value == null) throw new IllegalStateException("the route has no parameter " + name);
    return value;
  }

  public @Nullable String query(String name) {
    String query = exchange.getRequestURI().getRawQuery();
    if (query == null) return null;
    for (String pair : query.split("&", -1)) {
      int equals = pair.indexOf('=');
      if (equals > 0 && pair.substring(0, equals).equals(name)) {
        // A plus is kept: people write phone numbers into queries as they are.
        String value = pair.substring(equals + 1).replace("+", "%2B");
        return URLDecoder.decode(value, StandardCharsets.UTF_8);
      }
    }
    return null;
  }

  public @Nullable String header(String name) {
    return exchange.getRequestHeaders().getFirst(name);
  }

  List<String> headers(String name) {
    List<String> values = exchange.getRequestHeaders().get(name);
    return values == null ? List.of() : values;
  }

  /**
   * The whole body, read once.
   *
   * @throws io.freightsdk.server.service.RefusedException when it is over the limit (413)
   */
  public byte[] body() throws IOException {
    byte[] read = body;
    if (read == null) {
      read = Bodies.read(exchange);
      body = read;
    }
    return read;
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

  void met(Fault met) {
    fault = met;
  }

  @Nullable Fault fault() {
    return fault;
  }

  void note(String text) {
    note = text;
  }

  @Nullable String note() {
    return note;
  }

  HttpExchange exchange() {
    return exchange;
  }
}

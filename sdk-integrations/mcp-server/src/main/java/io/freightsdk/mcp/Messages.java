package io.freightsdk.mcp;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The four kinds of JSON-RPC messages. */
final class Messages {
  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL_ERROR = -32603;
  static final int BUSY = -32000;

  private Messages() {}

  static Map<String, @Nullable Object> result(Object id, Map<String, Object> result) {
    return message("id", id, "result", result);
  }

  /**
   * An error answer of the protocol.
   *
   * @param id id of the request; null if it had no valid one
   */
  static Map<String, @Nullable Object> error(@Nullable Object id, int code, String message) {
    return message("id", id, "error", Map.of("code", code, "message", message));
  }

  /** An error answer with data for the host. */
  static Map<String, @Nullable Object> error(
      @Nullable Object id, int code, String message, Map<String, ?> data) {
    return message("id", id, "error", Map.of("code", code, "message", message, "data", data));
  }

  static Map<String, @Nullable Object> notification(String method, Map<String, Object> params) {
    return message("method", method, "params", params);
  }

  static Map<String, @Nullable Object> request(
      String id, String method, Map<String, Object> params) {
    Map<String, @Nullable Object> request = message("id", id, "method", method);
    request.put("params", params);
    return request;
  }

  private static Map<String, @Nullable Object> message(
      String one, @Nullable Object first, String two, Object second) {
    Map<String, @Nullable Object> message = new LinkedHashMap<>();
    message.put("jsonrpc", "2.0");
    message.put(one, first);
    message.put(two, second);
    return message;
  }
}

package io.freightsdk.mcp;

import io.freightsdk.agent.FreightTools;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * The MCP session of one host: answers messages that need no tool, and passes the others to {@link
 * ToolCalls} and {@link Questions}. Every message is answered or ignored; none ends the session.
 * Safe for concurrent use.
 */
final class Session {
  /** Supported revisions of the protocol, the newest first. */
  static final List<String> REVISIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  private final ToolSet tools;
  private final Log log;
  private final String version;
  private final LogLevel hostLog = new LogLevel();
  private final Questions questions = new Questions();
  private final ToolCalls calls;

  Session(ToolSet tools, ExecutorService threads, Log log, String version) {
    this.tools = tools;
    this.log = log;
    this.version = version;
    this.calls = new ToolCalls(tools, questions, hostLog, threads, log);
  }

  /** Handles one message; answers are sent to the wire, now or later. */
  void receive(@Nullable Object message, Wire wire) {
    if (!(message instanceof Map<?, ?> object)) {
      refuse(null, "expected one JSON-RPC object; batches are not supported", wire);
      return;
    }
    Object id = object.get("id");
    boolean usable = id instanceof String || (id instanceof BigDecimal n && n.scale() <= 0);
    if (!"2.0".equals(object.get("jsonrpc")) || (object.containsKey("id") && !usable)) {
      refuse(
          usable ? id : null,
          "2.0".equals(object.get("jsonrpc"))
              ? "expected an id that is a string or an integer"
              : "expected jsonrpc \"2.0\"",
          wire);
      return;
    }
    if (object.get("method") instanceof String method) {
      Map<?, ?> params = object.get("params") instanceof Map<?, ?> p ? p : Map.of();
      if (id == null) {
        notified(method, params);
      } else {
        requested(id, method, params, wire);
      }
    } else if (id != null && (object.containsKey("result") || object.containsKey("error"))) {
      questions.answered(id, object);
    } else {
      refuse(id, "expected a method, a result or an error", wire);
    }
  }

  private void refuse(@Nullable Object id, String why, Wire wire) {
    log.say("a message was refused: " + why);
    wire.send(Messages.error(id, Messages.INVALID_REQUEST, why));
  }

  private void notified(String method, Map<?, ?> params) {
    Object requestId = params.get("requestId");
    if (method.equals("notifications/cancelled") && requestId != null) calls.cancel(requestId);
  }

  private void requested(Object id, String method, Map<?, ?> params, Wire wire) {
    Object revision = Modern.revision(params);
    boolean probes = method.equals("server/discover");
    if (revision != null || probes) {
      modern(id, method, params, revision, wire);
      return;
    }
    switch (method) {
      case "initialize" -> {
        String problem = problem(params);
        wire.send(
            problem == null ? Messages.result(id, initialized(params)) : invalid(id, problem));
      }
      case "ping" -> wire.send(Messages.result(id, Map.of()));
      case "tools/list" ->
          wire.send(
              params.get("cursor") == null
                  ? Messages.result(id, Map.of("tools", tools.described()))
                  : invalid(id, "cursor: there is only one page"));
      case "tools/call" -> calls.start(id, params, null, wire);
      case "logging/setLevel" ->
          wire.send(
              hostLog.set(params.get("level"))
                  ? Messages.result(id, Map.of())
                  : invalid(id, "level: expected one of " + String.join(", ", LogLevel.ALL)));
      default ->
          wire.send(Messages.error(id, Messages.METHOD_NOT_FOUND, "this server offers tools only"));
    }
  }

  /** A request that says everything itself; whatever was sent before it plays no part. */
  private void modern(
      Object id, String method, Map<?, ?> params, @Nullable Object revision, Wire wire) {
    if (revision != null && !Modern.REVISION.equals(revision)) {
      wire.send(Modern.unsupported(id, revision));
      return;
    }
    Modern request = revision == null ? null : Modern.of(params);
    if (request == null) {
      wire.send(
          invalid(
              id,
              "_meta: expected io.modelcontextprotocol/protocolVersion and"
                  + " io.modelcontextprotocol/clientCapabilities"));
      return;
    }
    switch (method) {
      case "server/discover" ->
          wire.send(Messages.result(id, Modern.discovered(version, FreightTools.instructions())));
      case "tools/list" ->
          wire.send(
              params.get("cursor") == null
                  ? Messages.result(id, Modern.listed(tools.described()))
                  : invalid(id, "cursor: there is only one page"));
      case "tools/call" -> calls.start(id, params, request, wire);
      default ->
          wire.send(Messages.error(id, Messages.METHOD_NOT_FOUND, "this server offers tools only"));
    }
  }

  private static Map<String, @Nullable Object> invalid(Object id, String why) {
    return Messages.error(id, Messages.INVALID_PARAMS, why);
  }

  /** What is wrong with the parameters of {@code initialize}; null if nothing is. */
  static @Nullable String problem(Map<?, ?> params) {
    return params.get("protocolVersion") instanceof String
        ? null
        : "protocolVersion: expected the newest revision that you speak, such as "
            + REVISIONS.get(0);
  }

  private Map<String, Object> initialized(Map<?, ?> params) {
    if (params.get("capabilities") instanceof Map<?, ?> told) questions.hostCan(told);
    Object wanted = params.get("protocolVersion");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("protocolVersion", REVISIONS.contains(wanted) ? wanted : REVISIONS.get(0));
    result.put("capabilities", Map.of("tools", Map.of("listChanged", true), "logging", Map.of()));
    result.put("serverInfo", Map.of("name", "freight", "title", "Freight", "version", version));
    result.put("instructions", FreightTools.instructions());
    return result;
  }

  /** Number of running calls. */
  int calls() {
    return calls.count();
  }

  /**
   * Makes no further paid call and asks no further question; a request that was sent is finished.
   */
  void close() {
    calls.close();
    questions.close();
  }
}

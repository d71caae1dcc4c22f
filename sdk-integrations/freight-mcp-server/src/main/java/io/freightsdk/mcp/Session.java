package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One host's conversation in the Model Context Protocol: answers requests, runs calls of tools
 * beside each other, and asks the person at the host. Whatever arrives is answered or ignored, and
 * never ends it. Safe for concurrent use.
 */
final class Session {
  /** Revisions of the protocol that are spoken, the newest first. */
  static final List<String> REVISIONS =
      List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

  static final int PARSE_ERROR = -32700;
  static final int INVALID_REQUEST = -32600;
  static final int METHOD_NOT_FOUND = -32601;
  static final int INVALID_PARAMS = -32602;
  static final int INTERNAL_ERROR = -32603;
  static final int BUSY = -32000;

  // More than any host runs at once; each holds a thread while a person thinks.
  private static final int MOST_CALLS = 256;
  private static final List<String> LEVELS =
      List.of("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency");

  private final ToolSet tools;
  private final ExecutorService threads;
  private final Log log;
  private final String version;
  private final Semaphore room = new Semaphore(MOST_CALLS);
  private final Map<Object, Call> running = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Map<?, ?>>> questions = new ConcurrentHashMap<>();
  private final AtomicLong asked = new AtomicLong();
  private volatile Map<?, ?> capabilities = Map.of();
  private volatile int logLevel = LEVELS.indexOf("info");
  private volatile boolean closed;

  Session(ToolSet tools, ExecutorService threads, Log log, String version) {
    this.tools = tools;
    this.threads = threads;
    this.log = log;
    this.version = version;
  }

  /** A call of a tool between its request and its answer. */
  static final class Call {
    private volatile boolean cancelled;
    private volatile @Nullable Question question;

    private void cancel() {
      cancelled = true;
      Question open = question;
      if (open != null) open.withdraw("the call was cancelled");
    }

    boolean isCancelled() {
      return cancelled;
    }
  }

  /** A request to the host that has no answer yet. */
  record Question(Session of, String id, Wire wire, CompletableFuture<Map<?, ?>> answer) {
    void withdraw(String reason) {
      of.questions.remove(id);
      if (answer.complete(Map.of())) {
        wire.send(
            notification("notifications/cancelled", Map.of("requestId", id, "reason", reason)));
      }
    }
  }

  private void refuse(@Nullable Object id, String why, Wire wire) {
    log.say("a message was refused: " + why);
    wire.send(error(id, INVALID_REQUEST, why));
  }

  /** Takes one message; what it is answered goes to the wire, now or later. */
  void receive(@Nullable Object message, Wire wire) {
    if (!(message instanceof Map<?, ?> object)) {
      refuse(null, "expected one JSON-RPC object; batches are not taken", wire);
      return;
    }
    Object id = object.get("id");
    boolean usable = id instanceof String || (id instanceof BigDecimal n && n.scale() <= 0);
    if (!"2.0".equals(object.get("jsonrpc")) || (object.containsKey("id") && !usable)) {
      refuse(
          usable ? id : null,
          "expected jsonrpc \"2.0\" and an id that is a string or an integer",
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
      CompletableFuture<Map<?, ?>> question = questions.remove(id.toString());
      if (question != null) question.complete(object);
    } else {
      refuse(id, "expected a method, a result or an error", wire);
    }
  }

  private void notified(String method, Map<?, ?> params) {
    Object requestId = params.get("requestId");
    if (method.equals("notifications/cancelled") && requestId != null) {
      Call call = running.get(requestId);
      if (call != null) call.cancel();
    }
  }

  private void requested(Object id, String method, Map<?, ?> params, Wire wire) {
    switch (method) {
      case "initialize" -> wire.send(result(id, initialized(params)));
      case "ping" -> wire.send(result(id, Map.of()));
      case "tools/list" ->
          wire.send(
              params.get("cursor") == null
                  ? result(id, Map.of("tools", tools.described()))
                  : error(id, INVALID_PARAMS, "cursor: there is only one page"));
      case "tools/call" -> call(id, params, wire);
      case "logging/setLevel" -> {
        int level = LEVELS.indexOf(String.valueOf(params.get("level")));
        if (level >= 0) logLevel = level;
        wire.send(
            level >= 0
                ? result(id, Map.of())
                : error(id, INVALID_PARAMS, "level: expected one of " + String.join(", ", LEVELS)));
      }
      default -> wire.send(error(id, METHOD_NOT_FOUND, "this server offers tools only"));
    }
  }

  private Map<String, Object> initialized(Map<?, ?> params) {
    if (params.get("capabilities") instanceof Map<?, ?> told) capabilities = told;
    Object wanted = params.get("protocolVersion");
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("protocolVersion", REVISIONS.contains(wanted) ? wanted : REVISIONS.get(0));
    result.put("capabilities", Map.of("tools", Map.of("listChanged", true), "logging", Map.of()));
    result.put("serverInfo", Map.of("name", "freight", "title", "Freight", "version", version));
    result.put("instructions", FreightTools.instructions());
    return result;
  }

  private void call(Object id, Map<?, ?> params, Wire wire) {
    Object given = params.get("arguments");
    if (!(params.get("name") instanceof String name)) {
      wire.send(error(id, INVALID_PARAMS, "name: expected the name of a tool"));
      return;
    }
    if (given != null && !(given instanceof Map)) {
      wire.send(error(id, INVALID_PARAMS, "arguments: expected an object"));
      return;
    }
    if (!tools.has(name)) {
      wire.send(error(id, INVALID_PARAMS, tools.unknown(name)));
      return;
    }
    if (closed || !room.tryAcquire()) {
      wire.send(error(id, BUSY, "too many calls at once; nothing was sent, nothing was charged"));
      return;
    }
    Call call = new Call();
    if (running.putIfAbsent(id, call) != null) {
      room.release();
      wire.send(error(id, INVALID_REQUEST, "a request with this id is still running"));
      return;
    }
    Consumer<String> progress = progress(params, wire);
    String arguments = given == null ? "" : Json.write(given);
    threads.execute(
        () -> {
          try {
            run(id, name, arguments, call, progress, wire);
          } finally {
            running.remove(id);
            room.release();
          }
        });
  }

  private void run(
      Object id, String name, String arguments, Call call, Consumer<String> progress, Wire wire) {
    try {
      AgentTool tool = tools.find(name);
      if (tool == null) throw new IllegalStateException("no tool " + name);
      progress.accept("started");
      ToolResult result =
          tool.invoke(
              arguments,
              ToolCall.anonymous()
                  .withCallId(id.toString())
                  .withCancellation(() -> call.isCancelled() || closed)
                  .withApprover(new Asking(this, call, wire, progress)));
      tell(name, result, wire);
      if (closed || call.isCancelled()) {
        // Nobody waits for the answer, and yet money may have moved.
        log.say(
            name
                + ": ended after its host had "
                + (closed ? "gone" : "cancelled it")
                + ": "
                + outcome(result));
      }
      if (!call.isCancelled()) wire.send(result(id, told(result)));
    } catch (Throwable e) {
      log.say(name + ": failed unexpectedly: " + e.getClass().getName());
      wire.send(
          error(id, INTERNAL_ERROR, "the server failed unexpectedly; do not repeat the call"));
    }
  }

  private static Map<String, Object> told(ToolResult result) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("content", List.of(Map.of("type", "text", "text", result.json())));
    // The output schema describes results; an error is told in its text alone.
    if (!result.isError()) told.put("structuredContent", parsed(result.json()));
    told.put("isError", result.isError());
    return told;
  }

  private static Object parsed(String json) {
    try {
      Object value = Json.read(json);
      return value == null ? Map.of() : value;
    } catch (Json.Malformed e) {
      throw new IllegalStateException("a tool's result is no JSON", e);
    }
  }

  private static String outcome(ToolResult result) {
    String what = result.error() == null ? "done" : result.error().code();
    return what + ", charge " + result.charge();
  }

  /** A line for the host's log of this server, if it wants such. */
  private void tell(String name, ToolResult result, Wire wire) {
    String level = result.isError() ? "warning" : "info";
    if (LEVELS.indexOf(level) < logLevel) return;
    wire.send(
        notification(
            "notifications/message",
            Map.of("level", level, "logger", "freight", "data", name + ": " + outcome(result))));
  }

  private static Consumer<String> progress(Map<?, ?> params, Wire wire) {
    Object token = params.get("_meta") instanceof Map<?, ?> meta ? meta.get("progressToken") : null;
    boolean usable = token instanceof String || token instanceof BigDecimal;
    if (!usable) return message -> {};
    AtomicLong steps = new AtomicLong();
    return message ->
        wire.send(
            notification(
                "notifications/progress",
                Map.of(
                    "progressToken",
                    token,
                    "progress",
                    steps.incrementAndGet(),
                    "message",
                    message)));
  }

  /** Whether the host can show a question with nothing to fill in. */
  boolean canAsk() {
    return capabilities.get("elicitation") instanceof Map<?, ?> ways
        && (ways.isEmpty() || ways.containsKey("form"));
  }

  Question ask(Call call, Wire wire, Map<String, Object> params) {
    String id = "ask-" + asked.incrementAndGet();
    Question question = new Question(this, id, wire, new CompletableFuture<>());
    questions.put(id, question.answer());
    call.question = question;
    wire.send(request(id, "elicitation/create", params));
    // Cancelled or closed between the call's start and this line.
    if (call.isCancelled() || closed) question.withdraw("the call was cancelled");
    return question;
  }

  /** Calls that run. */
  int calls() {
    return running.size();
  }

  /** Makes no further paid call and asks nobody any more; what has been sent is finished. */
  void close() {
    closed = true;
    questions.values().forEach(question -> question.complete(Map.of()));
    questions.clear();
  }

  static Map<String, @Nullable Object> result(Object id, Map<String, Object> result) {
    return message("id", id, "result", result);
  }

  static Map<String, @Nullable Object> error(@Nullable Object id, int code, String message) {
    return message("id", id, "error", Map.of("code", code, "message", message));
  }

  static Map<String, @Nullable Object> notification(String method, Map<String, Object> params) {
    return message("method", method, "params", params);
  }

  private static Map<String, @Nullable Object> request(
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

package io.freightsdk.mcp;

import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.ApprovalRequest;
import io.freightsdk.agent.ToolCall;
import io.freightsdk.agent.ToolResult;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tool calls of one host, each on its own thread. A call that was cancelled, or whose host has
 * gone, sends no further paid request, and its outcome is logged. Safe for concurrent use.
 */
final class ToolCalls {
  // More than any host runs at once; each holds a thread while a person decides.
  private static final int MOST = 256;

  /** The code of the error that nobody can say what was spent. */
  static final String BOOKS_UNAVAILABLE = "BOOKS_UNAVAILABLE";

  private final ToolSet tools;
  private final Questions questions;
  private final LogLevel hostLog;
  private final ExecutorService threads;
  private final Log log;
  private final Semaphore room = new Semaphore(MOST);
  private final StatedApproval.Open openQuestions = new StatedApproval.Open();
  private final Map<Object, Call> running = new ConcurrentHashMap<>();
  private volatile boolean closed;

  ToolCalls(
      ToolSet tools, Questions questions, LogLevel hostLog, ExecutorService threads, Log log) {
    this.tools = tools;
    this.questions = questions;
    this.hostLog = hostLog;
    this.threads = threads;
    this.log = log;
  }

  /** A call of a tool between its request and its answer. */
  static final class Call {
    private volatile boolean cancelled;
    private volatile Questions.@Nullable Question question;

    /**
     * Sets the question that is withdrawn when the call is cancelled; if it was cancelled already,
     * withdraws it now.
     */
    void waitsFor(Questions.Question asked) {
      question = asked;
      if (cancelled) asked.withdraw("the call was cancelled");
    }

    boolean isCancelled() {
      return cancelled;
    }

    private void cancel() {
      cancelled = true;
      Questions.Question asked = question;
      if (asked != null) asked.withdraw("the call was cancelled");
    }
  }

  /** Starts a call; its answer is sent to the wire, now or later. */
  void start(Object id, Map<?, ?> params, @Nullable Modern modern, Wire wire) {
    Object given = params.get("arguments");
    String problem = null;
    if (!(params.get("name") instanceof String name)) {
      problem = "name: expected the name of a tool";
    } else if (given != null && !(given instanceof Map)) {
      problem = "arguments: expected an object";
    } else if (!tools.has(name)) {
      problem = tools.unknown(name);
    } else {
      Invoked call =
          new Invoked(name, given == null ? "" : Json.write(given), modern, progress(params, wire));
      start(id, call, wire);
    }
    if (problem != null) wire.send(Messages.error(id, Messages.INVALID_PARAMS, problem));
  }

  /**
   * A tool with its arguments.
   *
   * @param modern what a host without a session says of itself; null for one with a session
   */
  private record Invoked(
      String name, String arguments, @Nullable Modern modern, Consumer<String> progress) {}

  private void start(Object id, Invoked invoked, Wire wire) {
    if (closed || !room.tryAcquire()) {
      wire.send(
          Messages.error(
              id,
              Messages.BUSY,
              "too many calls at once; nothing was sent or charged; try again later"));
      return;
    }
    Call call = new Call();
    if (running.putIfAbsent(id, call) != null) {
      room.release();
      wire.send(
          Messages.error(
              id,
              Messages.INVALID_REQUEST,
              "a request with this id is still running; use another id"));
      return;
    }
    Runnable work =
        () -> {
          Map<String, @Nullable Object> answer;
          try {
            answer = run(id, invoked, call, wire);
          } finally {
            // Before the answer, because the host may then use the id again.
            running.remove(id);
            room.release();
          }
          if (answer != null) wire.send(answer);
        };
    try {
      threads.execute(work);
    } catch (RejectedExecutionException e) {
      running.remove(id);
      room.release();
      wire.send(
          Messages.error(id, Messages.BUSY, "the server is stopping; nothing was sent or charged"));
    }
  }

  /** Runs a call and returns its answer, or null if the host has cancelled it. */
  private @Nullable Map<String, @Nullable Object> run(
      Object id, Invoked invoked, Call call, Wire wire) {
    String name = invoked.name();
    Modern modern = invoked.modern();
    try {
      if (modern == null) invoked.progress().accept("started");
      AgentTool tool = tools.find(name);
      StatedApproval stated =
          modern != null && modern.canBeAsked() ? new StatedApproval(modern, openQuestions) : null;
      ToolCall toolCall =
          ToolCall.anonymous()
              .withCallId(id.toString())
              .withCancellation(() -> call.cancelled || closed);
      if (stated != null) {
        toolCall = toolCall.withApprover(stated);
      } else if (modern == null && questions.canBeAsked()) {
        toolCall = toolCall.withApprover(new Asking(questions, call, wire, invoked.progress()));
      }
      ToolResult result = tool.invoke(invoked.arguments(), toolCall);
      tools.ended(result);
      if (modern == null) tell(name, result, wire);
      if (closed || call.cancelled) {
        // Nobody waits for the answer, but money may have been taken.
        String why = closed ? "gone" : "cancelled it";
        log.say(name + ": ended after its host had " + why + ": " + outcome(result));
      }
      if (call.cancelled) return null;
      ApprovalRequest asked = stated == null ? null : stated.asked();
      if (asked != null && isUnapproved(result)) {
        return Messages.result(
            id, Modern.inputRequired(Asking.question(asked), openQuestions.add(asked)));
      }
      return Messages.result(id, modern == null ? told(result) : Modern.complete(told(result)));
    } catch (ActingTools.Unavailable e) {
      if (call.cancelled) return null;
      return Messages.result(id, modern == null ? NO_BOOKS : Modern.complete(NO_BOOKS));
    } catch (Throwable e) {
      log.say(name + ": failed unexpectedly: " + e.getClass().getName());
      return Messages.error(
          id, Messages.INTERNAL_ERROR, "the server failed unexpectedly; do not repeat the call");
    }
  }

  private static boolean isUnapproved(ToolResult result) {
    return result.error() != null && result.error().code().equals("APPROVAL_DENIED");
  }

  /** An error in the same form as the errors of the tools. */
  private static final Map<String, Object> NO_BOOKS =
      Map.of(
          "isError",
          true,
          "content",
          List.of(
              Map.of(
                  "type",
                  "text",
                  "text",
                  Json.write(
                      Map.of(
                          "error",
                          Map.of(
                              "code",
                              BOOKS_UNAVAILABLE,
                              "message",
                              "The server cannot open its books of what was spent, so nothing was"
                                  + " sent. Nothing was charged. Try once more in a minute, then"
                                  + " tell the user: the log of the MCP server says why.",
                              "retry",
                              "AFTER_DELAY",
                              "charge",
                              "NONE"))))));

  private static Map<String, Object> told(ToolResult result) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("content", List.of(Map.of("type", "text", "text", result.json())));
    // For programs; a model reads the text, which is all that it needs of an error.
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

  /** Sends a log message to the host, if its level allows it. */
  private void tell(String name, ToolResult result, Wire wire) {
    String level = result.isError() ? "warning" : "info";
    if (!hostLog.wants(level)) return;
    wire.send(
        Messages.notification(
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
            Messages.notification(
                "notifications/progress",
                Map.of(
                    "progressToken",
                    token,
                    "progress",
                    steps.incrementAndGet(),
                    "message",
                    message)));
  }

  /** The host has cancelled a call. */
  void cancel(Object id) {
    Call call = running.get(id);
    if (call != null) call.cancel();
  }

  /** Number of running calls. */
  int count() {
    return running.size();
  }

  /** Starts no further call; a request that was sent is finished. */
  void close() {
    closed = true;
  }
}

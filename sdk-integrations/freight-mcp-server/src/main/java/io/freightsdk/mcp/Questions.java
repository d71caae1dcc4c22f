package io.freightsdk.mcp;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What one host's person was asked, by MCP's elicitation, and has not answered yet. Safe for
 * concurrent use.
 */
final class Questions {
  private final Map<String, Question> open = new ConcurrentHashMap<>();
  private final AtomicLong asked = new AtomicLong();
  private volatile Map<?, ?> capabilities = Map.of();
  private volatile boolean closed;

  /** A request to the host that has no answer yet. */
  final class Question {
    private final String id;
    private final Wire wire;
    private final CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();

    private Question(String id, Wire wire) {
      this.id = id;
      this.wire = wire;
    }

    /** The host's message; empty if the question was withdrawn. */
    CompletableFuture<Map<?, ?>> answer() {
      return answer;
    }

    /** Takes the question back: whatever is answered from now on counts for nothing. */
    void withdraw(String reason) {
      open.remove(id);
      if (answer.complete(Map.of())) {
        wire.send(
            Messages.notification(
                "notifications/cancelled", Map.of("requestId", id, "reason", reason)));
      }
    }
  }

  /** Hears what the host said it can do. */
  void hostCan(Map<?, ?> capabilities) {
    this.capabilities = capabilities;
  }

  /** Whether the host can show a question with nothing to fill in. */
  boolean canBeAsked() {
    return capabilities.get("elicitation") instanceof Map<?, ?> ways
        && (ways.isEmpty() || ways.containsKey("form"));
  }

  Question ask(Wire wire, Map<String, Object> params) {
    Question question = new Question("ask-" + asked.incrementAndGet(), wire);
    open.put(question.id, question);
    wire.send(Messages.request(question.id, "elicitation/create", params));
    // Closed between the call's start and this line.
    if (closed) question.withdraw("the server ends");
    return question;
  }

  /** Takes an answer of the host; one to no open question is ignored. */
  void answered(Object id, Map<?, ?> message) {
    Question question = open.remove(id.toString());
    if (question != null) question.answer.complete(message);
  }

  /** Asks nothing more, and waits for nobody. */
  void close() {
    closed = true;
    open.values().forEach(question -> question.answer.complete(Map.of()));
    open.clear();
  }
}

package io.freightsdk.mcp;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** The open questions to the person at one host, by MCP elicitation. Safe for concurrent use. */
final class Questions {
  private final Map<String, Question> open = new ConcurrentHashMap<>();
  private final AtomicLong asked = new AtomicLong();
  private volatile Map<?, ?> capabilities = Map.of();
  private volatile boolean closed;

  /** One question is open at a time: a person reads them one after the other. */
  private final Semaphore turn = new Semaphore(1, true);

  Semaphore turn() {
    return turn;
  }

  /** A request to the host that has no answer yet. */
  final class Question {
    private final String id;
    private final Wire wire;
    private final CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();

    private Question(String id, Wire wire) {
      this.id = id;
      this.wire = wire;
    }

    /** The host's answer; empty if the question was withdrawn. */
    CompletableFuture<Map<?, ?>> answer() {
      return answer;
    }

    /** Withdraws the question: a later answer has no effect. */
    void withdraw(String reason) {
      open.remove(id);
      if (answer.complete(Map.of())) {
        wire.send(
            Messages.notification(
                "notifications/cancelled", Map.of("requestId", id, "reason", reason)));
      }
    }
  }

  /** Stores the capabilities of the host. */
  void hostCan(Map<?, ?> capabilities) {
    this.capabilities = capabilities;
  }

  /** Whether the host can show a question without input fields. */
  boolean canBeAsked() {
    return canAsk(capabilities);
  }

  static boolean canAsk(Map<?, ?> capabilities) {
    return capabilities.get("elicitation") instanceof Map<?, ?> ways
        && (ways.isEmpty() || ways.containsKey("form"));
  }

  Question ask(Wire wire, Map<String, Object> params) {
    Question question = new Question("ask-" + asked.incrementAndGet(), wire);
    open.put(question.id, question);
    wire.send(Messages.request(question.id, "elicitation/create", params));
    // The session may have been closed since the call started.
    if (closed) question.withdraw("the server ends");
    return question;
  }

  /** Handles an answer of the host; it is ignored if no such question is open. */
  void answered(Object id, Map<?, ?> message) {
    Question question = open.remove(id.toString());
    if (question != null) question.answer.complete(message);
  }

  /** Withdraws all questions; no further ones are asked. */
  void close() {
    closed = true;
    open.values().forEach(question -> question.answer.complete(Map.of()));
    open.clear();
  }
}

package io.freightsdk.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.ObjectMappers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * OpenAI's two APIs with a script instead of the model: in each turn it makes one call, and at the
 * end it answers with a text.
 */
final class ScriptedOpenAi implements AutoCloseable {
  private final List<Map.Entry<String, String>> script;
  private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());
  private final HttpServer server;
  private final OpenAIClient client;

  /**
   * @param script names of tools, and their arguments
   */
  ScriptedOpenAi(List<Map.Entry<String, String>> script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/responses", exchange -> answer(exchange, this::response));
    server.createContext("/v1/chat/completions", exchange -> answer(exchange, this::completion));
    server.start();
    client =
        OpenAIOkHttpClient.builder()
            .baseUrl("http://localhost:" + server.getAddress().getPort() + "/v1")
            .apiKey("none")
            .maxRetries(0)
            .build();
  }

  OpenAIClient client() {
    return client;
  }

  /** What the model was sent, turn by turn. */
  List<JsonNode> requests() {
    return requests;
  }

  /** The results that the Responses API was shown, oldest first. */
  List<JsonNode> responsesSeen() {
    return requests.stream().skip(1).map(request -> request.get("input").get(0)).toList();
  }

  /** The results that chat completions were shown, oldest first. */
  List<JsonNode> completionsSeen() {
    List<JsonNode> seen = new ArrayList<>();
    for (JsonNode message : requests.get(requests.size() - 1).get("messages")) {
      if (message.get("role").asText().equals("tool")) seen.add(message);
    }
    return seen;
  }

  private interface Turn {
    Map<String, Object> of(int number);
  }

  private void answer(HttpExchange exchange, Turn turn) throws IOException {
    try (exchange) {
      requests.add(ObjectMappers.jsonMapper().readTree(exchange.getRequestBody()));
      byte[] body = ObjectMappers.jsonMapper().writeValueAsBytes(turn.of(requests.size()));
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Map<String, Object> response(int turn) {
    Map<String, Object> text =
        Map.of(
            "type", "message",
            "id", "msg",
            "role", "assistant",
            "status", "completed",
            "content", List.of(Map.of("type", "output_text", "text", "Done.")));
    boolean isLast = turn > script.size();
    return Map.of("id", "resp_" + turn, "output", List.of(isLast ? text : function(turn)));
  }

  private Map<String, Object> function(int turn) {
    Map.Entry<String, String> step = script.get(turn - 1);
    return Map.of(
        "type",
        "function_call",
        "id",
        "fc_" + turn,
        "call_id",
        "call_" + turn,
        "name",
        step.getKey(),
        "arguments",
        step.getValue());
  }

  private Map<String, Object> completion(int turn) {
    if (turn > script.size()) return choice(Map.of("role", "assistant", "content", "Done."));
    Map.Entry<String, String> step = script.get(turn - 1);
    Map<String, Object> function = Map.of("name", step.getKey(), "arguments", step.getValue());
    Map<String, Object> call =
        Map.of("id", "call_" + turn, "type", "function", "function", function);
    return choice(Map.of("role", "assistant", "content", "", "tool_calls", List.of(call)));
  }

  private static Map<String, Object> choice(Map<String, Object> message) {
    return Map.of("id", "chat", "choices", List.of(Map.of("index", 0, "message", message)));
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
  }
}

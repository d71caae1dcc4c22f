package io.freightsdk.examples.sdks;

import com.anthropic.core.ObjectMappers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.agent.CreateLoadContract.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Messages API with a script instead of the model: in each turn it makes one call, and at the
 * end it answers with a text.
 */
final class ScriptedClaude implements AutoCloseable {
  private static final JsonMapper JSON = ObjectMappers.jsonMapper();

  private final List<Step> script;
  private final Map<String, String> seen = Collections.synchronizedMap(new LinkedHashMap<>());
  private final HttpServer server;
  private volatile JsonNode declared = JSON.createArrayNode();
  private int turn;

  ScriptedClaude(List<Step> script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/messages", this::answer);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** The results that the model was shown, oldest first. */
  List<String> seen() {
    return List.copyOf(seen.values());
  }

  /** The tools of the last request. */
  JsonNode declared() {
    return declared;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = JSON.readTree(exchange.getRequestBody());
      declared = request.get("tools");
      for (JsonNode message : request.get("messages")) {
        for (JsonNode block : message.get("content")) {
          if (!block.path("type").asText().equals("tool_result")) continue;
          seen.put(block.get("tool_use_id").asText(), block.get("content").asText());
        }
      }
      boolean isOver = turn == script.size();
      Map<String, Object> said = isOver ? Map.of("type", "text", "text", "Done.") : use();
      byte[] body =
          JSON.writeValueAsBytes(
              Map.of(
                  "id", "msg_1",
                  "type", "message",
                  "role", "assistant",
                  "model", "claude-sonnet-4-5",
                  "stop_reason", isOver ? "end_turn" : "tool_use",
                  "usage", Map.of("input_tokens", 1, "output_tokens", 1),
                  "content", List.of(said)));
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Map<String, Object> use() throws IOException {
    Step step = script.get(turn++);
    return Map.of(
        "type",
        "tool_use",
        "id",
        "toolu_" + turn,
        "name",
        step.tool(),
        "input",
        JSON.readTree(step.arguments()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

package io.freightsdk.examples.anthropic;

import com.anthropic.core.ObjectMappers;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Messages API with a script instead of the model: in each turn it makes one call, and at the
 * end it answers with a text.
 */
public final class ScriptedClaude implements AutoCloseable {
  private static final JsonMapper JSON = ObjectMappers.jsonMapper();

  private final Deque<Map<String, Object>> steps = new ArrayDeque<>();
  private final Map<String, String> seen = Collections.synchronizedMap(new LinkedHashMap<>());
  private final HttpServer server;
  private int calls;

  public ScriptedClaude() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/messages", this::answer);
    server.start();
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Adds a step with one call under a new id, as models do. */
  public ScriptedClaude calls(String tool, String arguments) {
    try {
      steps.add(
          Map.of(
              "type",
              "tool_use",
              "id",
              "toolu_" + ++calls,
              "name",
              tool,
              "input",
              JSON.readTree(arguments)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** The results the model was shown, oldest first. */
  public List<String> seen() {
    return List.copyOf(seen.values());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      for (JsonNode message : JSON.readTree(exchange.getRequestBody()).get("messages")) {
        for (JsonNode block : message.get("content")) {
          if (!block.path("type").asText().equals("tool_result")) continue;
          seen.put(block.get("tool_use_id").asText(), block.get("content").asText());
        }
      }
      Map<String, Object> step = steps.poll();
      Map<String, Object> said = step == null ? Map.of("type", "text", "text", "Done.") : step;
      byte[] body =
          JSON.writeValueAsBytes(
              Map.of(
                  "id", "msg_1",
                  "type", "message",
                  "role", "assistant",
                  "model", "claude-sonnet-4-5",
                  "stop_reason", step == null ? "end_turn" : "tool_use",
                  "usage", Map.of("input_tokens", 1, "output_tokens", 1),
                  "content", List.of(said)));
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

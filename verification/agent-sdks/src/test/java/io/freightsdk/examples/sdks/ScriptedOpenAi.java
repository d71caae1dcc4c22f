package io.freightsdk.examples.sdks;

import com.fasterxml.jackson.databind.JsonNode;
import com.openai.core.ObjectMappers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.agent.CreateLoadContract.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * The Responses API with a script instead of the model: in each turn it makes one call, and at the
 * end it answers with a text.
 */
final class ScriptedOpenAi implements AutoCloseable {
  private final List<Step> script;
  private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());
  private final HttpServer server;

  ScriptedOpenAi(List<Step> script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/v1/responses", this::answer);
    server.start();
  }

  String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/v1";
  }

  /** What the model was sent, turn by turn. */
  List<JsonNode> requests() {
    return requests;
  }

  /** The results that the model was shown, oldest first. */
  List<String> seen() {
    return requests.stream()
        .skip(1)
        .map(request -> request.get("input").get(0).get("output").asText())
        .toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(ObjectMappers.jsonMapper().readTree(exchange.getRequestBody()));
      byte[] body = ObjectMappers.jsonMapper().writeValueAsBytes(response(requests.size()));
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
    Step step = script.get(turn - 1);
    return Map.of(
        "type",
        "function_call",
        "id",
        "fc_" + turn,
        "call_id",
        "call_" + turn,
        "name",
        step.tool(),
        "arguments",
        step.arguments());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

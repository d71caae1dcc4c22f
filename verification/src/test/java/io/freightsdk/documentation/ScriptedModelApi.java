package io.freightsdk.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.agent.AgentTool;
import io.freightsdk.agent.CreateLoadContract.Step;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The HTTP API of a model, with a script instead of the model. It makes one tool call in each turn,
 * and ends with a text.
 */
abstract class ScriptedModelApi implements AutoCloseable {
  static final JsonMapper JSON = new JsonMapper();

  private final List<Step> script;
  private final List<JsonNode> requests = Collections.synchronizedList(new ArrayList<>());
  private final HttpServer server;

  ScriptedModelApi(String path, List<Step> script) throws IOException {
    this.script = script;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(path, this::respond);
    server.start();
  }

  /** The body that makes a call. */
  abstract Map<String, Object> toolCallBody(int turn, Step step);

  /** The body that ends the conversation. */
  abstract Map<String, Object> finalBody();

  /** The result of the last call in a request. */
  abstract String lastResult(JsonNode request);

  String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** The tools of the last request. */
  JsonNode declaredTools() {
    return requests.get(requests.size() - 1).get("tools");
  }

  /** The result of each call. */
  List<String> results() {
    return requests.stream().skip(1).map(this::lastResult).toList();
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(JSON.readTree(exchange.getRequestBody()));
      int turn = requests.size();
      Map<String, Object> response =
          turn > script.size() ? finalBody() : toolCallBody(turn, script.get(turn - 1));
      byte[] body = JSON.writeValueAsBytes(response);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Checks that an SDK sent the schema of a tool unchanged. */
  static void requireSchema(JsonNode sent, AgentTool tool) {
    JsonNode schema = JSON.readTree(tool.inputSchema());
    assertThat(schema.equals(ScriptedModelApi::compare, sent)).as(sent.toString()).isTrue();
  }

  /** Compares numbers by value, because Jackson writes 90 from a double as 90.0. */
  private static int compare(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}

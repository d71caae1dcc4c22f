package io.freightsdk.bedrock;

import com.squareup.moshi.JsonAdapter;
import com.squareup.moshi.Moshi;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;

/**
 * Bedrock's Converse API with a script instead of the model: in each turn it makes one call, and at
 * the end it answers with a text.
 */
final class ScriptedBedrock implements AutoCloseable {
  private static final JsonAdapter<Object> JSON = new Moshi.Builder().build().adapter(Object.class);

  private final List<Map.Entry<String, String>> script;
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final HttpServer server;
  private final BedrockRuntimeClient client;

  /**
   * @param script names of tools, and their arguments as JSON
   */
  ScriptedBedrock(List<Map.Entry<String, String>> script) {
    this.script = script;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/model/", this::answer);
    server.start();
    client =
        BedrockRuntimeClient.builder()
            .endpointOverride(URI.create("http://localhost:" + server.getAddress().getPort()))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("none", "none")))
            .build();
  }

  BedrockRuntimeClient client() {
    return client;
  }

  /** What the model was sent, turn by turn. */
  List<String> requests() {
    return requests;
  }

  /** The results that the model was shown, oldest first. */
  List<Map<?, ?>> seen() throws IOException {
    List<Map<?, ?>> seen = new ArrayList<>();
    for (int turn = 1; turn < requests.size(); turn++) {
      seen.add(
          (Map<?, ?>) at(requests.get(turn), "messages", 2 * turn, "content", 0, "toolResult"));
    }
    return seen;
  }

  static Object at(String json, Object... path) throws IOException {
    Object value = JSON.fromJson(json);
    for (Object step : path) {
      value =
          step instanceof Integer index
              ? ((List<?>) value).get(index)
              : ((Map<?, ?>) value).get(step);
    }
    return value;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
      int turn = requests.size();
      String content = "{\"text\":\"Done.\"}";
      if (turn <= script.size()) {
        Map.Entry<String, String> step = script.get(turn - 1);
        content =
            "{\"toolUse\":{\"toolUseId\":\"tooluse_%d\",\"name\":\"%s\",\"input\":%s}}"
                .formatted(turn, step.getKey(), step.getValue());
      }
      byte[] body =
          """
          {"output":{"message":{"role":"assistant","content":[%s]}},"stopReason":"tool_use",
           "usage":{"inputTokens":1,"outputTokens":1,"totalTokens":2},"metrics":{"latencyMs":1}}"""
              .formatted(content)
              .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    client.close();
    server.stop(0);
  }
}

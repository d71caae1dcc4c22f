package io.freightsdk.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.freightsdk.agent.FreightTools;
import io.freightsdk.server.Broker;
import io.freightsdk.server.InMemoryFreightServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/**
 * The requests that a chat sends to the API of a model, if the application has set a limit for
 * tools.
 */
class ChatClientIT {
  private static final String TEXT = message("\"content\":\"Done.\"", "stop");

  private static final Pattern OF_THE_CHAT =
      Pattern.compile("io\\.freightsdk\\.|org\\.springframework\\.ai\\.");

  @EnableAutoConfiguration
  static class Application {}

  private final InMemoryFreightServer service = InMemoryFreightServer.start();
  private final Broker broker = service.createBroker("25.00");
  private final List<Map<String, Object>> requests = new CopyOnWriteArrayList<>();
  private final Deque<String> responses = new ArrayDeque<>();
  private HttpServer model;

  @BeforeEach
  void startModel() throws IOException {
    model = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    model.createContext("/", this::respond);
    model.start();
  }

  @AfterEach
  void close() {
    model.stop(0);
    service.close();
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      String request = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      requests.add(JsonParserFactory.getJsonParser().parseMap(request));
      byte[] body = responses.remove().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String message(String content, String reason) {
    return "{\"id\":\"1\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\","
        + "\"choices\":[{\"index\":0,\"finish_reason\":\""
        + reason
        + "\",\"message\":{\"role\":\"assistant\","
        + content
        + "}}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":1,\"total_tokens\":2}}";
  }

  /** An application with the OpenAI starter, and nothing else of this class path. */
  private ApplicationContextRunner application() {
    String others =
        ImportCandidates.load(AutoConfiguration.class, null).getCandidates().stream()
            .filter(name -> !OF_THE_CHAT.matcher(name).lookingAt())
            .collect(Collectors.joining(","));
    return new ApplicationContextRunner()
        .withUserConfiguration(Application.class)
        .withPropertyValues(
            "spring.autoconfigure.exclude=" + others,
            "freight.base-url=" + service.baseUrl(),
            "freight.agent-key=" + broker.agentKey(),
            "spring.ai.openai.base-url=http://localhost:" + model.getAddress().getPort(),
            "spring.ai.openai.api-key=k");
  }

  @Test
  void modelGetsToolsAndInstructionsAndCallsATool() {
    responses.add(
        message(
            "\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":"
                + "{\"name\":\"get_budget\",\"arguments\":\"{}\"}}]",
            "tool_calls"));
    responses.add(TEXT);
    application()
        .withPropertyValues("freight.tools.limit-per-day=20.00")
        .run(context -> assertThat(respond(context, "How much is left?")).isEqualTo("Done."));
    assertThat(requests).hasSize(2);
    assertThat(names(requests.get(0).get("tools"))).contains("create_load", "get_budget");
    assertThat(messages(0).get(0))
        .isEqualTo(Map.of("role", "system", "content", FreightTools.instructions()));
    assertThat(messages(1).get(messages(1).size() - 1).get("content").toString()).contains("25.00");
  }

  @Test
  void chatWithoutALimitForToolsIsSentUnchanged() {
    responses.add(TEXT);
    application().run(context -> assertThat(respond(context, "Hello")).isEqualTo("Done."));
    assertThat(requests.get(0).get("tools")).isNull();
    assertThat(messages(0)).hasSize(1);
  }

  private static String respond(ApplicationContext context, String question) {
    return context.getBean(ChatClient.Builder.class).build().prompt(question).call().content();
  }

  @SuppressWarnings("unchecked") // As OpenAI describes it.
  private List<Map<String, Object>> messages(int request) {
    return (List<Map<String, Object>>) requests.get(request).get("messages");
  }

  private static List<String> names(Object tools) {
    return ((List<?>) tools)
        .stream()
            .map(tool -> ((Map<?, ?>) ((Map<?, ?>) tool).get("function")).get("name").toString())
            .toList();
  }
}

package io.freightsdk.agent.mcp;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema of the protocol, against which all that a server says is checked. */
public final class Protocol {
  private static final String DOCUMENT = "https://freight.test/mcp";
  private static final JsonMapper JSON = new JsonMapper();
  private static final SchemaRegistry SCHEMA =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(Map.of(DOCUMENT, text())));

  private static final Map<String, String> RESULTS =
      Map.of(
          "initialize", "InitializeResult",
          "ping", "EmptyResult",
          "tools/list", "ListToolsResult",
          "tools/call", "CallToolResult");

  private static final Map<String, String> MESSAGES =
      Map.of(
          "elicitation/create", "ElicitRequest",
          "notifications/cancelled", "CancelledNotification",
          "notifications/progress", "ProgressNotification",
          "notifications/tools/list_changed", "ToolListChangedNotification");

  private Protocol() {}

  /**
   * Returns the violations of the protocol in a message of the server.
   *
   * @param requestMethod the method of the request that the message responds to; null if unknown
   */
  public static List<String> violations(String line, @Nullable String requestMethod) {
    JsonNode message = JSON.readTree(line);
    JsonNode method = message.get("method");
    String definition = method == null ? null : MESSAGES.get(method.stringValue());
    if (definition != null) return violations(definition, message);
    List<String> found = violations("JSONRPCMessage", message);
    JsonNode result = message.get("result");
    if (found.isEmpty()
        && result != null
        && requestMethod != null
        && RESULTS.containsKey(requestMethod)) {
      return violations(RESULTS.get(requestMethod), result);
    }
    return found;
  }

  private static List<String> violations(String definition, JsonNode value) {
    return SCHEMA
        .getSchema(SchemaLocation.of(DOCUMENT + "#/$defs/" + definition))
        .validate(value)
        .stream()
        .map(error -> definition + ": " + error)
        .toList();
  }

  private static String text() {
    try (InputStream in = Protocol.class.getResourceAsStream("protocol-2025-11-25.json")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.freightsdk.server.support;

import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.OpenApi31;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Checks answers of the test control against its own description. */
public final class AdminCheck {
  private static final String DOCUMENT = "https://freight.test/admin";
  private static final String PREFIX = "/__admin";
  private static final JsonMapper JSON = new JsonMapper();
  private static final JsonNode DESCRIPTION = read();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDialect(
          OpenApi31.getInstance(),
          builder ->
              builder
                  .schemas(Map.of(DOCUMENT, JSON.writeValueAsString(DESCRIPTION)))
                  .schemaRegistryConfig(
                      SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

  private AdminCheck() {}

  /** Methods and path templates that the description has, such as {@code GET /health}. */
  public static List<String> routes() {
    List<String> routes = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : DESCRIPTION.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        boolean isMethod = !operation.getKey().equals("parameters");
        if (isMethod) {
          routes.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        }
      }
    }
    return routes;
  }

  static boolean covers(String path) {
    return path.startsWith(PREFIX + "/");
  }

  static List<String> violations(String method, String path, Http.Reply reply) {
    String bare = path.substring(PREFIX.length()).replaceAll("\\?.*", "");
    String route = routeOf(method, bare);
    if (route == null) return List.of();
    String responses =
        "/paths/"
            + route.replace("~", "~0").replace("/", "~1")
            + "/"
            + method.toLowerCase(Locale.ROOT)
            + "/responses/"
            + reply.status();
    JsonNode response = DESCRIPTION.at(responses);
    if (response.isMissingNode()) return List.of("status " + reply.status() + " not described");
    JsonNode reference = response.path("$ref");
    String resolved = reference.isMissingNode() ? responses : reference.stringValue().substring(1);
    String schema = resolved + "/content/application~1json/schema";
    if (DESCRIPTION.at(schema).isMissingNode()) return List.of();
    return REGISTRY
        .getSchema(SchemaLocation.of(DOCUMENT + "#" + schema))
        .validate(JSON.readTree(reply.text()))
        .stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private static String routeOf(String method, String path) {
    for (String route : routes()) {
      String template = route.substring(route.indexOf(' ') + 1);
      boolean same = route.startsWith(method + " ");
      if (same && path.matches(template.replaceAll("\\{[^}]+}", "[^/]+"))) return template;
    }
    return null;
  }

  private static JsonNode read() {
    try (InputStream yaml =
        AdminCheck.class.getResourceAsStream("/io/freightsdk/server/admin/admin-api.yaml")) {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

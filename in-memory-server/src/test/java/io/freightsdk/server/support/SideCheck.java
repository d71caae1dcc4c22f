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

/** Checks answers beside those of the API proper against a description of their own. */
public final class SideCheck {
  /** The test control. */
  public static final SideCheck ADMIN =
      new SideCheck("/__admin", "/io/freightsdk/server/admin/admin-api.yaml");

  /** What drivers' phones and customers' browsers are answered. */
  public static final SideCheck PUBLIC =
      new SideCheck("/api", "/io/freightsdk/server/http/public-api.yaml");

  private static final String DOCUMENT = "https://freight.test/side";
  private static final JsonMapper JSON = new JsonMapper();

  private final String prefix;
  private final JsonNode description;
  private final SchemaRegistry registry;

  private SideCheck(String prefix, String resource) {
    this.prefix = prefix;
    this.description = read(resource);
    this.registry =
        SchemaRegistry.withDialect(
            OpenApi31.getInstance(),
            builder ->
                builder
                    .schemas(Map.of(DOCUMENT, new JsonMapper().writeValueAsString(description)))
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));
  }

  /** Methods and path templates that the description has, such as {@code GET /health}. */
  public List<String> routes() {
    List<String> routes = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : description.get("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        boolean isMethod = !operation.getKey().equals("parameters");
        if (isMethod) {
          routes.add(operation.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        }
      }
    }
    return routes;
  }

  boolean covers(String path) {
    return path.startsWith(prefix + "/");
  }

  List<String> violations(String method, String path, int status, String body) {
    String bare = path.substring(prefix.length()).replaceAll("\\?.*", "");
    String route = routeOf(method, bare);
    if (route == null) return List.of();
    String responses =
        "/paths/"
            + route.replace("~", "~0").replace("/", "~1")
            + "/"
            + method.toLowerCase(Locale.ROOT)
            + "/responses/"
            + status;
    JsonNode response = description.at(responses);
    if (response.isMissingNode()) return List.of("status " + status + " not described");
    JsonNode reference = response.path("$ref");
    String resolved = reference.isMissingNode() ? responses : reference.stringValue().substring(1);
    String schema = resolved + "/content/application~1json/schema";
    if (description.at(schema).isMissingNode()) return List.of();
    return registry
        .getSchema(SchemaLocation.of(DOCUMENT + "#" + schema))
        .validate(JSON.readTree(body))
        .stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private String routeOf(String method, String path) {
    for (String route : routes()) {
      String template = route.substring(route.indexOf(' ') + 1);
      boolean same = route.startsWith(method + " ");
      if (same && path.matches(template.replaceAll("\\{[^}]+}", "[^/]+"))) return template;
    }
    return null;
  }

  private static JsonNode read(String resource) {
    try (InputStream yaml = SideCheck.class.getResourceAsStream(resource)) {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

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

  /** What phones and browsers are answered, and who asks for the description. */
  public static final SideCheck PUBLIC =
      new SideCheck("", "/io/freightsdk/server/http/public-api.yaml");

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

  /** The parameters that the query of a route may have. */
  public List<String> parameters(String route) {
    int blank = route.indexOf(' ');
    String path = "/paths/" + escaped(route.substring(blank + 1));
    String method = path + "/" + route.substring(0, blank).toLowerCase(Locale.ROOT);
    List<String> names = new ArrayList<>();
    for (JsonNode parameter : description.at(method + "/parameters")) {
      if (parameter.get("in").stringValue().equals("query")) {
        names.add(parameter.get("name").stringValue());
      }
    }
    return names;
  }

  /** Those of them that take a body of JSON. */
  public List<String> routesWithJson() {
    return routes().stream()
        .filter(route -> !description.at(jsonBodyOf(route)).isMissingNode())
        .toList();
  }

  /** What a body of this route has that the description does not allow. */
  public List<String> bodyViolations(String route, String body) {
    return json(jsonBodyOf(route), body);
  }

  private static String jsonBodyOf(String route) {
    int blank = route.indexOf(' ');
    return "/paths/"
        + escaped(route.substring(blank + 1))
        + "/"
        + route.substring(0, blank).toLowerCase(Locale.ROOT)
        + "/requestBody/content/application~1json";
  }

  /** The template of the route that a request takes; null when it is none of this description. */
  String routeOf(String method, String path) {
    if (!path.startsWith(prefix + "/")) return null;
    String bare = path.substring(prefix.length());
    for (String route : routes()) {
      String template = route.substring(route.indexOf(' ') + 1);
      boolean same = route.startsWith(method + " ");
      if (same && bare.matches(template.replaceAll("\\{[^}]+}", "[^/]*"))) return template;
    }
    return null;
  }

  List<String> violations(String method, String route, ResponseCheck.Answered answer) {
    String responses =
        "/paths/"
            + escaped(route)
            + "/"
            + method.toLowerCase(Locale.ROOT)
            + "/responses/"
            + answer.status();
    JsonNode response = description.at(responses);
    if (response.isMissingNode()) return List.of("status " + answer.status() + " not described");
    JsonNode reference = response.path("$ref");
    String resolved = reference.isMissingNode() ? responses : reference.stringValue().substring(1);
    String type = answer.type().replaceAll(";.*", "");
    String content = resolved + "/content/" + escaped(type);
    if (description.at(content).isMissingNode()) {
      boolean nothing = type.isEmpty() && description.at(resolved + "/content").isMissingNode();
      return nothing && answer.body().isEmpty()
          ? List.of()
          : List.of("type " + type + " not described");
    }
    return type.equals("application/json") ? json(content, answer.body()) : List.of();
  }

  private List<String> json(String content, String body) {
    return registry
        .getSchema(SchemaLocation.of(DOCUMENT + "#" + content + "/schema"))
        .validate(JSON.readTree(body))
        .stream()
        .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
        .toList();
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  private static JsonNode read(String resource) {
    try (InputStream yaml = SideCheck.class.getResourceAsStream(resource)) {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

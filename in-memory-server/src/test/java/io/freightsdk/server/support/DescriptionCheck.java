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

/** Checks responses outside the agent API against their own descriptions. */
public final class DescriptionCheck {
  /** The test control. */
  public static final DescriptionCheck ADMIN =
      new DescriptionCheck("/__admin", "/io/freightsdk/server/admin/admin-api.yaml");

  /** The routes for phones, browsers, and the description. */
  public static final DescriptionCheck PUBLIC =
      new DescriptionCheck("", "/io/freightsdk/server/http/public-api.yaml");

  private static final String DOCUMENT = "https://freight.test/side";
  private static final JsonMapper JSON = new JsonMapper();

  private final String prefix;
  private final JsonNode description;
  private final SchemaRegistry registry;

  private DescriptionCheck(String prefix, String resource) {
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

  /** The methods and path templates of the description, such as {@code GET /health}. */
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

  /** The names of the parameters that the query of a route may have, in their order. */
  public List<String> parameters(String route) {
    List<String> names = new ArrayList<>();
    for (JsonNode parameter : description.at(operation(route) + "/parameters")) {
      boolean isQuery = parameter.get("in").stringValue().equals("query");
      if (isQuery) names.add(parameter.get("name").stringValue());
    }
    return names;
  }

  /** The names of the members that the JSON body of a route may have, in their order. */
  public List<String> members(String route) {
    JsonNode schema = resolved(description.at(jsonBodyOf(route) + "/schema"));
    // The first of several forms is the short one.
    if (!schema.at("/oneOf/0/$ref").isMissingNode()) schema = resolved(schema.at("/oneOf/0"));
    if (schema.has("items")) schema = resolved(schema.get("items"));
    return List.copyOf(schema.path("properties").propertyNames());
  }

  private JsonNode resolved(JsonNode node) {
    JsonNode reference = node.path("$ref");
    return reference.isMissingNode() ? node : description.at(reference.stringValue().substring(1));
  }

  /** The routes that have a JSON body. */
  public List<String> routesWithJson() {
    return routes().stream()
        .filter(route -> !description.at(jsonBodyOf(route)).isMissingNode())
        .toList();
  }

  /** The violations of the description in a body of this route. */
  public List<String> bodyViolations(String route, String body) {
    return json(jsonBodyOf(route), body);
  }

  private static String operation(String route) {
    int blank = route.indexOf(' ');
    String method = route.substring(0, blank).toLowerCase(Locale.ROOT);
    return "/paths/" + escaped(route.substring(blank + 1)) + "/" + method;
  }

  private static String jsonBodyOf(String route) {
    return operation(route) + "/requestBody/content/application~1json";
  }

  /** The route template of a request; null if the description has no such route. */
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

  List<String> violations(String method, String route, ResponseCheck.ReceivedResponse received) {
    String responses =
        "/paths/"
            + escaped(route)
            + "/"
            + method.toLowerCase(Locale.ROOT)
            + "/responses/"
            + received.status();
    JsonNode response = description.at(responses);
    if (response.isMissingNode()) return List.of("status " + received.status() + " not described");
    JsonNode reference = response.path("$ref");
    String resolved = reference.isMissingNode() ? responses : reference.stringValue().substring(1);
    String type = received.type().replaceAll(";.*", "");
    String content = resolved + "/content/" + escaped(type);
    if (description.at(content).isMissingNode()) {
      boolean nothing = type.isEmpty() && description.at(resolved + "/content").isMissingNode();
      return nothing && received.body().isEmpty()
          ? List.of()
          : List.of("type " + type + " not described");
    }
    return type.equals("application/json") ? json(content, received.body()) : List.of();
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
    try (InputStream yaml = DescriptionCheck.class.getResourceAsStream(resource)) {
      return new YAMLMapper().readTree(yaml);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.freightsdk.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the operations of {@code paths}, and checks their references. */
final class OperationReader {
  static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
  private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
  private static final Set<String> PARAMETER_KEYS =
      Set.of("name", "in", "required", "description", "schema", "example", "examples");
  private static final Set<String> OPERATION_KEYS =
      Set.of(
          "operationId",
          "summary",
          "description",
          "tags",
          "deprecated",
          "security",
          "parameters",
          "requestBody",
          "responses",
          "x-price-key",
          "x-experimental");

  private final Node root;
  private final BodyReader bodies;

  OperationReader(Node root) {
    this.root = root;
    this.bodies = new BodyReader(root);
  }

  List<Operation> read() {
    List<Operation> operations = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (Map.Entry<String, Node> path : root.get("paths").entries().entrySet()) {
      for (Map.Entry<String, Node> entry : path.getValue().entries().entrySet()) {
        if (entry.getKey().equals("parameters")) continue;
        if (!METHODS.contains(entry.getKey())) {
          throw entry.getValue().invalid("the generator does not understand this");
        }
        Operation operation = operation(path.getKey(), path.getValue(), entry);
        if (!ids.add(operation.id())) {
          throw entry.getValue().invalid("two operations have the id '" + operation.id() + "'");
        }
        operations.add(operation);
      }
    }
    return operations;
  }

  private Operation operation(String path, Node pathNode, Map.Entry<String, Node> entry) {
    Node node = entry.getValue();
    node.requireOnly(OPERATION_KEYS);
    requireParameters(path, pathNode, node);
    requireSecuritySchemes(node);
    if (node.has("requestBody")) bodies.requireRequest(node.get("requestBody"));
    Map<String, Node> responses = node.get("responses").entries();
    responses.forEach(bodies::requireResponse);
    List<String> successes = new ArrayList<>();
    responses.forEach(
        (status, response) -> {
          if (status.startsWith("2")) successes.add(bodies.schemaName(response));
        });
    String id = node.text("operationId");
    Names.constant(node.get("operationId"), id);
    return new Operation(
        id,
        entry.getKey().toUpperCase(Locale.ROOT),
        path,
        node.text("summary"),
        node.text("x-price-key", ""),
        node.flag("x-experimental"),
        arguments(pathNode, node),
        successes);
  }

  private List<Operation.Argument> arguments(Node pathNode, Node operation) {
    List<Operation.Argument> arguments = new ArrayList<>();
    for (Node parameter : parameters(pathNode, operation)) {
      if (!parameter.text("in").equals("path")) continue;
      arguments.add(argument(parameter.text("name"), parameter));
    }
    if (!operation.has("requestBody")) return arguments;
    String name = bodies.schemaName(operation.get("requestBody"));
    Node schema = root.get("components").get("schemas").get(name);
    if (schema.flag("x-no-record")) {
      schema
          .get("properties")
          .entries()
          .forEach((json, member) -> arguments.add(argument(json, member)));
    } else {
      arguments.add(new Operation.Argument("input", name, schema.text("description")));
    }
    return arguments;
  }

  private static Operation.Argument argument(String json, Node node) {
    return new Operation.Argument(Names.component(node, json), "", node.text("description"));
  }

  /**
   * Checks that each placeholder of a path has a parameter, and each path parameter a placeholder.
   */
  private void requireParameters(String path, Node pathNode, Node operation) {
    Set<String> placeholders = new HashSet<>();
    Matcher matcher = PLACEHOLDER.matcher(path);
    while (matcher.find()) placeholders.add(matcher.group(1));
    for (Node parameter : parameters(pathNode, operation)) {
      parameter.requireOnly(PARAMETER_KEYS);
      boolean inPath = parameter.text("in").equals("path");
      if (!inPath && !parameter.text("in").equals("header")) {
        throw parameter.get("in").invalid("a parameter is in the path or a header");
      }
      if (inPath && !placeholders.remove(parameter.text("name"))) {
        throw parameter.invalid("no placeholder of " + path + " has this name");
      }
    }
    if (!placeholders.isEmpty()) {
      throw pathNode.invalid("no parameter is given for the placeholders " + placeholders);
    }
  }

  private List<Node> parameters(Node pathNode, Node operation) {
    List<Node> parameters = new ArrayList<>();
    for (Node owner : List.of(pathNode, operation)) {
      if (!owner.has("parameters")) continue;
      owner.get("parameters").items().forEach(item -> parameters.add(bodies.resolve(item)));
    }
    return parameters;
  }

  private void requireSecuritySchemes(Node operation) {
    Node owner = operation.has("security") ? operation : root;
    for (Node requirement : owner.get("security").items()) {
      requirement
          .entries()
          .forEach(
              (scheme, scopes) -> {
                if (!root.get("components").get("securitySchemes").has(scheme)) {
                  throw scopes.invalid("no security scheme has this name");
                }
              });
    }
  }
}

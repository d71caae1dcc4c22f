package io.freightsdk.generator;

import java.util.Set;
import java.util.regex.Pattern;

/** Reads the request and response bodies of operations: JSON that names its schemas. */
final class BodyReader {
  private static final Pattern STATUS = Pattern.compile("[1-5][0-9][0-9]|[1-5]XX|default");
  private static final Pattern SLASH = Pattern.compile("/");

  private final Node root;

  BodyReader(Node root) {
    this.root = root;
  }

  void requireRequest(Node request) {
    request.requireOnly(Set.of("description", "required", "content"));
    requireContent(request.get("content"));
  }

  void requireResponse(String status, Node node) {
    if (!STATUS.matcher(status).matches())
      throw node.invalid("a response has a status, a range such as 4XX, or 'default'");
    Node response = resolve(node);
    response.requireOnly(Set.of("description", "headers", "content"));
    requireContent(response.get("content"));
    if (response.has("headers")) {
      for (Node header : response.get("headers").entries().values()) {
        resolve(header).requireOnly(Set.of("description", "required", "schema", "example"));
      }
    }
  }

  /** The name of the schema of a request or response that has exactly one. */
  String schemaName(Node body) {
    Node json = resolve(body).get("content").get("application/json");
    String reference = json.get("schema").text("$ref");
    return reference.substring(reference.lastIndexOf('/') + 1);
  }

  /** Follows a reference inside the description. Returns any other value unchanged. */
  Node resolve(Node node) {
    if (!node.has("$ref")) return node;
    Node ref = node.get("$ref");
    if (!ref.text().startsWith("#/")) throw ref.invalid("references stay inside the description");
    Node target = root;
    for (String key : SLASH.split(ref.text().substring(2), -1)) {
      if (!target.has(key)) throw ref.invalid("nothing is at '" + ref.text() + "'");
      target = target.get(key);
    }
    return target;
  }

  private void requireContent(Node content) {
    content.requireOnly(Set.of("application/json"));
    Node json = content.get("application/json");
    json.requireOnly(Set.of("schema", "examples"));
    requireSchemaNames(json.get("schema"));
    if (json.has("examples")) {
      for (Node example : json.get("examples").entries().values()) {
        resolve(example).requireOnly(Set.of("summary", "value"));
      }
    }
  }

  private void requireSchemaNames(Node schema) {
    schema.requireOnly(Set.of("$ref", "anyOf"));
    if (schema.has("anyOf")) {
      schema.get("anyOf").items().forEach(this::requireSchemaNames);
    } else {
      schema.get("$ref");
      resolve(schema);
    }
  }
}

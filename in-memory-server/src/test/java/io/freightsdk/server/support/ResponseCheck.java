package io.freightsdk.server.support;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Checks every response that a test receives against the description of its path. Status, content
 * type and every field must be described.
 */
final class ResponseCheck {
  private static final String JSON = "application/json";
  private static final Pattern HALF_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2})");

  private ResponseCheck() {}

  /** A received response. {@code type} is empty without a content type. */
  record ReceivedResponse(int status, String type, String body) {}

  static void check(String method, String target, ReceivedResponse response) {
    List<String> violations = violations(method, target, response);
    if (violations.isEmpty()) return;
    throw new AssertionError(method + " " + target + " answered " + response + "\n" + violations);
  }

  private static List<String> violations(String method, String target, ReceivedResponse response) {
    // A response to HEAD has a type and no body.
    if (method.equals("HEAD")) return response.body.isEmpty() ? List.of() : List.of("body to HEAD");
    String path = target.replaceAll("\\?.*", "");
    for (DescriptionCheck side : List.of(DescriptionCheck.ADMIN, DescriptionCheck.PUBLIC)) {
      String route = side.routeOf(method, path);
      if (route != null && isTarget(target)) return side.violations(method, route, response);
    }
    List<String> violations = new ArrayList<>();
    if (!response.type.equals(JSON)) violations.add("type " + response.type + " not described");
    Operation operation = isTarget(target) ? operationOf(method, path) : null;
    violations.addAll(
        operation != null
            ? SchemaCheck.of(operation, response.status, response.body)
            : errorOnly(response));
    return violations;
  }

  /** All other responses must be errors. */
  private static List<String> errorOnly(ReceivedResponse response) {
    if (response.status < 400) return List.of("neither described nor an error");
    return SchemaCheck.schema("PlainError", response.body);
  }

  /**
   * Whether a target has only complete escapes. Other targets are refused before they have a route.
   */
  private static boolean isTarget(String target) {
    return !HALF_ESCAPE.matcher(target).find();
  }

  private static Operation operationOf(String method, String path) {
    for (Operation operation : Operation.values()) {
      String template = operation.path().replaceAll("\\{[^}]+}", "[^/]+");
      if (operation.method().equals(method) && path.matches(template)) return operation;
    }
    return null;
  }
}

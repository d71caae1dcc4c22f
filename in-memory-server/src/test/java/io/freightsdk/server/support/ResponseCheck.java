package io.freightsdk.server.support;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import java.util.List;

/**
 * Checks every answer of a test, of the API and of the test control, against its description:
 * status and body must be described, and no field may be unknown.
 */
final class ResponseCheck {
  private ResponseCheck() {}

  static Http.Reply checked(String method, String path, Http.Reply reply) {
    List<String> violations = violations(method, path, reply);
    if (violations.isEmpty()) return reply;
    throw new AssertionError(method + " " + path + " answered " + reply + "\n" + violations);
  }

  private static List<String> violations(String method, String path, Http.Reply reply) {
    if (AdminCheck.covers(path)) return AdminCheck.violations(method, path, reply);
    Operation operation = operationOf(method, path);
    return operation == null ? List.of() : SchemaCheck.of(operation, reply.status(), reply.text());
  }

  private static Operation operationOf(String method, String path) {
    for (Operation operation : Operation.values()) {
      String template = operation.path().replaceAll("\\{[^}]+}", "[^/]+");
      if (operation.method().equals(method) && path.matches(template)) return operation;
    }
    return null;
  }
}

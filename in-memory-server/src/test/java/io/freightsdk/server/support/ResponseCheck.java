package io.freightsdk.server.support;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import java.util.List;

/**
 * Checks every answer of a test to an operation of the API against its description: status and body
 * must be described, and no field may be unknown.
 */
final class ResponseCheck {
  private ResponseCheck() {}

  static Http.Reply checked(String method, String path, Http.Reply reply) {
    Operation operation = operationOf(method, path);
    if (operation == null) return reply;
    List<String> violations = SchemaCheck.of(operation, reply.status(), reply.text());
    if (!violations.isEmpty()) {
      throw new AssertionError(operation.id() + " answered " + reply + "\n" + violations);
    }
    return reply;
  }

  private static Operation operationOf(String method, String path) {
    for (Operation operation : Operation.values()) {
      String template = operation.path().replaceAll("\\{[^}]+}", "[^/]+");
      if (operation.method().equals(method) && path.matches(template)) {
        boolean literal = operation.path().equals(path);
        boolean shadowed = !literal && path.matches("/v1/agent/(pricing|balance)");
        if (!shadowed) return operation;
      }
    }
    return null;
  }
}

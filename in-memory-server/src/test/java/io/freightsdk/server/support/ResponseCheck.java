package io.freightsdk.server.support;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import java.util.List;

/**
 * Checks every answer that a test is given, whatever it was sent with, against the description of
 * its path: status and body must be described, and no field may be unknown. Pages are no JSON and
 * are left to their own tests.
 */
final class ResponseCheck {
  private ResponseCheck() {}

  static Http.Reply checked(String method, String path, Http.Reply reply) {
    check(method, path, reply.status(), reply.text());
    return reply;
  }

  static void check(String method, String path, int status, String body) {
    List<String> violations = violations(method, path, status, body);
    if (violations.isEmpty()) return;
    throw new AssertionError(
        method + " " + path + " answered " + status + " " + body + "\n" + violations);
  }

  private static List<String> violations(String method, String path, int status, String body) {
    if (SideCheck.ADMIN.covers(path)) {
      return SideCheck.ADMIN.violations(method, path, status, body);
    }
    if (SideCheck.PUBLIC.covers(path)) {
      return SideCheck.PUBLIC.violations(method, path, status, body);
    }
    Operation operation = operationOf(method, path);
    if (operation != null) return SchemaCheck.of(operation, status, body);
    // Beside the operations there are errors only; those to HEAD have no body.
    boolean isError = path.startsWith("/v1/") && !method.equals("HEAD");
    return isError ? SchemaCheck.schema("PlainError", body) : List.of();
  }

  private static Operation operationOf(String method, String path) {
    for (Operation operation : Operation.values()) {
      String template = operation.path().replaceAll("\\{[^}]+}", "[^/]+");
      if (operation.method().equals(method) && path.matches(template)) return operation;
    }
    return null;
  }
}

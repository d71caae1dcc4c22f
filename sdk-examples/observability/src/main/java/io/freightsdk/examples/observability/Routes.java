package io.freightsdk.examples.observability;

import io.freightsdk.model.Operation;
import java.util.List;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** Finds the operation of a request, so that paths with load numbers never become tags. */
final class Routes {
  private static final String UNKNOWN = "unknown";

  private Routes() {}

  /** The path with its placeholders, such as {@code /v1/agent/loads/{loadNumber}}. */
  static String template(Request request) {
    Operation operation = operation(request);
    return operation == null ? UNKNOWN : operation.path();
  }

  /** The operation, whatever path the base URL has before {@code /v1}; null when it is none. */
  static @Nullable Operation operation(Request request) {
    List<String> path = request.url().pathSegments();
    for (Operation operation : Operation.values()) {
      boolean sameMethod = operation.method().equals(request.method());
      if (sameMethod && endsWith(path, operation.path())) {
        return operation;
      }
    }
    return null;
  }

  private static boolean endsWith(List<String> path, String template) {
    List<String> wanted = List.of(template.substring(1).split("/", -1));
    int start = path.size() - wanted.size();
    if (start < 0) {
      return false;
    }
    for (int i = 0; i < wanted.size(); i++) {
      boolean placeholder = wanted.get(i).startsWith("{");
      if (!placeholder && !wanted.get(i).equals(path.get(start + i))) {
        return false;
      }
    }
    return true;
  }
}

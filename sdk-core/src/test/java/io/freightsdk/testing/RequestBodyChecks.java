package io.freightsdk.testing;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import mockwebserver3.RecordedRequest;

/** Checks the body of each request against the API description. */
final class RequestBodyChecks {
  private final List<String> violations = new CopyOnWriteArrayList<>();

  /** The operation of a request. */
  static Optional<Operation> operationOf(RecordedRequest request) {
    String path = request.getUrl().encodedPath();
    return Arrays.stream(Operation.values())
        .filter(known -> known.method().equals(request.getMethod()) && isPath(known, path))
        .findFirst();
  }

  void recordViolations(RecordedRequest request) {
    if (request.getBody() == null || request.getBody().size() == 0) return;
    Optional<Operation> operation = operationOf(request);
    if (operation.isEmpty()) {
      String path = request.getUrl().encodedPath();
      violations.add(request.getMethod() + " " + path + " is no operation of the description");
      return;
    }
    for (String violation : SchemaCheck.request(operation.get(), request.getBody().utf8())) {
      violations.add(operation.get() + " " + violation);
    }
  }

  /** Fails if a request did not match the description. */
  void failIfViolated() {
    if (!violations.isEmpty()) {
      throw new AssertionError("against the API description: " + violations);
    }
  }

  private static boolean isPath(Operation operation, String path) {
    String template = "(/[^/]+)*" + operation.path().replaceAll("\\{[^}]+}", "[^/]+");
    return Pattern.matches(template, path);
  }
}

package io.freightsdk.testing;

import io.freightsdk.model.Operation;
import io.freightsdk.schemacheck.SchemaCheck;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import mockwebserver3.MockResponse;
import mockwebserver3.QueueDispatcher;
import mockwebserver3.RecordedRequest;

/** Answers in order, and holds every body that arrives against the API description. */
final class CheckedRequests extends QueueDispatcher {
  private final List<String> violations = new CopyOnWriteArrayList<>();

  /** What arrived and is not as the description says. */
  List<String> violations() {
    return violations;
  }

  @Override
  public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
    String path = request.getUrl().encodedPath();
    boolean hasBody = request.getBody() != null && request.getBody().size() > 0;
    if (hasBody) check(request.getMethod(), path, request.getBody().utf8());
    return super.dispatch(request);
  }

  private void check(String method, String path, String body) {
    Optional<Operation> operation =
        Arrays.stream(Operation.values())
            .filter(known -> known.method().equals(method) && isPathOf(known, path))
            .findFirst();
    if (operation.isEmpty()) {
      violations.add(method + " " + path + " is no operation of the description");
      return;
    }
    for (String violation : SchemaCheck.request(operation.get(), body)) {
      violations.add(operation.get() + " " + violation);
    }
  }

  private static boolean isPathOf(Operation operation, String path) {
    String template = "(/[^/]+)*" + operation.path().replaceAll("\\{[^}]+}", "[^/]+");
    return Pattern.matches(template, path);
  }
}

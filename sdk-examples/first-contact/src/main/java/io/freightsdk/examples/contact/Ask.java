package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/** What is sent for a question. */
sealed interface Ask {
  /** Nothing: it is judged from the answers that came before. */
  record Nothing() implements Ask {}

  /** One request, sent twice in the same moment. */
  record AtOnce(Send send) implements Ask {}

  /**
   * One request.
   *
   * @param loadNumber for the path; empty if it has none
   * @param body null for a request without one
   */
  record Send(
      Operation operation,
      Auth auth,
      String loadNumber,
      @Nullable String body,
      String contentType,
      @Nullable String idempotencyKey)
      implements Ask {
    static final String JSON = "application/json";

    static Send get(Operation operation) {
      return new Send(operation, Auth.OURS, "", null, JSON, null);
    }

    static Send read(String loadNumber) {
      return new Send(Operation.GET_LOAD_POSITION, Auth.OURS, loadNumber, null, JSON, null);
    }

    static Send create(String body, @Nullable String idempotencyKey) {
      return new Send(Operation.CREATE_LOAD, Auth.OURS, "", body, JSON, idempotencyKey);
    }

    static Send confirm(String loadNumber, String body) {
      return new Send(Operation.CONFIRM_DELIVERY, Auth.OURS, loadNumber, body, JSON, null);
    }

    static Send setStatus(String loadNumber) {
      String body = "{\"status\":\"DELIVERED\"}";
      return new Send(Operation.UPDATE_LOAD_STATUS, Auth.OURS, loadNumber, body, JSON, null);
    }

    Send as(Auth other) {
      return new Send(operation, other, loadNumber, body, contentType, idempotencyKey);
    }

    Send withContentType(String type) {
      return new Send(operation, auth, loadNumber, body, type, idempotencyKey);
    }

    /** Without the body, which has a phone number. */
    @Override
    public String toString() {
      return "Send[" + operation.id() + ", " + auth + "]";
    }
  }

  /** Which agent key a request carries. */
  enum Auth {
    OURS,
    NONE,
    WRONG
  }
}

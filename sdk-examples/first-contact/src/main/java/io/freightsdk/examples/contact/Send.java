package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * One request, and what is expected of its answer.
 *
 * @param loadNumber for the path; empty if it has none
 * @param body null for a request without one
 * @param hasWrongKey whether it carries a key that the service does not have
 * @param times how often it is sent in the same moment
 * @param status with which it is answered
 * @param load which a creation must name; null if it is a new one
 */
record Send(
    Operation operation,
    String loadNumber,
    @Nullable String body,
    @Nullable String idempotencyKey,
    boolean hasWrongKey,
    int times,
    int status,
    Facts.@Nullable Load load) {

  private Send(Operation operation, String loadNumber, @Nullable String body, int status) {
    this(operation, loadNumber, body, null, false, 1, status, null);
  }

  static Send get(Operation operation) {
    return new Send(operation, "", null, 200);
  }

  static Send read(String loadNumber) {
    return new Send(Operation.GET_LOAD_POSITION, loadNumber, null, 200);
  }

  static Send create(String body, String idempotencyKey) {
    return new Send(Operation.CREATE_LOAD, "", body, idempotencyKey, false, 1, 201, null);
  }

  static Send confirm(String loadNumber, String body) {
    return new Send(Operation.CONFIRM_DELIVERY, loadNumber, body, 404);
  }

  static Send setStatus(String loadNumber) {
    return new Send(Operation.UPDATE_LOAD_STATUS, loadNumber, "{\"status\":\"DELIVERED\"}", 410);
  }

  /** Refused with 401. */
  Send withWrongKey() {
    return new Send(operation, loadNumber, body, idempotencyKey, true, times, 401, load);
  }

  Send twice() {
    return new Send(operation, loadNumber, body, idempotencyKey, hasWrongKey, 2, status, load);
  }

  Send answered(int with) {
    return new Send(operation, loadNumber, body, idempotencyKey, hasWrongKey, times, with, load);
  }

  Send naming(Facts.Load known) {
    return new Send(operation, loadNumber, body, idempotencyKey, hasWrongKey, times, status, known);
  }

  boolean mayMakeALoad() {
    return load == null && status < 300;
  }

  /** Without the body, which has a phone number. */
  @Override
  public String toString() {
    return "Send[" + operation.id() + "]";
  }
}

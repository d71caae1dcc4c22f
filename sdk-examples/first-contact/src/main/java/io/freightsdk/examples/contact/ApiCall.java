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
record ApiCall(
    Operation operation,
    String loadNumber,
    @Nullable String body,
    @Nullable String idempotencyKey,
    boolean hasWrongKey,
    int times,
    int status,
    RunContext.@Nullable Load load) {

  private ApiCall(Operation operation, String loadNumber, @Nullable String body, int status) {
    this(operation, loadNumber, body, null, false, 1, status, null);
  }

  static ApiCall get(Operation operation) {
    return new ApiCall(operation, "", null, 200);
  }

  static ApiCall read(String loadNumber) {
    return new ApiCall(Operation.GET_LOAD_POSITION, loadNumber, null, 200);
  }

  static ApiCall create(String body, String idempotencyKey) {
    return new ApiCall(Operation.CREATE_LOAD, "", body, idempotencyKey, false, 1, 201, null);
  }

  static ApiCall confirm(String loadNumber, String body) {
    return new ApiCall(Operation.CONFIRM_DELIVERY, loadNumber, body, 404);
  }

  static ApiCall setStatus(String loadNumber) {
    return new ApiCall(Operation.UPDATE_LOAD_STATUS, loadNumber, "{\"status\":\"DELIVERED\"}", 410);
  }

  /** Refused with 401. */
  ApiCall withWrongKey() {
    return new ApiCall(operation, loadNumber, body, idempotencyKey, true, times, 401, load);
  }

  ApiCall twice() {
    return new ApiCall(operation, loadNumber, body, idempotencyKey, hasWrongKey, 2, status, load);
  }

  ApiCall answered(int with) {
    return new ApiCall(operation, loadNumber, body, idempotencyKey, hasWrongKey, times, with, load);
  }

  ApiCall naming(RunContext.Load known) {
    return new ApiCall(
        operation, loadNumber, body, idempotencyKey, hasWrongKey, times, status, known);
  }

  boolean mayMakeALoad() {
    return load == null && status < 300;
  }

  /** Without the body, which has a phone number. */
  @Override
  public String toString() {
    return "ApiCall[" + operation.id() + "]";
  }
}

package io.freightsdk.examples.contact;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * One request, and what is expected of its answer.
 *
 * @param loadNumber for the path; empty if it has none
 * @param body null for a request without one
 * @param key which agent key it carries
 * @param times how often it is sent in the same moment
 * @param status with which it is answered
 * @param load which a creation must name; null if it is a new one
 */
record Send(
    Operation operation,
    String loadNumber,
    @Nullable String body,
    @Nullable String idempotencyKey,
    Key key,
    int times,
    int status,
    Facts.@Nullable Load load) {

  enum Key {
    OURS,
    NONE,
    WRONG
  }

  private Send(Operation operation, String loadNumber, @Nullable String body, int status) {
    this(operation, loadNumber, body, null, Key.OURS, 1, status, null);
  }

  static Send get(Operation operation) {
    return new Send(operation, "", null, 200);
  }

  static Send read(String loadNumber) {
    return new Send(Operation.GET_LOAD_POSITION, loadNumber, null, 200);
  }

  static Send create(String body, String idempotencyKey) {
    return new Send(Operation.CREATE_LOAD, "", body, idempotencyKey, Key.OURS, 1, 201, null);
  }

  static Send confirm(String loadNumber, String body) {
    return new Send(Operation.CONFIRM_DELIVERY, loadNumber, body, 404);
  }

  static Send setStatus(String loadNumber) {
    return new Send(Operation.UPDATE_LOAD_STATUS, loadNumber, "{\"status\":\"DELIVERED\"}", 410);
  }

  /** Refused with 401. */
  Send with(Key other) {
    return new Send(operation, loadNumber, body, idempotencyKey, other, times, 401, load);
  }

  Send twice() {
    return new Send(operation, loadNumber, body, idempotencyKey, key, 2, status, load);
  }

  Send answered(int with) {
    return new Send(operation, loadNumber, body, idempotencyKey, key, times, with, load);
  }

  Send naming(Facts.Load known) {
    return new Send(operation, loadNumber, body, idempotencyKey, key, times, status, known);
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

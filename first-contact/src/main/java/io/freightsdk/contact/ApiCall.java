package io.freightsdk.contact;

import io.freightsdk.model.Operation;
import org.jspecify.annotations.Nullable;

/**
 * One call, and its expected response.
 *
 * @param loadNumber for the path; empty if it has none
 * @param body null for a request without one
 * @param hasWrongAgentKey whether it carries a key that the service does not have
 * @param times number of requests, which are sent concurrently
 */
record ApiCall(
    Operation operation,
    String loadNumber,
    @Nullable String body,
    @Nullable String idempotencyKey,
    boolean hasWrongAgentKey,
    int times,
    Expected expected) {

  /**
   * The expected response.
   *
   * @param existingLoad the load of the key or reference, which the response must name; null for a
   *     new one
   * @param otherMeaning the meaning of another status, if the description leaves the status open;
   *     otherwise null
   * @param mayBeNewLoad whether the other status may be 201 for a new load
   */
  record Expected(
      int status,
      RunContext.@Nullable Load existingLoad,
      @Nullable String otherMeaning,
      boolean mayBeNewLoad) {
    Expected(int status) {
      this(status, null, null, false);
    }
  }

  private ApiCall(Operation operation, String loadNumber, @Nullable String body) {
    this(operation, loadNumber, body, null, false, 1, new Expected(200));
  }

  static ApiCall get(Operation operation) {
    return new ApiCall(operation, "", null);
  }

  static ApiCall read(String loadNumber) {
    return new ApiCall(Operation.GET_LOAD_POSITION, loadNumber, null);
  }

  static ApiCall create(String body, String idempotencyKey) {
    Expected created = new Expected(201);
    return new ApiCall(Operation.CREATE_LOAD, "", body, idempotencyKey, false, 1, created);
  }

  /**
   * @param body the description makes it optional, so it may be empty
   */
  static ApiCall confirm(String loadNumber, String body) {
    return new ApiCall(Operation.CONFIRM_DELIVERY, loadNumber, body);
  }

  static ApiCall setStatus(String loadNumber) {
    return new ApiCall(Operation.UPDATE_LOAD_STATUS, loadNumber, "{\"status\":\"DELIVERED\"}");
  }

  ApiCall withWrongAgentKey() {
    return new ApiCall(operation, loadNumber, body, idempotencyKey, true, times, expected);
  }

  ApiCall twiceAtOnce() {
    return new ApiCall(operation, loadNumber, body, idempotencyKey, hasWrongAgentKey, 2, expected);
  }

  private ApiCall with(Expected other) {
    return new ApiCall(operation, loadNumber, body, idempotencyKey, hasWrongAgentKey, times, other);
  }

  ApiCall expecting(int status) {
    return with(new Expected(status, expected.existingLoad, null, false));
  }

  ApiCall repeating(RunContext.Load load) {
    return with(new Expected(expected.status, load, null, false));
  }

  /** The service may also respond with another status, which means this. */
  ApiCall open(String meaning) {
    return with(new Expected(expected.status, expected.existingLoad, meaning, false));
  }

  /**
   * The same, and the service may also create a load instead. Call it after {@link #expecting},
   * {@link #repeating} and {@link #open}, which reset it.
   */
  ApiCall orNewLoad(String meaning) {
    return with(new Expected(expected.status, expected.existingLoad, meaning, true));
  }

  /** Whether it is a creation whose key was sent before or is sent twice. */
  boolean isReplay() {
    boolean isCreation = operation == Operation.CREATE_LOAD && expected.status == 201;
    return isCreation && (expected.existingLoad != null || times > 1);
  }

  /** Whether the client must report a charge for the expected response. */
  boolean mustReportCharge() {
    return expected.status == (operation == Operation.CREATE_LOAD ? 201 : 200)
        && PriceList.isPaid(operation);
  }

  /** Whether it is a creation that the service may also recognize by its reference. */
  boolean hasReference() {
    return body != null && body.contains("customerRef");
  }

  boolean mayCreateLoad() {
    return (expected.existingLoad == null || expected.mayBeNewLoad) && expected.status < 300;
  }

  /** Omits the body, which has a phone number. */
  @Override
  public String toString() {
    return "ApiCall[" + operation.id() + "]";
  }
}

package io.freightsdk.server.service.refusal;

import io.freightsdk.server.fault.Fault;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Thrown for a refused call, which charges nothing and changes nothing, with its error response
 * (API description, 7). {@code ErrorTableTest} tests each. Has no stack trace, because refusals are
 * frequent.
 */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Map<String, Object> body = new LinkedHashMap<>();
  private final transient Map<String, String> headers = new LinkedHashMap<>();
  private final transient @Nullable Fault outage;

  private RefusedException(int status, String error, @Nullable Fault outage) {
    super(error, null, false, false);
    this.status = status;
    this.outage = outage;
    body.put("error", error);
  }

  public int status() {
    return status;
  }

  /** The members of the response's JSON. */
  public Map<String, Object> body() {
    return body;
  }

  /** The additional headers of the response. */
  public Map<String, String> headers() {
    return headers;
  }

  /** The planned fault that makes billing unavailable; null for any other refusal. */
  public @Nullable Fault outage() {
    return outage;
  }

  public static RefusedException missingKey() {
    return withCode(401, "MISSING_KEY", "Agent key missing")
        .withHeader("WWW-Authenticate", "Bearer");
  }

  public static RefusedException invalidKey() {
    return withCode(401, "INVALID_KEY", "Agent key invalid")
        .withHeader("WWW-Authenticate", "Bearer");
  }

  public static RefusedException missingScope(String scope) {
    return of(403, "The agent key does not have the scope " + scope);
  }

  public static RefusedException otherBrokersLoad() {
    return of(403, "The load belongs to another broker");
  }

  /** The key's broker is not registered. */
  public static RefusedException unregisteredBroker(String brokerEmail) {
    return withCode(422, "UNKNOWN_BROKER", "The broker of this key is not registered")
        .with("brokerEmail", brokerEmail);
  }

  /** Fields are missing or invalid: dotted paths in the order of the description. */
  public static RefusedException invalidFields(List<String> fields) {
    return of(400, "Missing or invalid fields").with("fields", List.copyOf(fields));
  }

  public static RefusedException invalidDriverPhone() {
    return withCode(400, "INVALID_DRIVER_PHONE", "driverPhone cannot be normalized to E.164");
  }

  public static RefusedException invalidBolTime() {
    return of(400, "invalid bol_received_at");
  }

  public static RefusedException invalidIdempotencyKey() {
    return withCode(
        400,
        "INVALID_IDEMPOTENCY_KEY",
        "Idempotency-Key must be 1 to 255 visible ASCII characters");
  }

  public static RefusedException invalidJson() {
    return withCode(400, "INVALID_JSON", "The body is not a JSON object");
  }

  /** Any other invalid call, with its own message. */
  public static RefusedException badRequest(String error) {
    return of(400, error);
  }

  public static RefusedException insufficientFunds(BigDecimal balanceUsd, BigDecimal priceUsd) {
    return withCode(402, "INSUFFICIENT_FUNDS", "Prepaid balance does not cover this operation")
        .with("balanceUsd", balanceUsd)
        .with("priceUsd", priceUsd)
        .with("billingUrl", "/billing/topup");
  }

  public static RefusedException loadNotFound() {
    return notFound("Load not found");
  }

  public static RefusedException notFound(String error) {
    return of(404, error);
  }

  /** The path exists for other methods. */
  public static RefusedException methodNotAllowed(String allow) {
    return of(405, "Method not allowed").withHeader("Allow", allow);
  }

  /** Every status write. */
  public static RefusedException statusUpdatesGone() {
    return withCode(
        410, "STATUS_DOOR_CLOSED", "Load status cannot be set; it follows the driver's GPS");
  }

  /** An expired tracking link or driver's link. */
  public static RefusedException linkExpired() {
    return of(410, "Tracking link expired");
  }

  public static RefusedException bodyTooLarge(int limitBytes) {
    return of(413, "The body is over " + limitBytes + " bytes");
  }

  public static RefusedException unsupportedMediaType() {
    return of(415, "Send the body with Content-Type: application/json");
  }

  /** A confirmation before the driver has arrived at the last stop. */
  public static RefusedException deliveryNotReady(String status) {
    return of(422, "load not at delivery yet")
        .with("status", status)
        .with("reason", "bol_received_before_geofence_arrive");
  }

  public static RefusedException billingUnavailable(Fault outage) {
    String error = "Billing is temporarily unavailable; nothing was charged";
    RefusedException refused =
        new RefusedException(503, error, outage).with("code", "BILLING_UNAVAILABLE");
    String retryAfter = outage.retryAfter();
    return retryAfter == null ? refused : refused.withHeader("Retry-After", retryAfter);
  }

  private static RefusedException of(int status, String error) {
    return new RefusedException(status, error, null);
  }

  private static RefusedException withCode(int status, String code, String error) {
    return of(status, error).with("code", code);
  }

  private RefusedException with(String member, Object value) {
    body.put(member, value);
    return this;
  }

  private RefusedException withHeader(String name, String value) {
    headers.put(name, value);
    return this;
  }
}

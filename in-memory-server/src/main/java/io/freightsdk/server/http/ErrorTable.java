package io.freightsdk.server.http;

import static io.freightsdk.server.http.JsonText.object;

import io.freightsdk.server.service.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** The status and body of every refusal (API description, section 7), one row each. */
final class ErrorTable {
  private static final String BILLING_URL = "/billing/topup";

  private static final Map<Class<? extends Refusal>, Row<?>> ROWS = rows();

  private ErrorTable() {}

  static Answer answer(Refusal refusal) {
    Row<?> row = ROWS.get(refusal.getClass());
    if (row == null) throw new IllegalStateException("no row for " + refusal.getClass());
    return headers(refusal, Answer.json(row.status, row.bodyOf(refusal)));
  }

  static Answer plain(int status, String error) {
    return Answer.json(status, object("error", error));
  }

  private static Map<Class<? extends Refusal>, Row<?>> rows() {
    Map<Class<? extends Refusal>, Row<?>> rows = new LinkedHashMap<>();
    coded(rows, Refusal.MissingKey.class, 401, "MISSING_KEY", "Agent key missing");
    coded(rows, Refusal.InvalidKey.class, 401, "INVALID_KEY", "Agent key invalid");
    row(
        rows,
        Refusal.OutOfScope.class,
        403,
        r -> object("error", "The agent key does not have the scope " + r.scope()));
    row(
        rows,
        Refusal.ForeignLoad.class,
        403,
        r -> object("error", "The load belongs to another broker"));
    row(
        rows,
        Refusal.UnknownBroker.class,
        422,
        r ->
            object(
                "error",
                "The broker of this key is not registered",
                "code",
                "UNKNOWN_BROKER",
                "brokerEmail",
                r.brokerEmail()));
    row(
        rows,
        Refusal.InvalidFields.class,
        400,
        r -> object("error", "Missing or invalid fields", "fields", r.fields()));
    coded(
        rows,
        Refusal.InvalidDriverPhone.class,
        400,
        "INVALID_DRIVER_PHONE",
        "driverPhone cannot be normalized to E.164");
    row(rows, Refusal.InvalidBolTime.class, 400, r -> object("error", "invalid bol_received_at"));
    coded(
        rows,
        Refusal.InvalidIdempotencyKey.class,
        400,
        "INVALID_IDEMPOTENCY_KEY",
        "Idempotency-Key must be 1 to 255 visible ASCII characters");
    coded(rows, Refusal.InvalidJson.class, 400, "INVALID_JSON", "The body is not a JSON object");
    row(rows, Refusal.BadRequest.class, 400, r -> object("error", r.message()));
    row(
        rows,
        Refusal.InsufficientFunds.class,
        402,
        r ->
            object(
                "error",
                "Prepaid balance does not cover this operation",
                "code",
                "INSUFFICIENT_FUNDS",
                "balanceUsd",
                r.balanceUsd(),
                "priceUsd",
                r.priceUsd(),
                "billingUrl",
                BILLING_URL));
    row(rows, Refusal.LoadNotFound.class, 404, r -> object("error", "Load not found"));
    row(rows, Refusal.NoSuchPath.class, 404, r -> object("error", "Not found"));
    row(rows, Refusal.NotFound.class, 404, r -> object("error", r.message()));
    row(rows, Refusal.MethodNotAllowed.class, 405, r -> object("error", "Method not allowed"));
    coded(
        rows,
        Refusal.StatusDoorClosed.class,
        410,
        "STATUS_DOOR_CLOSED",
        "Load status cannot be set; it follows the driver's GPS");
    row(rows, Refusal.TrackingExpired.class, 410, r -> object("error", "Tracking link expired"));
    row(
        rows,
        Refusal.BodyTooLarge.class,
        413,
        r -> object("error", "The body is over " + r.limitBytes() + " bytes"));
    row(
        rows,
        Refusal.NotJson.class,
        415,
        r -> object("error", "Send the body with Content-Type: application/json"));
    row(
        rows,
        Refusal.DeliveryNotReady.class,
        422,
        r ->
            object(
                "error",
                "load not at delivery yet",
                "status",
                r.status(),
                "reason",
                "bol_received_before_geofence_arrive"));
    row(rows, Refusal.TooManyRequests.class, 429, r -> object("error", "Too many requests"));
    coded(
        rows,
        Refusal.BillingUnavailable.class,
        503,
        "BILLING_UNAVAILABLE",
        "Billing is temporarily unavailable; nothing was charged");
    return Map.copyOf(rows);
  }

  private static Answer headers(Refusal refusal, Answer answer) {
    if (refusal instanceof Refusal.MissingKey || refusal instanceof Refusal.InvalidKey) {
      return answer.withHeader("WWW-Authenticate", "Bearer");
    }
    if (refusal instanceof Refusal.MethodNotAllowed other) {
      return answer.withHeader("Allow", other.allow());
    }
    if (refusal instanceof Refusal.TooManyRequests limited) {
      return answer.withHeader("Retry-After", Long.toString(limited.retryAfterSeconds()));
    }
    if (refusal instanceof Refusal.BillingUnavailable down && down.retryAfter() != null) {
      return answer.withHeader("Retry-After", down.retryAfter());
    }
    return answer;
  }

  private static <R extends Refusal> void row(
      Map<Class<? extends Refusal>, Row<?>> rows,
      Class<R> type,
      int status,
      Function<R, Map<String, ?>> body) {
    rows.put(type, new Row<>(type, status, body));
  }

  private static <R extends Refusal> void coded(
      Map<Class<? extends Refusal>, Row<?>> rows,
      Class<R> type,
      int status,
      String code,
      String error) {
    row(rows, type, status, r -> object("error", error, "code", code));
  }

  private record Row<R extends Refusal>(
      Class<R> type, int status, Function<R, Map<String, ?>> body) {
    Map<String, ?> bodyOf(Refusal refusal) {
      return body.apply(type.cast(refusal));
    }
  }
}

package io.freightsdk.server.http;

import static io.freightsdk.server.http.JsonText.object;

import io.freightsdk.server.http.engine.Response;
import io.freightsdk.server.service.refusal.Refusal;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The status and body of every refusal, one row each. {@code ErrorTableTest} tests them. */
public final class RefusalResponses {
  private static final Map<Class<?>, Row<?>> ROWS =
      Stream.of(
              withCode(Refusal.MissingKey.class, 401, "MISSING_KEY", "Agent key missing"),
              withCode(Refusal.InvalidKey.class, 401, "INVALID_KEY", "Agent key invalid"),
              error(
                  Refusal.MissingScope.class,
                  403,
                  r -> "The agent key does not have the scope " + r.scope()),
              error(Refusal.OtherBrokersLoad.class, 403, r -> "The load belongs to another broker"),
              row(Refusal.UnknownBroker.class, 422, RefusalResponses::body),
              row(
                  Refusal.InvalidFields.class,
                  400,
                  r -> object("error", "Missing or invalid fields", "fields", r.fields())),
              withCode(
                  Refusal.InvalidDriverPhone.class,
                  400,
                  "INVALID_DRIVER_PHONE",
                  "driverPhone cannot be normalized to E.164"),
              error(Refusal.InvalidBolTime.class, 400, r -> "invalid bol_received_at"),
              withCode(
                  Refusal.InvalidIdempotencyKey.class,
                  400,
                  "INVALID_IDEMPOTENCY_KEY",
                  "Idempotency-Key must be 1 to 255 visible ASCII characters"),
              withCode(
                  Refusal.InvalidJson.class, 400, "INVALID_JSON", "The body is not a JSON object"),
              error(Refusal.BadRequest.class, 400, Refusal.BadRequest::message),
              row(Refusal.InsufficientFunds.class, 402, RefusalResponses::body),
              error(Refusal.LoadNotFound.class, 404, r -> "Load not found"),
              error(Refusal.PathNotFound.class, 404, r -> "Not found"),
              error(Refusal.NotFound.class, 404, Refusal.NotFound::message),
              error(Refusal.MethodNotAllowed.class, 405, r -> "Method not allowed"),
              withCode(
                  Refusal.StatusUpdatesGone.class,
                  410,
                  "STATUS_DOOR_CLOSED",
                  "Load status cannot be set; it follows the driver's GPS"),
              error(Refusal.LinkExpired.class, 410, r -> "Tracking link expired"),
              error(
                  Refusal.BodyTooLarge.class,
                  413,
                  r -> "The body is over " + r.limitBytes() + " bytes"),
              error(
                  Refusal.UnsupportedMediaType.class,
                  415,
                  r -> "Send the body with Content-Type: application/json"),
              row(Refusal.DeliveryNotReady.class, 422, RefusalResponses::body),
              withCode(
                  Refusal.BillingUnavailable.class,
                  503,
                  "BILLING_UNAVAILABLE",
                  "Billing is temporarily unavailable; nothing was charged"))
          .collect(Collectors.toUnmodifiableMap(Row::type, row -> row));

  private RefusalResponses() {}

  static Response response(Refusal refusal) {
    Row<?> row = ROWS.get(refusal.getClass());
    if (row == null) throw new IllegalStateException("no row for " + refusal.getClass());
    return headers(refusal, JsonText.response(row.status, row.bodyOf(refusal)));
  }

  public static Response plain(int status, String error) {
    return JsonText.response(status, object("error", error));
  }

  private static Map<String, ?> body(Refusal.UnknownBroker refusal) {
    return object(
        "error", "The broker of this key is not registered",
        "code", "UNKNOWN_BROKER",
        "brokerEmail", refusal.brokerEmail());
  }

  private static Map<String, ?> body(Refusal.InsufficientFunds refusal) {
    return object(
        "error", "Prepaid balance does not cover this operation",
        "code", "INSUFFICIENT_FUNDS",
        "balanceUsd", refusal.balanceUsd(),
        "priceUsd", refusal.priceUsd(),
        "billingUrl", "/billing/topup");
  }

  private static Map<String, ?> body(Refusal.DeliveryNotReady refusal) {
    return object(
        "error", "load not at delivery yet",
        "status", refusal.status(),
        "reason", "bol_received_before_geofence_arrive");
  }

  private static Response headers(Refusal refusal, Response response) {
    if (refusal instanceof Refusal.MissingKey || refusal instanceof Refusal.InvalidKey) {
      return response.withHeader("WWW-Authenticate", "Bearer");
    }
    if (refusal instanceof Refusal.MethodNotAllowed other) {
      return response.withHeader("Allow", other.allow());
    }
    String retryAfter =
        refusal instanceof Refusal.BillingUnavailable down ? down.outage().retryAfter() : null;
    return retryAfter == null ? response : response.withHeader("Retry-After", retryAfter);
  }

  private static <R extends Refusal> Row<R> row(
      Class<R> type, int status, Function<R, Map<String, ?>> body) {
    return new Row<>(type, status, body);
  }

  private static <R extends Refusal> Row<R> withCode(
      Class<R> type, int status, String code, String error) {
    return row(type, status, r -> object("error", error, "code", code));
  }

  private static <R extends Refusal> Row<R> error(
      Class<R> type, int status, Function<R, String> error) {
    return row(type, status, r -> object("error", error.apply(r)));
  }

  private record Row<R extends Refusal>(
      Class<R> type, int status, Function<R, Map<String, ?>> body) {
    Map<String, ?> bodyOf(Refusal refusal) {
      return body.apply(type.cast(refusal));
    }
  }
}

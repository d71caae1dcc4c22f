package io.freightsdk.server.service.refusal;

import io.freightsdk.server.fault.Fault;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason for a refused call, which charges nothing and changes nothing (API description, 7).
 */
public sealed interface Refusal {
  /** 401: no key. */
  record MissingKey() implements Refusal {}

  /** 401: a key that is not valid. */
  record InvalidKey() implements Refusal {}

  /** 403: the key does not have the scope. */
  record MissingScope(String scope) implements Refusal {}

  /** 403: the load belongs to another broker. */
  record OtherBrokersLoad() implements Refusal {}

  /** 422: the key's broker is not registered. */
  record UnknownBroker(String brokerEmail) implements Refusal {}

  /** 400: fields missing or invalid, as dotted paths in the order of the description. */
  record InvalidFields(List<String> fields) implements Refusal {
    public InvalidFields {
      fields = List.copyOf(fields);
    }
  }

  /** 400: a phone that cannot be written in E.164. */
  record InvalidDriverPhone() implements Refusal {}

  /** 400: a BOL time that is not an instant. */
  record InvalidBolTime() implements Refusal {}

  /** 400: an idempotency key that is blank or malformed. */
  record InvalidIdempotencyKey() implements Refusal {}

  /** 400: a body that is not a JSON object. */
  record InvalidJson() implements Refusal {}

  /** 400: any other invalid test control or experimental call. */
  record BadRequest(String message) implements Refusal {}

  /** 402: the balance does not cover the price. */
  record InsufficientFunds(BigDecimal balanceUsd, BigDecimal priceUsd) implements Refusal {}

  /** 404: no such load. */
  record LoadNotFound() implements Refusal {}

  /** 404: nothing is served at this path. */
  record PathNotFound() implements Refusal {}

  /** 404: not found, for the test control. */
  record NotFound(String message) implements Refusal {}

  /** 405: the path exists for other methods. */
  record MethodNotAllowed(String allow) implements Refusal {}

  /** 410: every status write. */
  record StatusUpdatesGone() implements Refusal {}

  /** 410: an expired tracking link or driver's link. */
  record LinkExpired() implements Refusal {}

  /** 413: a body over the limit. */
  record BodyTooLarge(int limitBytes) implements Refusal {}

  /** 415: a body whose content type is not JSON. */
  record UnsupportedMediaType(@Nullable String contentType) implements Refusal {}

  /** 422: confirmation before the driver arrived at the delivery stop. */
  record DeliveryNotReady(String status) implements Refusal {}

  /** 503: billing is unavailable because of this planned fault; nothing charged. */
  record BillingUnavailable(Fault outage) implements Refusal {}

  /** Carries a refusal to the HTTP layer. Has no stack trace, because refusals are frequent. */
  public static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Refusal refusal;

    public RefusedException(Refusal refusal) {
      super(refusal.getClass().getSimpleName(), null, false, false);
      this.refusal = refusal;
    }

    public Refusal refusal() {
      return refusal;
    }
  }
}

package io.freightsdk.internal.error;

import io.freightsdk.error.AuthenticationException;
import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightApiException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.StatusReadOnlyException;
import io.freightsdk.error.UnexpectedStatusException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.internal.retry.RetryTable.FailureClass;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.transport.WireResponse;
import io.freightsdk.model.LoadStatus;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/** The rows of the API description's error table, and the exception of each row. */
public enum ErrorRow {
  INVALID_REQUEST(FailureClass.REFUSED, NextStep.FIX_REQUEST),
  AUTHENTICATION(FailureClass.REFUSED, NextStep.FIX_KEY),
  INSUFFICIENT_FUNDS(FailureClass.INSUFFICIENT_FUNDS, NextStep.TOP_UP),
  PERMISSION_DENIED(FailureClass.REFUSED, NextStep.FIX_KEY),
  LOAD_NOT_FOUND(FailureClass.REFUSED, NextStep.FIX_REQUEST),
  STATUS_DOOR_CLOSED(FailureClass.REFUSED, NextStep.NONE),
  DELIVERY_NOT_READY(FailureClass.REFUSED, NextStep.WAIT_FOR_DRIVER),
  UNKNOWN_BROKER(FailureClass.REFUSED, NextStep.FIX_KEY),
  RATE_LIMITED(FailureClass.NOT_PROCESSED, NextStep.RETRY_LATER),
  BILLING_UNAVAILABLE(FailureClass.NOT_PROCESSED, NextStep.RETRY_LATER),
  SERVER_ERROR(FailureClass.UNKNOWN_OUTCOME, NextStep.RETRY_LATER),
  UNEXPECTED(FailureClass.REFUSED, NextStep.FIX_REQUEST),
  /** 501 with a code: the service does not do this, and will not at the next attempt. */
  NOT_OFFERED(FailureClass.REFUSED, NextStep.NONE),
  /** 404 whose text does not mention a load: the API is not at this address. */
  NO_SUCH_PATH(FailureClass.REFUSED, NextStep.FIX_CONFIGURATION),
  /** 408 and 425: a server or proxy gave up, perhaps after the service got the request. */
  RESPONSE_LOST(FailureClass.UNKNOWN_OUTCOME, NextStep.RETRY_LATER),
  /**
   * 409 to a request with an idempotency key: the first request under the key is still processed.
   * The API description has no such row, but stores of keys respond so.
   */
  KEY_IN_USE(FailureClass.UNKNOWN_OUTCOME, NextStep.RETRY_LATER),
  /**
   * The body is not the service's: a gateway or proxy responded. It is not known what the service
   * did.
   */
  NOT_THE_SERVICE(FailureClass.NOT_THE_SERVICE, NextStep.FIX_CONFIGURATION);

  private static final String WRONG_URL = ", the base URL is probably wrong";
  private static final Pattern LOAD = Pattern.compile("\\bload\\b", Pattern.CASE_INSENSITIVE);

  private final FailureClass failureClass;
  private final NextStep nextStep;

  ErrorRow(FailureClass failureClass, NextStep nextStep) {
    this.failureClass = failureClass;
    this.nextStep = nextStep;
  }

  /**
   * The row of the table for a response.
   *
   * @param namesLoad whether the request has a load number; without one, 404 does not mean that a
   *     load is missing
   * @param isChargedOncePerKey whether the service charges its key once, and may be processing it
   */
  public static ErrorRow of(
      int status, ErrorBody body, boolean namesLoad, boolean isChargedOncePerKey) {
    if (status == 408 || status == 425) return RESPONSE_LOST;
    boolean hasErrorForm = body.mayBeFromService() && body.error() != null;
    if (status == 409 && isChargedOncePerKey && hasErrorForm) return KEY_IN_USE;
    boolean dependsOnBody = (status < 500 && status != 429) || status == 501;
    if (dependsOnBody && !isFromService(status, body)) return NOT_THE_SERVICE;
    if (status == 404) return namesLoad && mentionsLoad(body) ? LOAD_NOT_FOUND : NO_SUCH_PATH;
    if (status == 410 && !namesLoad) return UNEXPECTED;
    return switch (status) {
      case 400 -> INVALID_REQUEST;
      case 401 -> AUTHENTICATION;
      case 402 -> INSUFFICIENT_FUNDS;
      case 403 -> PERMISSION_DENIED;
      case 410 -> STATUS_DOOR_CLOSED;
      case 422 -> unprocessable(body);
      // The service or a gateway: neither processed the request.
      case 429 -> RATE_LIMITED;
      case 501 -> NOT_OFFERED;
      // Without the code it may come from a proxy, which does not know whether the service
      // charged.
      case 503 -> isBillingUnavailable(body) ? BILLING_UNAVAILABLE : SERVER_ERROR;
      default -> SERVER_ERROR;
    };
  }

  /**
   * Whether the service wrote this response: it has a status of the table, an {@code error}, and no
   * code that the table does not have. Other members are ignored.
   */
  private static boolean isFromService(int status, ErrorBody body) {
    if (!body.mayBeFromService() || body.error() == null) return false;
    return switch (status) {
      // Not all of their codes are published.
      case 400, 401, 410 -> true;
      case 403, 404 -> body.code() == null;
      case 402 -> "INSUFFICIENT_FUNDS".equals(body.code());
      case 422 -> body.code() == null || unprocessable(body) != UNEXPECTED;
      case 501 -> body.code() != null;
      default -> false;
    };
  }

  private static boolean isBillingUnavailable(ErrorBody body) {
    return body.mayBeFromService() && "BILLING_UNAVAILABLE".equals(body.code());
  }

  /**
   * A 404 has no code. The service says "Load not found"; a server that does not know the path
   * cannot know that a load was requested.
   */
  private static boolean mentionsLoad(ErrorBody body) {
    String error = body.error();
    return error != null && LOAD.matcher(error).find();
  }

  private static ErrorRow unprocessable(ErrorBody body) {
    if ("UNKNOWN_BROKER".equals(body.code())) {
      return UNKNOWN_BROKER;
    }
    return "bol_received_before_geofence_arrive".equals(body.reason())
        ? DELIVERY_NOT_READY
        : UNEXPECTED;
  }

  public FailureClass failureClass() {
    return failureClass;
  }

  /** The next step, unless an unknown charge or an idempotency key calls for another one. */
  public NextStep nextStep() {
    return nextStep;
  }

  /**
   * The exception for a response.
   *
   * @param request the body that was refused; null when there was none
   */
  public FreightApiException exception(
      FailedCall call, WireResponse response, ErrorBody body, byte @Nullable [] request) {
    String error = body.error();
    String code = body.code();
    Map<String, List<String>> headers = response.headers().toMultimap();
    return switch (this) {
      case INVALID_REQUEST -> {
        List<String> fields = FieldProblems.refusedFields(body, call.operation(), request);
        yield new InvalidRequestException(
            call, error, code, headers, FieldProblems.problems(fields, request));
      }
      case AUTHENTICATION -> new AuthenticationException(call, error, code, headers);
      case INSUFFICIENT_FUNDS ->
          new InsufficientFundsException(
              call, error, code, headers, body.balanceUsd(), body.priceUsd(), body.billingUrl());
      case PERMISSION_DENIED -> new PermissionDeniedException(call, error, code, headers);
      case LOAD_NOT_FOUND -> new LoadNotFoundException(call, error, code, headers);
      case STATUS_DOOR_CLOSED -> new StatusReadOnlyException(call, error, code, headers);
      case DELIVERY_NOT_READY ->
          new DeliveryNotReadyException(
              call,
              error,
              code,
              headers,
              body.loadStatus() == null ? null : LoadStatus.of(body.loadStatus()));
      case UNKNOWN_BROKER ->
          new UnknownBrokerException(call, error, code, headers, body.brokerEmail());
      case RATE_LIMITED -> new RateLimitedException(call, error, code, headers);
      case BILLING_UNAVAILABLE -> new BillingUnavailableException(call, error, code, headers);
      default ->
          new UnexpectedStatusException(
              call, response.status(), error, code, headers, detail(response));
    };
  }

  /** The text after the status in the message. */
  private String detail(WireResponse response) {
    return switch (this) {
      case KEY_IN_USE ->
          ", the service still processes an earlier request with the same idempotency key";
      case NO_SUCH_PATH -> WRONG_URL + requestedUrl(response.url());
      case NOT_THE_SERVICE ->
          " by something that is not the service"
              + (response.status() == 404 ? WRONG_URL : ", a gateway or proxy may have responded")
              + requestedUrl(response.url());
      default -> "";
    };
  }

  /** A secret that was passed as a load number is a segment of the path. */
  private static String requestedUrl(HttpUrl url) {
    HttpUrl.Builder shown = url.newBuilder();
    List<String> segments = url.pathSegments();
    for (int i = 0; i < segments.size(); i++) {
      shown.setPathSegment(i, Redactor.quote(segments.get(i)));
    }
    return ": requested " + shown.build();
  }
}

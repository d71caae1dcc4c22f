package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.error.BillingUnavailableException;
import io.freightsdk.error.ClientSaturatedException;
import io.freightsdk.error.DeliveryNotReadyException;
import io.freightsdk.error.FreightCancelledException;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.FreightTimeoutException;
import io.freightsdk.error.IdempotencyKeyReusedException;
import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.MissingFieldsException;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.StatusDoorClosedException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * Converts exceptions of the client to problem details (RFC 9457): a status from the view of the
 * application's own caller, and extension members that say whether money was taken and what to do
 * next.
 */
@RestControllerAdvice
final class FreightProblemDetails {
  private static final Map<Class<? extends FreightException>, HttpStatus> STATUS =
      Map.ofEntries(
          Map.entry(MissingFieldsException.class, HttpStatus.BAD_REQUEST),
          Map.entry(InvalidRequestException.class, HttpStatus.BAD_REQUEST),
          Map.entry(LoadNotFoundException.class, HttpStatus.NOT_FOUND),
          Map.entry(DeliveryNotReadyException.class, HttpStatus.CONFLICT),
          Map.entry(IdempotencyKeyReusedException.class, HttpStatus.CONFLICT),
          Map.entry(PriceLimitExceededException.class, HttpStatus.CONFLICT),
          Map.entry(StatusDoorClosedException.class, HttpStatus.GONE),
          Map.entry(InsufficientFundsException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(SpendLimitExceededException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(BillingUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(RateLimitedException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(PriceUnavailableException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(ClientSaturatedException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(FreightCancelledException.class, HttpStatus.SERVICE_UNAVAILABLE),
          Map.entry(FreightTimeoutException.class, HttpStatus.GATEWAY_TIMEOUT));

  @ExceptionHandler
  ResponseEntity<ProblemDetail> problem(FreightException failure) {
    // Other failures are between this application and the service: its key, its configuration, the
    // network.
    HttpStatus status = STATUS.getOrDefault(failure.getClass(), HttpStatus.BAD_GATEWAY);
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, failure.getMessage());
    problem.setProperty("operation", failure.operation().id());
    problem.setProperty("charge", failure.charge().kind().name().toLowerCase(Locale.ROOT));
    problem.setProperty("retryable", failure.retryable());
    problem.setProperty("nextStep", failure.nextStep());
    problem.setProperty("callId", failure.callId());
    if (failure.requestId() != null) problem.setProperty("requestId", failure.requestId());

    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
    Instant freesAt = failure instanceof SpendLimitExceededException limit ? limit.freesAt() : null;
    if (freesAt != null) {
      long seconds = Math.max(1, Duration.between(Instant.now(), freesAt).toSeconds() + 1);
      answer.header("Retry-After", Long.toString(seconds));
    }
    return answer.body(problem);
  }
}

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
import io.freightsdk.error.NextStep;
import io.freightsdk.error.PriceLimitExceededException;
import io.freightsdk.error.PriceUnavailableException;
import io.freightsdk.error.RateLimitedException;
import io.freightsdk.error.SpendLimitExceededException;
import io.freightsdk.error.StatusDoorClosedException;
import io.freightsdk.spring.boot.FreightProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

  /** What the application's own customers may know: nothing that the service or the client says. */
  private static final Map<Class<? extends FreightException>, String> SAFE =
      Map.of(
          InvalidRequestException.class, "The request is not valid.",
          LoadNotFoundException.class, "There is no such load.",
          DeliveryNotReadyException.class, "The driver has not arrived at the delivery stop.",
          StatusDoorClosedException.class, "The status of a load cannot be set.");

  /** The other steps tell of money and of the set-up, or ask for them. */
  private static final Set<NextStep> FOR_CUSTOMERS =
      Set.of(
          NextStep.FIX_REQUEST,
          NextStep.RETRY_LATER,
          NextStep.RETRY_WITH_SAME_KEY,
          NextStep.WAIT_FOR_DRIVER);

  private final boolean full;
  private final Clock clock;

  /**
   * @param clock the client's, which the times of its exceptions are of
   */
  FreightProblemDetails(FreightProperties.Detail detail, Clock clock) {
    this.full = detail == FreightProperties.Detail.FULL;
    this.clock = clock;
  }

  @ExceptionHandler
  ResponseEntity<ProblemDetail> problem(FreightException failure) {
    // No listener has heard of a call that did not begin.
    if (failure.callId().equals("-")) ClientMaker.logRefusal(failure);
    // Other failures are between this application and the service: its key, its configuration, the
    // network.
    HttpStatus status = STATUS.getOrDefault(failure.getClass(), HttpStatus.BAD_GATEWAY);
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, detail(failure, status));
    problem.setProperty("operation", failure.operation().id());
    problem.setProperty("charge", failure.charge().kind().name().toLowerCase(Locale.ROOT));
    problem.setProperty("retryable", failure.retryable());
    boolean told = full || FOR_CUSTOMERS.contains(failure.nextStep());
    if (told) problem.setProperty("nextStep", failure.nextStep());
    problem.setProperty("callId", failure.callId());
    if (failure.requestId() != null) problem.setProperty("requestId", failure.requestId());

    ResponseEntity.BodyBuilder answer = ResponseEntity.status(status);
    Instant freesAt = failure instanceof SpendLimitExceededException limit ? limit.freesAt() : null;
    if (freesAt != null) {
      long seconds = Math.max(1, Duration.between(clock.instant(), freesAt).toSeconds() + 1);
      answer.header("Retry-After", Long.toString(seconds));
    }
    return answer.body(problem);
  }

  private String detail(FreightException failure, HttpStatus status) {
    if (full) return String.valueOf(failure.getMessage());
    if (failure instanceof MissingFieldsException missing) {
      return "Missing or not valid: " + String.join(", ", missing.fields()) + ".";
    }
    String safe = SAFE.get(failure.getClass());
    if (safe != null) return safe;
    return switch (status) {
      case CONFLICT -> "The request cannot be carried out as it is.";
      case SERVICE_UNAVAILABLE -> "The service is not available now; try again later.";
      case GATEWAY_TIMEOUT -> "The service did not answer in time.";
      default -> "The service could not be used.";
    };
  }
}

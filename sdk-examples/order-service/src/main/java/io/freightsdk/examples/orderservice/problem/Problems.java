package io.freightsdk.examples.orderservice.problem;

import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/** Answers every failure of a controller with a problem by RFC 9457. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
  /**
   * What callers learn of a call of the freight service that failed: what they can do, and the id
   * under which the log has the rest. The message names balances, prices and limits, which are not
   * for customers.
   */
  @ExceptionHandler
  ProblemDetail answer(FreightException failure) {
    ProblemDetail problem =
        failure instanceof InvalidRequestException invalid && !invalid.fields().isEmpty()
            ? WrongFieldsException.problem(invalid.problems().stream().map(Mistake::of).toList())
            : problem(failure);
    problem.setProperty("callId", failure.callId());
    return problem;
  }

  private static ProblemDetail problem(FreightException failure) {
    return switch (failure.nextStep()) {
      case WAIT_FOR_DRIVER ->
          problem(
              HttpStatus.CONFLICT,
              "The truck has not arrived at its delivery; try again when it has");
      case RETRY_LATER, RETRY_WITH_SAME_KEY, TOP_UP, RAISE_LIMIT ->
          problem(
              HttpStatus.SERVICE_UNAVAILABLE,
              "This cannot be answered now; try again in a few minutes");
      case FIX_REQUEST, FIX_KEY, FIX_SETUP, NONE ->
          problem(
              HttpStatus.BAD_GATEWAY, "A call of the freight service failed; tell us the callId");
    };
  }

  /** A mistake of ours, or the database is away. */
  @ExceptionHandler
  ProblemDetail answer(Exception failure) {
    String id = UUID.randomUUID().toString();
    logger.error("a request failed, its errorId is " + id, failure);
    ProblemDetail problem =
        problem(
            HttpStatus.INTERNAL_SERVER_ERROR,
            "Something failed on our side; try again, or tell us the errorId");
    problem.setProperty("errorId", id);
    return problem;
  }

  private static ProblemDetail problem(HttpStatus status, String detail) {
    return ProblemDetail.forStatusAndDetail(status, detail);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException unreadable,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ProblemDetail problem = UnreadableBody.problem(unreadable.getCause());
    return handleExceptionInternal(unreadable, problem, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(
      HttpMediaTypeNotSupportedException notSupported,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            status, "The body must be JSON; send it with Content-Type: application/json");
    return handleExceptionInternal(notSupported, problem, headers, status, request);
  }
}

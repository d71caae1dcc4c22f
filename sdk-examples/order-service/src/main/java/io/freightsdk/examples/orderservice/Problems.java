package io.freightsdk.examples.orderservice;

import io.freightsdk.error.FieldProblem;
import io.freightsdk.error.FreightException;
import io.freightsdk.jobs.JobsDatabaseException;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.validation.FieldError;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Responds to every failure with a problem as in RFC 9457, which names wrong fields. */
@RestControllerAdvice
class Problems extends ResponseEntityExceptionHandler {
  /** A 400 with each field and its problem. */
  static ErrorResponseException wrong(List<FieldProblem> problems) {
    return new ErrorResponseException(HttpStatus.BAD_REQUEST, problem(problems), null);
  }

  private static ProblemDetail problem(List<FieldProblem> problems) {
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            HttpStatus.BAD_REQUEST,
            problems.stream().map(FieldProblem::toString).collect(Collectors.joining(", ")));
    problem.setProperty("errors", problems);
    return problem;
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
      MethodArgumentNotValidException invalid,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    List<FieldProblem> problems =
        invalid.getFieldErrors().stream()
            .map(error -> new FieldProblem(path(error), String.valueOf(error.getDefaultMessage())))
            .toList();
    return handleExceptionInternal(invalid, problem(problems), headers, status, request);
  }

  /** As the freight service writes it: {@code pickups.0.zip}. */
  private static String path(FieldError error) {
    return error.getField().replace('[', '.').replace("]", "");
  }

  /** Jackson's own message quotes the body, which may have a phone number. */
  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException unreadable,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    FieldProblem wrong =
        unreadable.getCause() instanceof JacksonException cause ? field(cause) : null;
    ProblemDetail problem =
        wrong == null
            ? ProblemDetail.forStatusAndDetail(status, "The body is not an object in JSON")
            : problem(List.of(wrong));
    return handleExceptionInternal(unreadable, problem, headers, status, request);
  }

  /** The field that cannot be read; null if it is the whole body. */
  private static @Nullable FieldProblem field(JacksonException unreadable) {
    String path =
        unreadable.getPath().stream()
            .map(step -> step.getIndex() < 0 ? step.getPropertyName() : "" + step.getIndex())
            .collect(Collectors.joining("."));
    if (path.isEmpty()) return null;
    if (unreadable instanceof UnrecognizedPropertyException) {
      return new FieldProblem(path, "unknown, leave it out");
    }
    Class<?> expected =
        unreadable instanceof MismatchedInputException other ? other.getTargetType() : null;
    return new FieldProblem(
        path, expected == null ? "not readable" : "expected " + expected.getSimpleName());
  }

  /**
   * The response to a failed call of the freight service: a remedy, and the call's id in the log.
   * The message of the exception names balances, prices and limits, so only the log has it.
   */
  @ExceptionHandler
  ProblemDetail toProblem(FreightException failure) {
    ProblemDetail problem =
        switch (failure.nextStep()) {
          case WAIT_FOR_DRIVER ->
              problem(HttpStatus.CONFLICT, "The truck has not arrived at its delivery");
          case RETRY_LATER, RETRY_WITH_SAME_KEY, TOP_UP, RAISE_LIMIT ->
              problem(HttpStatus.SERVICE_UNAVAILABLE, "Try again in a few minutes");
          case FIX_REQUEST, FIX_KEY, FIX_CONFIGURATION, NONE ->
              problem(HttpStatus.BAD_GATEWAY, "A call of the freight service failed");
        };
    logger.warn("[" + failure.callId() + "] " + failure.getMessage());
    problem.setProperty("callId", failure.callId());
    return problem;
  }

  /** While the database is unavailable, one line for each request, without a stack trace. */
  @ExceptionHandler({
    JobsDatabaseException.class,
    CannotCreateTransactionException.class,
    DataAccessResourceFailureException.class
  })
  ProblemDetail toProblemWithoutDatabase(Exception failure) {
    logger.warn("a request failed, the database does not respond: " + failure.getMessage());
    return problem(
        HttpStatus.SERVICE_UNAVAILABLE,
        "The database does not respond; try again in a few minutes");
  }

  /** A bug of this service. */
  @ExceptionHandler
  ProblemDetail toProblem(Exception failure) {
    logger.error("a request failed", failure);
    return problem(HttpStatus.INTERNAL_SERVER_ERROR, "Something failed on our side");
  }

  private static ProblemDetail problem(HttpStatus status, String detail) {
    return ProblemDetail.forStatusAndDetail(status, detail);
  }
}

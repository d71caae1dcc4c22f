package io.freightsdk.examples.orderservice.problem;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** Mistakes of a caller: 400 with each field and what is wrong with it. */
public class WrongFieldsException extends ErrorResponseException {
  @Serial private static final long serialVersionUID = 1;

  public WrongFieldsException(List<Mistake> mistakes) {
    super(HttpStatus.BAD_REQUEST, problem(mistakes), null);
  }

  public WrongFieldsException(String field, String reason) {
    this(List.of(new Mistake(field, reason)));
  }

  static ProblemDetail problem(List<Mistake> mistakes) {
    String detail =
        mistakes.stream()
            .map(mistake -> mistake.field() + " " + mistake.reason())
            .collect(Collectors.joining("; "));
    ProblemDetail problem = ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail);
    problem.setProperty("errors", mistakes);
    return problem;
  }
}

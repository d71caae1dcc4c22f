package io.freightsdk.examples.orderservice.problem;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.exc.ValueInstantiationException;

/**
 * What is wrong with a body that could not be read, and in which field. Jackson's own messages
 * quote the body, which may have a phone number.
 */
final class UnreadableBody {
  private UnreadableBody() {}

  /** The cause is null if there was no body. */
  static ProblemDetail problem(@Nullable Throwable cause) {
    if (cause == null) return problem("The body is missing: send a JSON object");
    if (!(cause instanceof JacksonException unreadable)) return problem("The body did not arrive");
    if (unreadable instanceof StreamReadException) {
      int line = unreadable.getLocation().getLineNr();
      int column = unreadable.getLocation().getColumnNr();
      return problem("The body is not JSON: see line " + line + ", column " + column);
    }
    String field = path(unreadable);
    String reason = reason(unreadable);
    if (unreadable instanceof ValueInstantiationException refused) {
      // By the constructor of a record: its message begins with the name of the member.
      Throwable mistake = refused.getCause();
      String[] words = (mistake == null ? "" : String.valueOf(mistake.getMessage())).split(" ", 2);
      field += (field.isEmpty() ? "" : ".") + words[0];
      reason = words.length == 1 ? "is missing" : words[1];
    }
    return field.isEmpty()
        ? problem("The body " + reason)
        : WrongFieldsException.problem(List.of(new Mistake(field, reason)));
  }

  private static ProblemDetail problem(String detail) {
    return ProblemDetail.forStatusAndDetail(HttpStatus.BAD_REQUEST, detail);
  }

  private static String path(JacksonException unreadable) {
    return unreadable.getPath().stream()
        .map(step -> step.getIndex() < 0 ? step.getPropertyName() : "" + step.getIndex())
        .collect(Collectors.joining("."));
  }

  private static String reason(JacksonException unreadable) {
    if (unreadable instanceof StreamConstraintsException) {
      boolean isDeep = unreadable.getOriginalMessage().contains("nesting depth");
      return isDeep ? "is nested too deeply" : "is too long";
    }
    if (unreadable instanceof UnrecognizedPropertyException) return "is unknown, leave it out";
    if (!(unreadable instanceof MismatchedInputException mismatched)) return "cannot be read";
    Class<?> expected = mismatched.getTargetType();
    if (expected == String.class) return "must be text";
    if (expected == Instant.class) return "must be a time such as 2026-11-20T19:05:00Z";
    if (Number.class.isAssignableFrom(expected)) return "must be a number";
    if (Collection.class.isAssignableFrom(expected)) return "must be a list";
    return "must be an object";
  }
}

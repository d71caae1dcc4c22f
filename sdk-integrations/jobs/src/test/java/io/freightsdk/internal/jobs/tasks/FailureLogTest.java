package io.freightsdk.internal.jobs.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.freightsdk.testing.LogLines;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which failures are in the log. */
class FailureLogTest {
  private static final StackTraceElement BUG = frame("com.example.OrderEvents", 23);
  private static final StackTraceElement CALL =
      frame("io.freightsdk.internal.jobs.tasks.LoadTask", 110);

  private static StackTraceElement frame(String className, int line) {
    return new StackTraceElement(className, "run", null, line);
  }

  private static Throwable failure(StackTraceElement... trace) {
    Throwable failure = new IllegalStateException("a bug");
    failure.setStackTrace(trace);
    return failure;
  }

  @Test
  void listenersBugIsLoggedOnceForCallAndRetry() {
    FailureLog failures = new FailureLog();
    try (LogLines log = new LogLines()) {
      failures.warnHourly(
          () -> "first call",
          failure(BUG, CALL, frame("io.freightsdk.internal.jobs.tasks.LoadTask", 90)));
      failures.warnHourly(
          () -> "retry",
          failure(BUG, CALL, frame("io.freightsdk.internal.jobs.tasks.LoadTask", 70)));
      assertThat(linesOf(log, "first call", "retry")).containsExactly("first call");
    }
  }

  @Test
  void twoPlacesInTheApplicationAreBothLogged() {
    FailureLog failures = new FailureLog();
    try (LogLines log = new LogLines()) {
      failures.warnHourly(() -> "first place", failure(BUG, CALL));
      failures.warnHourly(
          () -> "second place", failure(frame("com.example.OrderEvents", 40), CALL));
      assertThat(linesOf(log, "first place", "second place"))
          .containsExactly("first place", "second place");
    }
  }

  /** Other tests log, too. */
  private static List<String> linesOf(LogLines log, String... lines) {
    return log.warnings().stream().filter(List.of(lines)::contains).toList();
  }
}

package io.freightsdk.spring.boot;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Why the application cannot start, for people who write properties: what is wrong, and what to
 * write. Spring Boot logs it in place of a stack trace, see {@link StartFailureAnalyzer}.
 */
final class StartFailure extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1;

  private final String problem;
  private final String action;

  /**
   * A failure.
   *
   * @param problem begins with the name of the property; never has a secret
   * @param action begins with a verb
   */
  StartFailure(String problem, String action, @Nullable Throwable cause) {
    super(problem + "; " + action, cause);
    this.problem = problem;
    this.action = action;
  }

  String problem() {
    return problem;
  }

  String action() {
    return action;
  }
}

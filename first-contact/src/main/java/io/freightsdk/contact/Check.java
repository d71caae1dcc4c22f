package io.freightsdk.contact;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * One call to the service and the rules for its response.
 *
 * @param name the operation, and what is special about the call
 * @param call creates the call from what the run has learned. Throws {@link
 *     java.util.NoSuchElementException} if an earlier check has not created its load
 * @param judge looks at a body that has the described form
 */
record Check(String name, Function<RunContext, ApiCall> call, Judge judge) {

  /** Adds the findings in a body. */
  interface Judge {
    void judge(Findings found, JsonNode body, RunContext context);
  }

  Check(String name, Function<RunContext, ApiCall> call) {
    this(name, call, (found, body, context) -> {});
  }
}

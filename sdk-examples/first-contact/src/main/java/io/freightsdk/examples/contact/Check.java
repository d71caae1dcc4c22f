package io.freightsdk.examples.contact;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A question to the service: one row of the table, or two.
 *
 * @param sentence what is compared: what the description says, or what our server chose; with its
 *     section
 * @param isChoice whether the description is silent, so that a service may do otherwise
 * @param request what is sent; null if it is judged by the answers that came before
 * @param judge looks at an answer that has the status and a body as expected
 * @param effect what the description says about its load and its money; null if its own row tells
 *     these
 */
record Check(
    String sentence,
    boolean isChoice,
    @Nullable Function<RunContext, ApiCall> request,
    Judge judge,
    @Nullable String effect) {

  /** Writes into the finding what it sees in a body, or in all answers. */
  interface Judge {
    void judge(Finding finding, JsonNode body, RunContext facts);
  }

  static Check described(String sentence, Function<RunContext, ApiCall> request) {
    return described(sentence, request, (finding, body, facts) -> {});
  }

  static Check described(String sentence, Function<RunContext, ApiCall> request, Judge judge) {
    return new Check(sentence, false, request, judge, null);
  }

  static Check choice(String sentence, Function<RunContext, ApiCall> request) {
    return choice(sentence, request, (finding, body, facts) -> {});
  }

  static Check choice(String sentence, Function<RunContext, ApiCall> request, Judge judge) {
    return new Check(sentence, true, request, judge, null);
  }

  /** With a row for its load and its money: how a service answers is one thing, what it sells. */
  Check effect(String other) {
    return new Check(sentence, isChoice, request, judge, other);
  }
}

package io.freightsdk.internal.call;

import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.internal.transport.WireRequest;
import java.util.function.Consumer;

/**
 * One call, ready to be attempted.
 *
 * @param plan what it is about to do
 * @param request makes the request of one attempt
 * @param reader reads the successful answer
 * @param onEnd hears whether anything may have come of the call: false when certainly not
 */
public record CallSpec<T>(
    CallPlan plan, RequestFactory request, AnswerReader<T> reader, Consumer<Boolean> onEnd) {

  /** Makes the request of an attempt; all attempts differ in the agent key at most. */
  @FunctionalInterface
  public interface RequestFactory {
    WireRequest with(String agentKey);
  }
}

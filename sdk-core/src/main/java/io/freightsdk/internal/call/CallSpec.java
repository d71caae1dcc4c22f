package io.freightsdk.internal.call;

import io.freightsdk.internal.json.AnswerReader;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * One call, ready to be attempted. All its attempts differ in the agent key at most.
 *
 * @param plan what it is about to do
 * @param url where every attempt goes
 * @param headers of an attempt, made from the agent key
 * @param body the JSON bytes, never changed; null for no body
 * @param reader reads the successful answer
 * @param onEnd hears whether anything may have come of the call: false when certainly not; null
 *     when nobody asks
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; a copy per attempt would be waste.
public record CallSpec<T>(
    CallPlan plan,
    HttpUrl url,
    Function<String, Headers> headers,
    byte @Nullable [] body,
    AnswerReader<T> reader,
    @Nullable Consumer<Boolean> onEnd) {

  /** The same request, planned otherwise. */
  public CallSpec<T> with(CallPlan other) {
    return new CallSpec<>(other, url, headers, body, reader, onEnd);
  }

  /** Operation only: the URL holds a load number, the body everything else. */
  @Override
  public String toString() {
    return "CallSpec[" + plan.operation() + "]";
  }
}

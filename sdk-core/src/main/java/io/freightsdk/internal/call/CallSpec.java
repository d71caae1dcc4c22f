package io.freightsdk.internal.call;

import io.freightsdk.CallOptions;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.internal.json.AnswerReader;
import io.freightsdk.internal.retry.RetryTable.RepeatClass;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * One call, ready to be sent. Its attempts differ at most in the agent key, so one order is one
 * load ({@code OneOrderIsOneLoadTest}).
 *
 * @param loadNumber the load it names; null for operations without one
 * @param customerRef the reference of a creation; null without one
 * @param idempotencyKey the key of all its attempts; null for operations without one
 * @param topUpUsd what it adds to the balance when it succeeds; null for all but top-ups
 * @param options the caller's options of this call
 * @param url where every attempt goes
 * @param headers of an attempt, made from the agent key
 * @param body the JSON bytes, which must not be changed; null for no body
 * @param reader reads the successful answer
 * @param otherKey makes the same call under a new random key; null for one whose key is the
 *     caller's, and for one without a key
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared, and not copied for each attempt.
public record CallSpec<T>(
    Operation operation,
    @Nullable String loadNumber,
    @Nullable String customerRef,
    @Nullable String idempotencyKey,
    @Nullable BigDecimal topUpUsd,
    CallOptions options,
    HttpUrl url,
    Function<String, Headers> headers,
    byte @Nullable [] body,
    AnswerReader<T> reader,
    @Nullable Supplier<CallSpec<T>> otherKey) {
  public CallSpec {
    Objects.requireNonNull(options, "options");
  }

  /** The same call under a new random key; itself if its key is the caller's or it has none. */
  CallSpec<T> underNewKey() {
    return otherKey == null ? this : otherKey.get();
  }

  /** What a repeated call can cost. Everything that is done with its money follows from it. */
  RepeatClass repeat() {
    return RepeatClass.of(operation);
  }

  /** Whether the service may take a price for it from the balance. */
  boolean mayCost() {
    return repeat().isReserved();
  }

  /**
   * The key that the service charges once; null if each attempt is charged and reserved separately,
   * even with a key.
   */
  @Nullable String chargedKey() {
    return repeat().isChargedOncePerKey() ? idempotencyKey : null;
  }

  /** Starts the facts of its failure with what is known of the call itself. */
  public FailureFacts.Builder failure() {
    return FailureFacts.builder(operation)
        .loadNumber(loadNumber)
        .customerRef(customerRef)
        .idempotencyKey(idempotencyKey);
  }

  /** The operation only: URL and body may contain what must not be logged. */
  @Override
  public String toString() {
    return "CallSpec[" + operation + "]";
  }
}

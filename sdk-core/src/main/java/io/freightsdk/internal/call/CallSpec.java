package io.freightsdk.internal.call;

import io.freightsdk.CallOptions;
import io.freightsdk.Charge;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.NextStep;
import io.freightsdk.internal.json.ResponseReader;
import io.freightsdk.internal.retry.RetryTable.RepeatCost;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.Supplier;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * One call, ready to be sent. Its attempts differ at most in the agent key, so one order is one
 * load ({@code OneOrderIsOneLoadTest}).
 *
 * @param subject null for a call about the account, such as its balance
 * @param options the caller's options of this call
 * @param request the request of every attempt
 * @param reader reads a successful response
 * @param otherKey creates the same call with a new random key, for after a top-up; null if the key
 *     is the caller's or there is none
 */
public record CallSpec<T>(
    Operation operation,
    @Nullable Subject subject,
    CallOptions options,
    Request request,
    ResponseReader<T> reader,
    @Nullable Supplier<CallSpec<T>> otherKey) {

  /** The subject of a call. */
  public sealed interface Subject {}

  /** A load that exists. */
  public record Load(String number) implements Subject {}

  /**
   * A load to create.
   *
   * @param idempotencyKey the key of all attempts
   */
  public record NewLoad(CreateLoadInput input, String idempotencyKey) implements Subject {}

  /** An amount that is added to the balance when the call succeeds. */
  public record CardTopUp(BigDecimal usd) implements Subject {}

  /**
   * The request of every attempt.
   *
   * @param headers creates the headers from the agent key of the attempt
   * @param body the JSON bytes, which must not be changed; null for no body
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, and not copied for each attempt.
  public record Request(HttpUrl url, Function<String, Headers> headers, byte @Nullable [] body) {}

  /** The load that it names; null without one. */
  public @Nullable String loadNumber() {
    return subject instanceof Load load ? load.number() : null;
  }

  /** The reference of a creation; null without one. */
  @Nullable String customerRef() {
    return subject instanceof NewLoad load ? load.input().customerRef() : null;
  }

  /** The key of all its attempts; null without one. */
  @Nullable String idempotencyKey() {
    return subject instanceof NewLoad load ? load.idempotencyKey() : null;
  }

  /** The amount that a top-up adds to the balance; null for other calls. */
  @Nullable BigDecimal topUpUsd() {
    return subject instanceof CardTopUp topUp ? topUp.usd() : null;
  }

  /**
   * Returns the same call with a new random key; this call if its key is the caller's or there is
   * none.
   */
  CallSpec<T> underNewKey() {
    return otherKey == null ? this : otherKey.get();
  }

  /** The cost of sending the operation again. It decides how the client handles the price. */
  RepeatCost repeatCost() {
    return RepeatCost.of(operation);
  }

  /** Whether the service may take a price for it from the balance. */
  boolean drawsOnBalance() {
    return repeatCost().drawsOnBalance();
  }

  /**
   * The key that the service charges once; null if each attempt is charged separately, even with a
   * key.
   */
  @Nullable String onceChargedKey() {
    return repeatCost().isChargedOncePerKey() ? idempotencyKey() : null;
  }

  /**
   * The call in messages and log lines, such as {@code getLoadPosition LD-2026-0001} or {@code
   * createLoad for PO-1007}. A load number that looks like a token or a phone number is masked. The
   * reference is the caller's own name for the order, and no secret.
   */
  String description() {
    String number = loadNumber();
    String reference = customerRef();
    return operation.id()
        + (number == null ? "" : " " + Redactor.quote(number))
        + (reference == null ? "" : " for " + Redactor.oneLine(reference));
  }

  /** The facts of its failure after these attempts. */
  FailedCall failedCall(
      Charge charge, NextStep nextStep, int attempts, @Nullable String requestId, String callId) {
    return new FailedCall(
        operation, description(), charge, nextStep, attempts, idempotencyKey(), requestId, callId);
  }

  /** Only the operation, because URL and body may contain secrets. */
  @Override
  public String toString() {
    return "CallSpec[" + operation + "]";
  }
}

package io.freightsdk.error;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * A call that gave no result. It says what happened, whether money moved, and what to do next.
 *
 * <p>The message names the operation, the fact and the fix; it never holds an agent key, a body, a
 * driver link or a phone number, so it may be logged.
 */
public abstract sealed class FreightException extends RuntimeException
    permits FreightApiException,
        FreightConnectionException,
        FreightTimeoutException,
        FreightDecodingException,
        FreightCancelledException,
        SpendLimitExceededException,
        PriceLimitExceededException,
        PriceUnavailableException,
        IdempotencyKeyReusedException,
        ClientSaturatedException,
        UnexpectedFailureException {
  @Serial private static final long serialVersionUID = 1;

  private final FailureFacts facts;

  FreightException(FailureFacts facts, String factAndFix, @Nullable Throwable cause) {
    super(facts.operation().id() + ": " + factAndFix, cause);
    this.facts = facts;
  }

  /** The operation that failed. */
  public Operation operation() {
    return facts.operation();
  }

  /** What all attempts of the call together did to the prepaid balance. */
  public Charge charge() {
    return facts.charge();
  }

  /**
   * Whether the same call may be made again without a risk of paying twice. The client has retried
   * by its policy already; false also when a repetition can only fail again.
   */
  public boolean retryable() {
    return facts.retryable();
  }

  /** The one thing to do now. */
  public NextStep nextStep() {
    return facts.nextStep();
  }

  /** Wire attempts made, the failed one included; zero when nothing was even tried. */
  public int attempts() {
    return facts.attempts();
  }

  /**
   * The {@code Idempotency-Key} that every attempt of the call carried; null for operations without
   * one. Pass it in {@code CallOptions} to repeat a load creation safely.
   */
  public @Nullable String idempotencyKey() {
    return facts.idempotencyKey();
  }

  /**
   * The service's {@code X-Request-Id} of the last answer, for a question to its operator; null
   * when no answer came or it named none.
   */
  public @Nullable String requestId() {
    return facts.requestId();
  }

  /** The client's own name for the call: the log lines of its attempts carry it. */
  public String callId() {
    return facts.callId();
  }

  /** All of the above as one value. */
  public FailureFacts facts() {
    return facts;
  }
}

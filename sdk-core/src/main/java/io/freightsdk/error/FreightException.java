package io.freightsdk.error;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call failed. The exception says what happened, whether money was taken, and what to do next.
 *
 * <p>Its subclasses say what the service, the network or the client's own limits did. An exception
 * of this class itself says that code around the call threw: an agent key supplier, an interceptor,
 * a spend guard, or the client itself. The message says whose code, and the cause is what it threw.
 *
 * <p>The message names the operation with its load number or the {@code customerRef} of a creation,
 * what happened, and ends with what to do. It never contains an agent key, a body, a driver link or
 * a phone number, so it may be logged.
 */
public sealed class FreightException extends RuntimeException
    permits FreightApiException,
        FreightConnectionException,
        FreightTimeoutException,
        FreightDecodingException,
        FreightCancelledException,
        SpendLimitExceededException,
        PriceLimitExceededException,
        PriceUnavailableException,
        ClientSaturatedException {
  @Serial private static final long serialVersionUID = 1;

  private final FailureFacts facts;

  FreightException(FailureFacts facts, @Nullable Throwable cause, String factAndFix) {
    super(Objects.requireNonNull(facts, "facts").subject() + ": " + factAndFix, cause);
    this.facts = facts;
  }

  /**
   * Code around a call threw an exception.
   *
   * @param thrower the code, as a part of the message, such as "the agent key supplier"
   * @param cause the exception that the code threw
   */
  public FreightException(FailureFacts facts, String thrower, Throwable cause) {
    this(facts, cause, message(facts, thrower, cause));
  }

  private static String message(FailureFacts facts, String thrower, Throwable cause) {
    String sent = facts.attempts() == 0 ? "nothing was sent, " : "";
    String failed = thrower + " failed with " + cause.getClass().getName() + "; see the cause; ";
    return failed + sent + MessageParts.goOn(facts);
  }

  /** The operation that failed. */
  public Operation operation() {
    return facts.operation();
  }

  /** What all attempts of the call together took from the prepaid balance. */
  public Charge charge() {
    return facts.charge();
  }

  /**
   * Whether the same call may be made again without the risk of paying twice. The client has
   * already retried as its policy allows. False also when the same call would only fail again.
   */
  public boolean retryable() {
    return facts.retryable();
  }

  /** What to do now. */
  public NextStep nextStep() {
    return facts.nextStep();
  }

  /** Number of attempts, including the failed one, also if it did not connect; zero before any. */
  public int attempts() {
    return facts.attempts();
  }

  /**
   * The {@code Idempotency-Key} of the call, the same for all attempts until a wait for a top-up;
   * null for operations without one. Pass it in {@code CallOptions} to repeat a load creation
   * safely.
   */
  public @Nullable String idempotencyKey() {
    return facts.idempotencyKey();
  }

  /**
   * The {@code X-Request-Id} of the last answer, for questions to the operator of the service; null
   * when no answer came or it had none.
   */
  public @Nullable String requestId() {
    return facts.requestId();
  }

  /** The client's identifier of the call, which is in the log lines of its attempts. */
  public String callId() {
    return facts.callId();
  }

  /** All of the above as one value. */
  public FailureFacts facts() {
    return facts;
  }
}

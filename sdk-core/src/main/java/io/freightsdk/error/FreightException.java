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

  private final FailedCall call;

  FreightException(FailedCall call, @Nullable Throwable cause, String factAndFix) {
    super(Objects.requireNonNull(call, "call").subject() + ": " + factAndFix, cause);
    this.call = call;
  }

  /**
   * Code around a call threw an exception.
   *
   * @param thrower the code, as a part of the message, such as "the agent key supplier"
   * @param cause the exception that the code threw
   */
  public FreightException(FailedCall call, String thrower, Throwable cause) {
    this(call, cause, message(call, thrower, cause));
  }

  private static String message(FailedCall call, String thrower, Throwable cause) {
    String sent = call.attempts() == 0 ? "nothing was sent, " : "";
    String failed = thrower + " failed with " + cause.getClass().getName() + "; see the cause; ";
    return failed + sent + MessageParts.goOn(call);
  }

  /** The operation that failed. */
  public Operation operation() {
    return call.operation();
  }

  /** The amount that all attempts of the call together took from the prepaid balance. */
  public Charge charge() {
    return call.charge();
  }

  /** The next step of the application. */
  public NextStep nextStep() {
    return call.nextStep();
  }

  /** Number of attempts, including the failed one, also if it did not connect; zero before any. */
  public int attempts() {
    return call.attempts();
  }

  /**
   * The {@code Idempotency-Key} of the call, the same for all attempts until a wait for a top-up;
   * null for operations without one. Pass it in {@code CallOptions} to repeat a load creation
   * safely.
   */
  public @Nullable String idempotencyKey() {
    return call.idempotencyKey();
  }

  /**
   * The {@code X-Request-Id} of the last response, for questions to the operator of the service;
   * null without a response, or if it had none.
   */
  public @Nullable String requestId() {
    return call.requestId();
  }

  /** The client's identifier of the call, which is in the log lines of its attempts. */
  public String callId() {
    return call.callId();
  }
}

package io.freightsdk.error;

import io.freightsdk.Charge;
import io.freightsdk.model.Operation;
import java.io.Serial;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The failure of a call, with its charge and its next step.
 *
 * <p>The subclasses are failures of the service, failures of the network, and refusals by the
 * client's own limits. This class itself means that other code threw an exception during the call:
 * an agent key supplier, an interceptor, a spend guard, or the client itself. The message names
 * that code, and the cause is its exception.
 *
 * <p>The message has three parts: the operation with its load number or {@code customerRef}, the
 * fact, and the next step. You can log it: it never contains an agent key, a body, a driver link or
 * a phone number.
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
    super(Objects.requireNonNull(call, "call").description() + ": " + factAndFix, cause);
    this.call = call;
  }

  /**
   * Creates the failure of a call during which other code threw an exception.
   *
   * @param thrower the code that threw, as in the message, such as "the agent key supplier"
   * @param cause the exception that the code threw
   */
  public FreightException(FailedCall call, String thrower, Throwable cause) {
    this(call, cause, message(call, thrower, cause));
  }

  private static String message(FailedCall call, String thrower, Throwable cause) {
    String sent = Objects.requireNonNull(call, "call").attempts() == 0 ? "nothing was sent, " : "";
    String thrown = Objects.requireNonNull(cause, "cause").getClass().getName();
    String failed =
        Objects.requireNonNull(thrower, "thrower") + " failed with " + thrown + "; see the cause; ";
    return failed + sent + MessageParts.chargeAndNextStep(call);
  }

  /** The operation that failed. */
  public Operation operation() {
    return call.operation();
  }

  /** The charge of all attempts of the call together. */
  public Charge charge() {
    return call.charge();
  }

  /** The next step of the application. */
  public NextStep nextStep() {
    return call.nextStep();
  }

  /**
   * The number of attempts, including the failed one and attempts that did not connect; 0 if
   * nothing was sent.
   */
  public int attempts() {
    return call.attempts();
  }

  /**
   * The {@code Idempotency-Key} of the call, the same for all attempts until the call waits for a
   * top-up; null for operations without a key. To repeat a load creation safely, pass it in {@code
   * CallOptions}.
   */
  public @Nullable String idempotencyKey() {
    return call.idempotencyKey();
  }

  /**
   * The {@code X-Request-Id} of the last response, for questions to the operator of the service;
   * null if there was no response or it had none.
   */
  public @Nullable String requestId() {
    return call.requestId();
  }

  /** The client's identifier of the call, which is in the log lines of its attempts. */
  public String callId() {
    return call.callId();
  }
}

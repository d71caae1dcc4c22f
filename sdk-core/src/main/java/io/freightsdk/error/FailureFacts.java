package io.freightsdk.error;

import io.freightsdk.Charge;
import io.freightsdk.internal.text.Redactor;
import io.freightsdk.internal.text.Require;
import io.freightsdk.model.Operation;
import java.io.Serial;
import java.io.Serializable;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The facts of a failed call: which operation, what was charged, whether to retry and what to do
 * next. Immutable.
 *
 * <p>Applications build one to test how they handle a failure: {@code new
 * LoadNotFoundException(FailureFacts.builder(operation).build(), "no such load", null, Map.of())}.
 */
public final class FailureFacts implements Serializable {
  @Serial private static final long serialVersionUID = 2;

  private final Operation operation;
  private final @Nullable String loadNumber;
  private final @Nullable String customerRef;
  private final Charge charge;
  private final boolean retryable;
  private final NextStep nextStep;
  private final int attempts;
  private final @Nullable String idempotencyKey;
  private final @Nullable String requestId;
  private final String callId;

  private FailureFacts(Builder builder) {
    this.operation = builder.operation;
    this.loadNumber = builder.loadNumber;
    this.customerRef = builder.customerRef;
    this.charge = builder.charge;
    this.retryable = builder.retryable;
    this.nextStep = builder.nextStep;
    this.attempts = builder.attempts;
    this.idempotencyKey = builder.idempotencyKey;
    this.requestId = builder.requestId;
    this.callId = builder.callId;
  }

  /** Starts with no attempt, no charge, not retryable and {@link NextStep#NONE}. */
  public static Builder builder(Operation operation) {
    return new Builder(operation);
  }

  /**
   * The facts of a call that was refused before anything was sent: no attempt, no charge, not
   * retryable.
   */
  public static FailureFacts refused(
      Operation operation, NextStep nextStep, @Nullable String idempotencyKey) {
    return builder(operation).nextStep(nextStep).idempotencyKey(idempotencyKey).build();
  }

  /** Starts with these facts. */
  public Builder toBuilder() {
    return new Builder(operation)
        .loadNumber(loadNumber)
        .customerRef(customerRef)
        .charge(charge)
        .retryable(retryable)
        .nextStep(nextStep)
        .attempts(attempts)
        .idempotencyKey(idempotencyKey)
        .requestId(requestId)
        .callId(callId);
  }

  /** The operation that failed. */
  public Operation operation() {
    return operation;
  }

  /**
   * The call in words, as messages and log lines name it: {@code getLoadPosition LD-2026-0001} or
   * {@code createLoad for PO-1007}. A load number that looks like a token or a phone number, which
   * was passed by mistake, is masked. The reference is the caller's own name for the order: it is
   * not secret, and a message about a failed creation is of little use without it.
   */
  public String subject() {
    return operation.id()
        + (loadNumber == null ? "" : " " + Redactor.quote(loadNumber))
        + (customerRef == null ? "" : " for " + Redactor.oneLine(customerRef));
  }

  /** What all attempts together took from the balance. */
  public Charge charge() {
    return charge;
  }

  /** Whether the same call may be made again without the risk of paying twice. */
  public boolean retryable() {
    return retryable;
  }

  /** What to do now. */
  public NextStep nextStep() {
    return nextStep;
  }

  /** Number of attempts, also of those that did not connect; zero before the first. */
  public int attempts() {
    return attempts;
  }

  /** The {@code Idempotency-Key} of the call; null for operations without one. */
  public @Nullable String idempotencyKey() {
    return idempotencyKey;
  }

  /** The {@code X-Request-Id} of the last answer; null when there was none. */
  public @Nullable String requestId() {
    return requestId;
  }

  /** The client's identifier of the call, which is in the log lines of its attempts. */
  public String callId() {
    return callId;
  }

  /** All facts, in one line; none of them is a secret. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "FailureFacts[%s, charge=%s, nextStep=%s, retryable=%s, attempts=%d, idempotencyKey=%s,"
            + " requestId=%s, callId=%s]",
        subject(),
        charge,
        nextStep,
        retryable,
        attempts,
        idempotencyKey,
        requestId == null ? null : Redactor.oneLine(requestId),
        callId);
  }

  /** Builds {@link FailureFacts}. Not safe for concurrent use. */
  public static final class Builder {
    private final Operation operation;
    private @Nullable String loadNumber;
    private @Nullable String customerRef;
    private Charge charge = Charge.NONE;
    private boolean retryable;
    private NextStep nextStep = NextStep.NONE;
    private int attempts;
    private @Nullable String idempotencyKey;
    private @Nullable String requestId;
    private String callId = "-";

    private Builder(Operation operation) {
      this.operation = Objects.requireNonNull(operation, "operation");
    }

    /** The load that the call names; null for calls that name none, such as a creation. */
    public Builder loadNumber(@Nullable String loadNumber) {
      this.loadNumber = loadNumber;
      return this;
    }

    /** The {@code customerRef} of a creation; null when it had none, and for other calls. */
    public Builder customerRef(@Nullable String customerRef) {
      this.customerRef = customerRef;
      return this;
    }

    /** See {@link FailureFacts#charge()}. Default {@link Charge#NONE}. */
    public Builder charge(Charge charge) {
      this.charge = Objects.requireNonNull(charge, "charge");
      return this;
    }

    /** See {@link FailureFacts#retryable()}. Default false. */
    public Builder retryable(boolean retryable) {
      this.retryable = retryable;
      return this;
    }

    /** See {@link FailureFacts#nextStep()}. Default {@link NextStep#NONE}. */
    public Builder nextStep(NextStep nextStep) {
      this.nextStep = Objects.requireNonNull(nextStep, "nextStep");
      return this;
    }

    /** See {@link FailureFacts#attempts()}. Default 0. */
    public Builder attempts(int attempts) {
      this.attempts = Require.atLeast(0, attempts, "attempts");
      return this;
    }

    /** See {@link FailureFacts#idempotencyKey()}. */
    public Builder idempotencyKey(@Nullable String idempotencyKey) {
      this.idempotencyKey = idempotencyKey;
      return this;
    }

    /** See {@link FailureFacts#requestId()}. */
    public Builder requestId(@Nullable String requestId) {
      this.requestId = requestId;
      return this;
    }

    /** See {@link FailureFacts#callId()}. */
    public Builder callId(String callId) {
      this.callId = Objects.requireNonNull(callId, "callId");
      return this;
    }

    /** The facts collected so far. */
    public FailureFacts build() {
      return new FailureFacts(this);
    }
  }
}

package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import java.io.Serial;
import java.util.function.Function;

/**
 * The failure of an attempt or of a call. The client throws it internally, because its facts may
 * change until the call ends; {@link CallRunner} throws its {@link #exception} to the application.
 */
public final class Failure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final FailureFacts facts;
  private final transient Function<FailureFacts, FreightException> constructor;
  private final FreightException exception;

  /**
   * @param constructor creates the exception that states the facts
   */
  public Failure(FailureFacts facts, Function<FailureFacts, FreightException> constructor) {
    super(null, null, false, false);
    this.facts = facts;
    this.constructor = constructor;
    this.exception = constructor.apply(facts);
  }

  /** The exception for the application and its listeners. */
  public FreightException exception() {
    return exception;
  }

  public FailureFacts facts() {
    return facts;
  }

  /** The same failure with other facts, without suppressed exceptions. */
  public Failure with(FailureFacts other) {
    return new Failure(other, constructor);
  }

  /** The same failure with the charge of the whole call. */
  Failure with(Charge charge) {
    return charge.equals(facts.charge()) ? this : with(facts.toBuilder().charge(charge).build());
  }
}

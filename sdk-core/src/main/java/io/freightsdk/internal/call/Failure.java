package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FailedCall;
import io.freightsdk.error.FreightException;
import java.io.Serial;
import java.util.function.Function;

/**
 * The failure of an attempt or of a call. The client throws it internally, because its facts may
 * change until the call ends; {@link CallRunner} throws its {@link #exception} to the application.
 */
public final class Failure extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  private final FailedCall call;
  private final transient Function<FailedCall, FreightException> constructor;
  private final FreightException exception;

  /**
   * @param constructor creates the exception that states the facts of the call
   */
  Failure(FailedCall call, Function<FailedCall, FreightException> constructor) {
    super(null, null, false, false);
    this.call = call;
    this.constructor = constructor;
    this.exception = constructor.apply(call);
  }

  /** The exception for the application and its listeners, created with this failure. */
  public FreightException exception() {
    return exception;
  }

  public FailedCall call() {
    return call;
  }

  /** Creates the exception that states the facts of a call. */
  Function<FailedCall, FreightException> constructor() {
    return constructor;
  }

  /** The same failure of another call, without suppressed exceptions. */
  public Failure with(FailedCall other) {
    return with(other, constructor);
  }

  /** The same failure of another call, which another exception reports. */
  public Failure with(FailedCall other, Function<FailedCall, FreightException> constructor) {
    return new Failure(other, constructor);
  }

  /** The same failure with the charge of the whole call. */
  Failure with(Charge charge) {
    return charge.equals(call.charge()) ? this : with(call.withCharge(charge));
  }
}

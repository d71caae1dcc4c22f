package io.freightsdk.micrometer;

import io.freightsdk.FreightResponse;
import io.freightsdk.model.Operation;
import io.micrometer.observation.Observation;
import org.jspecify.annotations.Nullable;

/** The facts of one call, for a {@link FreightCallConvention}. */
public final class FreightCallContext extends Observation.Context {
  private final Operation operation;
  private final @Nullable String loadNumber;

  private @Nullable FreightResponse<?> response;
  private String outcome = "none";

  FreightCallContext(Operation operation, @Nullable String loadNumber) {
    this.operation = operation;
    this.loadNumber = loadNumber;
  }

  /** The operation of the call. */
  public Operation operation() {
    return operation;
  }

  /** The load that the call names; null for a creation, and for calls without a load. */
  public @Nullable String loadNumber() {
    return loadNumber;
  }

  /**
   * The result of the call, without the body; null while it runs, and if it failed. Its value may
   * contain links and phone numbers.
   */
  public @Nullable FreightResponse<?> response() {
    return response;
  }

  /** How the call ended; {@code none} while it runs. */
  String outcome() {
    return outcome;
  }

  void succeeded(String outcome, FreightResponse<?> response) {
    this.outcome = outcome;
    this.response = response;
  }

  void failed() {
    outcome = "failure";
  }
}

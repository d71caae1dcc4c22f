package io.freightsdk.testing;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import io.freightsdk.error.NextStep;
import org.jspecify.annotations.Nullable;

/**
 * What a caller was told of a call, and what the service took for it.
 *
 * @param failure the name of its exception; null if the call succeeded
 * @param next null for a success
 * @param charge of a success of what is free, NONE
 */
public record ReportedOutcome(
    @Nullable String failure,
    Charge.Kind charge,
    @Nullable NextStep next,
    int debits,
    int requests) {
  /** Of a call that failed. */
  public static ReportedOutcome of(FreightException failure, int debits, int requests) {
    String name = failure.getClass().getSimpleName();
    return new ReportedOutcome(name, failure.charge().kind(), failure.nextStep(), debits, requests);
  }
}

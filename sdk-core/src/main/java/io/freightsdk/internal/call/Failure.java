package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FailureFacts;
import io.freightsdk.error.FreightException;
import java.util.function.Function;

/**
 * What a call, or an attempt, fails with.
 *
 * @param form makes the same failure of other facts
 */
record Failure(FreightException exception, Function<FailureFacts, FreightException> form) {
  static Failure of(FailureFacts facts, Function<FailureFacts, FreightException> form) {
    return new Failure(form.apply(facts), form);
  }

  Failure charging(Charge charge) {
    return of(exception.facts().toBuilder().charge(charge).build(), form);
  }
}

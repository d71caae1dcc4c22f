package io.freightsdk.examples.orderservice.problem;

import io.freightsdk.error.FieldProblem;

/**
 * A mistake in a field of a request.
 *
 * @param field its path, such as {@code pickups.0.zip}
 * @param reason never with a phone number
 */
public record Mistake(String field, String reason) {
  /** What the freight service refused. */
  public static Mistake of(FieldProblem refused) {
    String field = refused.field().equals("bol_received_at") ? "bolReceivedAt" : refused.field();
    String problem = refused.problem();
    return new Mistake(field, problem == null ? "is refused by the freight service" : problem);
  }
}

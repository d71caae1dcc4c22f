package io.freightsdk.error;

import io.freightsdk.SpendGuard;
import java.io.Serial;

/**
 * Refused by the client before this attempt was sent: the idempotency key was used before, either
 * with another body or too long ago. With another body the service would return the load of the
 * first call and create no load for the second. An old key may be forgotten, so that the service
 * would create and charge a second load.
 */
public final class IdempotencyKeyReusedException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  private final SpendGuard.KeyRefused refusal;

  /** A key that the guard of the client refused. */
  public IdempotencyKeyReusedException(FailureFacts facts, SpendGuard.KeyRefused refusal) {
    super(facts, "not sent: the idempotency key " + why(refusal), null);
    this.refusal = refusal;
  }

  @Override
  public IdempotencyKeyReusedException with(FailureFacts facts) {
    return new IdempotencyKeyReusedException(facts, refusal);
  }

  /** Why it was refused; each reason asks for something else of the caller. */
  public SpendGuard.KeyRefused refusal() {
    return refusal;
  }

  private static String why(SpendGuard.KeyRefused refusal) {
    return switch (refusal) {
      case OTHER_BODY -> "was used with another body; use a new key for a new load";
      case TOO_OLD ->
          "was first used 23 hours 55 minutes ago or earlier, and the service may forget a key after 24"
              + " hours; create the load under a new key with the same customerRef: if the first creation"
              + " went through, the answer is Deduplicated and free";
      case OTHER_LOAD ->
          "has bought one load, and an answer to it named another one: the service does not keep it, or"
              + " something between mixes answers up; compare the balance, and create the load under a"
              + " new key with the same customerRef";
    };
  }
}

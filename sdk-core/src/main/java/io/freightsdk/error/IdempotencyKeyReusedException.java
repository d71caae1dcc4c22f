package io.freightsdk.error;

import java.io.Serial;
import java.util.Objects;

/**
 * Refused by the client before this attempt was sent: the idempotency key was used before, either
 * with another body or too long ago. With another body the service would return the load of the
 * first call and create no load for the second. An old key may be forgotten, so that the service
 * would create and charge a second load.
 */
public final class IdempotencyKeyReusedException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  /** A key that was used with another body. */
  public IdempotencyKeyReusedException(FailureFacts facts) {
    this(facts, "was used with another body; use a new key for a new load");
  }

  private IdempotencyKeyReusedException(FailureFacts facts, String fact) {
    super(facts, "not sent: the idempotency key " + fact, null);
  }

  /**
   * A key that was first used so long ago that the service may have forgotten it: sent again, it
   * could create a second load. How long the service keeps a key is not published; the client
   * assumes 24 hours.
   */
  public static IdempotencyKeyReusedException tooOld(FailureFacts facts) {
    return new IdempotencyKeyReusedException(
        Objects.requireNonNull(facts, "facts"),
        "was first used 23 hours 55 minutes ago or earlier, and the service may forget a key after 24"
            + " hours; create the load under a new key with the same customerRef: if the first creation"
            + " went through, the answer is Deduplicated and free");
  }

  /** A key that has bought one load, and of which an answer named another one. */
  public static IdempotencyKeyReusedException ofAnotherLoad(FailureFacts facts) {
    return new IdempotencyKeyReusedException(
        Objects.requireNonNull(facts, "facts"),
        "has bought one load, and an answer to it named another one: the service does not keep it, or"
            + " something between mixes answers up; compare the balance, and create the load under a"
            + " new key with the same customerRef");
  }
}

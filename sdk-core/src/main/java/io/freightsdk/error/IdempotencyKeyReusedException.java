package io.freightsdk.error;

import java.io.Serial;

/**
 * Refused locally, nothing was sent: the key was used before. With another body the service would
 * answer with the load of the first one, and the second would silently not exist; after a day it
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
   * A key whose first request is so old that the service may have forgotten it: sent again, it
   * could make a second load (API description, section 4.1; keys are kept for 24 hours).
   */
  public static IdempotencyKeyReusedException tooOld(FailureFacts facts) {
    return new IdempotencyKeyReusedException(
        facts,
        "was first used 23 hours 55 minutes ago or longer, and the service forgets a key after 24"
            + " hours; find out what became of that call by its customerRef, or with ledger().reconcile(),"
            + " before you create the load under a new key");
  }
}

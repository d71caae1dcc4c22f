package io.freightsdk.error;

import java.io.Serial;

/**
 * Refused locally, nothing was sent: this client has used the key with another body before. The
 * service would answer with the load of the first body, and the second would silently not exist.
 */
public final class IdempotencyKeyReusedException extends FreightException {
  @Serial private static final long serialVersionUID = 1;

  public IdempotencyKeyReusedException(FailureFacts facts) {
    super(
        facts,
        "not sent: the idempotency key was used with another body; use a new key for a new load",
        null);
  }
}

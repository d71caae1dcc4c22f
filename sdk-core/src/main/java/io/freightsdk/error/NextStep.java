package io.freightsdk.error;

/** The one thing to do after a failed call. */
public enum NextStep {
  /** Fix the request or the set-up of the client; repeated as it is, it fails again. */
  FIX_REQUEST,
  /** Use another agent key, have its scope widened, or register its broker. */
  FIX_KEY,
  /** Top up the prepaid balance or raise the spend limit, then repeat with the same key. */
  TOP_UP,
  /** Repeat the call later; nothing was charged for it, or it is free. */
  RETRY_LATER,
  /** Repeat with the same {@code Idempotency-Key}: at most one load and one debit come of it. */
  RETRY_WITH_SAME_KEY,
  /** Wait until the driver has arrived at the delivery stop. */
  WAIT_FOR_DRIVER,
  /** Nothing helps, or the caller ended the call; read {@code charge()} before deciding again. */
  NONE
}

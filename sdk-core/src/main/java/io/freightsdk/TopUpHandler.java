package io.freightsdk;

import io.freightsdk.error.InsufficientFundsException;

/**
 * Is asked when the balance does not cover a call; it may for example top up by card or ask a
 * person. Runs on a thread of the client, once for all calls that wait together, and may block.
 */
@FunctionalInterface
public interface TopUpHandler {
  /** What happens with the waiting calls. */
  enum Decision {
    /** The balance has been raised: send them again. */
    SEND_AGAIN,
    /** It will be raised: wait for it as {@link TopUpPolicy#awaitTopUp} does. */
    AWAIT,
    /** They fail with {@code InsufficientFundsException}. */
    FAIL
  }

  /**
   * Decides. If it throws, the waiting calls fail with {@code InsufficientFundsException}, which
   * has the thrown exception as a suppressed one.
   *
   * @param refusal of the first waiting call, with price, balance and the path of the top-up page
   *     as the service returned them
   */
  Decision onInsufficientFunds(InsufficientFundsException refusal) throws Exception;
}

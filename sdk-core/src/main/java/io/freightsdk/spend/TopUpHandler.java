package io.freightsdk.spend;

/**
 * What an application does when the balance does not cover a call, for example top up by card or
 * ask a person. Runs on a thread of its own, once for however many calls wait, and may block.
 */
@FunctionalInterface
public interface TopUpHandler {
  /** What becomes of the calls that wait. */
  enum Decision {
    /** The balance has been raised: send them again. */
    SEND_AGAIN,
    /** It will be raised: wait for it as {@link TopUpPolicy#awaitTopUp} does. */
    AWAIT,
    /** They fail with {@code InsufficientFundsException}. */
    FAIL
  }

  /** Decides; an exception fails the waiting calls with it as the suppressed reason. */
  Decision onInsufficientFunds(TopUpNeed need) throws Exception;
}

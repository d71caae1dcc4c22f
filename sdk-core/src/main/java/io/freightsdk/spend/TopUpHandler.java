package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What an application does when the balance does not cover a call, for example top up by card or
 * ask a person. Runs on a thread of its own, once for however many calls wait, and may block.
 */
@FunctionalInterface
public interface TopUpHandler {
  /**
   * What the first of the waiting calls lacks, as the service stated it (API description, section
   * 7).
   *
   * @param priceUsd price of the refused call; null if the service did not say
   * @param balanceUsd balance at the refusal; null if the service did not say
   * @param billingUrl page of the broker console where a person tops up; null if not said
   */
  record Need(
      Operation operation,
      @Nullable BigDecimal priceUsd,
      @Nullable BigDecimal balanceUsd,
      @Nullable String billingUrl) {}

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
  Decision onInsufficientFunds(Need need) throws Exception;
}

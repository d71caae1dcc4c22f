package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Is asked when the balance does not cover a call; it may for example top up by card or ask a
 * person. Runs on a thread of the client, once for all calls that wait together, and may block.
 */
@FunctionalInterface
public interface TopUpHandler {
  /**
   * The amounts of the first waiting call, as the service returned them (API description, section
   * 7).
   *
   * @param priceUsd price of the refused call in USD; null if the answer has none
   * @param balanceUsd balance at the refusal in USD; null if the answer has none
   * @param billingUrl path of the top-up page in the broker console; null if the answer has none
   */
  record Need(
      Operation operation,
      @Nullable BigDecimal priceUsd,
      @Nullable BigDecimal balanceUsd,
      @Nullable String billingUrl) {}

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
   */
  Decision onInsufficientFunds(Need need) throws Exception;
}

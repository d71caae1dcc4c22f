package io.freightsdk.internal.call;

import io.freightsdk.error.InsufficientFundsException;
import io.freightsdk.internal.spend.SpendBooks.Purchase;
import io.freightsdk.internal.spend.SpendDecision;
import io.freightsdk.internal.spend.SpendHold;
import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendEntry;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The spend control of a client, as its calls use it: prices, reservations, top-ups. Safe for
 * concurrent use. Methods that use the spend store may block if {@link #mayBlock()} says so;
 * methods that need the network return a future.
 */
public interface Spending {
  /**
   * A price in USD; null when the service does not name it.
   *
   * @param readAt when it was read from the service; null for what has no price to read
   */
  record Price(@Nullable BigDecimal usd, @Nullable Instant readAt) {}

  /** A call's place in the queue for a top-up, kept from its first refusal to its end. */
  interface TopUpPlace {
    /**
     * Completes with true when the call may be sent again, with false when it fails. Cancelling it
     * leaves the queue.
     */
    CompletableFuture<Boolean> await(InsufficientFundsException refusal);

    /**
     * The call has ended, or was refused again: the money with which it was released is spent or
     * free again.
     */
    void release();
  }

  /** Whether the spend store may block a thread. */
  boolean mayBlock();

  /** Whether a limit applies to calls in this scope, so that they need a price. */
  boolean isLimited(@Nullable SpendScope scope);

  /** The live price while it is valid; null when it must be read. */
  @Nullable Price knownPrice(Operation operation);

  /** The last known price, however old; null if none is known. */
  default @Nullable BigDecimal lastPrice(Operation operation) {
    return null;
  }

  /**
   * Reads the price from the service; fails when it does not answer. Cancelling the future has no
   * effect on other callers.
   */
  CompletableFuture<Price> learnPrice(Operation operation);

  /** The service stated this price in an answer. */
  void heard(Operation operation, BigDecimal priceUsd);

  SpendDecision reserve(Purchase purchase, BigDecimal amountUsd);

  /** Books the attempts of a hold and reserves money again, or refuses. */
  SpendDecision renew(
      SpendHold hold, List<SpendEntry> attempts, Purchase purchase, BigDecimal amountUsd);

  /** Ends a hold and books its attempts; the entries as booked. */
  List<SpendEntry> settle(SpendHold hold, List<SpendEntry> attempts);

  /** A call of this client has raised the balance. */
  void balanceRaised(BigDecimal amountUsd);

  /** How long a call may wait for a top-up; zero when it does not. */
  Duration maxTopUpWait();

  /** A place at the end of the queue. */
  TopUpPlace topUpPlace();
}

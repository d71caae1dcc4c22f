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

  /**
   * The price at which a call may go on now; without an amount if it may go on without one; null
   * when it must wait for {@link #learnPrice}.
   *
   * @param needed whether a limit or {@code maxPrice} binds the call
   */
  @Nullable Price knownPrice(Operation operation, boolean needed);

  /** The newest price that any client of these books has read, however old; null if none has. */
  @Nullable Price newestPrice(Operation operation);

  /**
   * Reads the price from the service; fails when a call that needs it cannot have it. Cancelling
   * the future has no effect on other callers.
   */
  CompletableFuture<Price> learnPrice(Operation operation, boolean needed);

  /** How long a call waits for {@link #learnPrice} before it uses {@link #priceWithout}. */
  default Duration pricePatience(Operation operation, boolean needed) {
    return Duration.ofDays(1);
  }

  /** The price of a call that waited in vain; without an amount if it has none. */
  default Price priceWithout(Operation operation, boolean needed) {
    return new Price(null, null);
  }

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

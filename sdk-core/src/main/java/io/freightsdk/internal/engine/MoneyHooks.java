package io.freightsdk.internal.engine;

import io.freightsdk.FreightResponse;
import io.freightsdk.model.Balance;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Pricing;
import io.freightsdk.spend.PriceBook;
import io.freightsdk.spend.SpendLedger;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * What the engine asks of the part of the client that looks after money. Safe for concurrent use;
 * no method blocks: whatever takes time is a future, and the engine cancels that future when the
 * call ends first.
 */
public interface MoneyHooks {
  /** Hooks that refuse nothing, know no price and keep no book. */
  MoneyHooks NONE = plan -> CompletableFuture.completedFuture(CallAccount.NONE);

  /**
   * Opens the account of one call before anything is sent: learns the price, checks {@code
   * maxPrice} and the limits, reserves. A future that fails with a {@code FreightException} refuses
   * the call. Asked exactly once per call, of free operations too.
   */
  CompletableFuture<CallAccount> open(CallPlan plan);

  /**
   * A position read that may be answered without a wire call, by {@code maxAge}. {@code send} makes
   * the call (and opens its account); the default sends every time.
   */
  default CompletableFuture<FreightResponse<LoadPosition>> sharePosition(
      CallPlan plan, Supplier<CompletableFuture<FreightResponse<LoadPosition>>> send) {
    return send.get();
  }

  /** A read was answered with a position that another call paid for: its price was saved. */
  default void shared(CallPlan plan) {}

  /** The live prices. */
  default PriceBook prices() {
    throw new UnsupportedOperationException("hooks without prices");
  }

  /** The books of the client. */
  default SpendLedger ledger() {
    throw new UnsupportedOperationException("hooks without books");
  }

  /** Somebody raised the balance; calls that wait for it look now. */
  default void toppedUp() {}

  /** The client is closed; free what the hooks hold. Idempotent. */
  default void close() {}

  /** Makes the hooks of one client. */
  @FunctionalInterface
  interface Factory {
    /**
     * Hooks that learn prices and balances from {@code reads}, which never costs and never refuses.
     */
    MoneyHooks create(FreeReads reads, Environment environment);
  }

  /** The free reads that money itself needs; they go through the client's transport and retries. */
  interface FreeReads {
    CompletableFuture<Pricing> pricing();

    CompletableFuture<Balance> balance();
  }
}

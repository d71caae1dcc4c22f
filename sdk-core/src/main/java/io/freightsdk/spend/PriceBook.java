package io.freightsdk.spend;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The live prices of the service, read from it and kept for a while (5 minutes by default).
 *
 * <p>A price is refreshed in the background when a fifth of its life is left, so callers do not
 * wait for it; many callers share one request. While the service does not answer, the last known
 * price stands and its age is told. Safe for concurrent use.
 */
public interface PriceBook {

  /**
   * A price that the service states differently than before.
   *
   * @param priceKey name in the price list, for example {@code load_create}
   * @param beforeUsd null if the list did not have it
   * @param nowUsd null if the list no longer has it
   * @param at when the new list was read; the service changed it at some time since the last
   *     reading
   */
  record Change(
      String priceKey, @Nullable BigDecimal beforeUsd, @Nullable BigDecimal nowUsd, Instant at) {}

  /**
   * What so many calls of an operation cost now.
   *
   * @throws io.freightsdk.error.FreightException if no price was ever read and none can be read now
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  PriceQuote quote(Operation operation, int count);

  /**
   * What so many calls of an operation cost by a price list that is at most this old. An older one
   * is read again, once for all who ask meanwhile, and then counts for every call of the client.
   *
   * @param maxAge zero for a price list that is read now
   * @throws io.freightsdk.error.FreightException if the price list cannot be read now
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  PriceQuote quote(Operation operation, int count, Duration maxAge);

  /**
   * {@link #quote(Operation, int)} as a future; cancelling it leaves the request to those who share
   * it.
   */
  CompletableFuture<PriceQuote> quoteAsync(Operation operation, int count);

  /**
   * Tells every later change of a price, on the thread that read it.
   *
   * @return what ends the subscription when run
   */
  Runnable onChange(Consumer<Change> listener);
}

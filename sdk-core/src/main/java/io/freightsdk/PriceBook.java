package io.freightsdk;

import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The prices of the service, read from it and used for the client's {@code priceLife} (10 seconds
 * by default).
 *
 * <p>A price that is used when a fifth of its life is left is read again in the background, so that
 * callers do not wait; concurrent callers share one request. While the service does not answer, a
 * quote has the last known price and its age, however old; a call under a spend limit or a {@code
 * maxPrice} is refused once the price is older than the client's {@code maxPriceAge} (5 minutes by
 * default). Safe for concurrent use.
 */
public interface PriceBook {

  /**
   * A price that the service has changed.
   *
   * @param priceKey name of the price in the price list, for example {@code load_create}
   * @param beforeUsd the price before; null if the list did not have it
   * @param nowUsd the price now; null if the list no longer has it
   * @param at when the new list was read; the service changed the price at some time before that
   */
  record Change(
      String priceKey, @Nullable BigDecimal beforeUsd, @Nullable BigDecimal nowUsd, Instant at) {}

  /**
   * What {@code count} calls of an operation cost at the live price.
   *
   * @throws IllegalArgumentException if {@code count} is negative
   * @throws io.freightsdk.error.FreightException if no price was ever read and none can be read now
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  PriceQuote quote(Operation operation, int count);

  /**
   * What {@code count} calls of an operation cost, by a price list that is at most {@code maxAge}
   * old. An older list is read again, with one request for all concurrent callers, and is then used
   * for every call of the client.
   *
   * @param maxAge zero to read the price list now, or to join the reading that is out
   * @throws IllegalArgumentException if {@code count} is negative
   * @throws io.freightsdk.error.FreightException if the price list cannot be read now
   * @throws IllegalStateException if the service's price list does not name the operation
   */
  PriceQuote quote(Operation operation, int count, Duration maxAge);

  /**
   * {@link #quote(Operation, int)} as a future. Cancelling it does not cancel the request for other
   * callers.
   */
  CompletableFuture<PriceQuote> quoteAsync(Operation operation, int count);

  /**
   * Calls the listener for every later change of a price, on the thread that read the new price.
   *
   * @return run it to remove the listener
   */
  Runnable onChange(Consumer<Change> listener);
}

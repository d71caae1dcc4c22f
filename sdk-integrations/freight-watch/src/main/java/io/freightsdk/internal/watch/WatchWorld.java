package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.Operation;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.PriceQuote;
import java.math.BigDecimal;
import java.util.concurrent.CompletableFuture;

/**
 * What all watches of a client share.
 *
 * @param reads the client
 * @param alarm the time of day, and what wakes them
 * @param gate how many of them read at once
 * @param retryPolicy of reads that have none of their own
 */
public record WatchWorld(Reads reads, AlarmClock alarm, ReadGate gate, RetryPolicy retryPolicy) {
  /** What a watch asks of its client. No method blocks. */
  public interface Reads {
    /** Reads a position, paid or shared. */
    CompletableFuture<FreightResponse<LoadPosition>> read(String loadNumber, CallOptions options);

    /** The prepaid balance in USD; free. */
    CompletableFuture<BigDecimal> balanceUsd();

    /** The live price of a position read in USD; free. */
    CompletableFuture<BigDecimal> readPriceUsd();

    /** What a client says. */
    static Reads of(FreightClient client) {
      return new Reads() {
        @Override
        public CompletableFuture<FreightResponse<LoadPosition>> read(
            String loadNumber, CallOptions options) {
          return client.async().withResponse().getLoadPosition(loadNumber, options);
        }

        @Override
        public CompletableFuture<BigDecimal> balanceUsd() {
          return client.async().getBalance().thenApply(balance -> balance.balanceUsd());
        }

        @Override
        public CompletableFuture<BigDecimal> readPriceUsd() {
          return client
              .async()
              .quote(Operation.GET_LOAD_POSITION, 1)
              .thenApply(PriceQuote::unitPriceUsd);
        }
      };
    }
  }
}

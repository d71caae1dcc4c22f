package io.freightsdk.internal.watch;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightResponse;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.retry.RetryPolicy;
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
  }
}

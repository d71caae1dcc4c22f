package io.freightsdk.internal.agent.approval;

import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.agent.results.ToolErrors;
import io.freightsdk.internal.environment.TimeSource;
import io.freightsdk.model.Operation;
import io.freightsdk.model.Pricing;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The prices of a client: the current price of a call, and the last known price for descriptions. A
 * description must not fail or wait long if the price list is unavailable. Thread-safe.
 */
public final class Prices {
  /** The paid operations of the tools. */
  public static final List<Operation> PAID =
      List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  /** The maximum age of a price in a description, unless the price list is unavailable. */
  private static final Duration MAX_AGE = Duration.ofSeconds(10);

  /** The maximum time for which a description waits for the price list. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private final FreightClient client;
  private final TimeSource time;
  private final Map<Operation, BigDecimal> lastKnown = new ConcurrentHashMap<>();

  /** The last read of the price list for descriptions, and its start; guarded by this. */
  private @Nullable CompletableFuture<?> lastRead;

  private long startedNanos;

  public Prices(FreightClient client, TimeSource time) {
    this.client = client;
    this.time = time;
  }

  /** The current price of a call, in USD. */
  BigDecimal current(Operation operation) {
    try {
      BigDecimal priceUsd = client.price(operation);
      lastKnown.put(operation, priceUsd);
      return priceUsd;
    } catch (FreightException e) {
      throw ToolErrors.ofPrice(e);
    } catch (IllegalStateException unnamed) {
      throw ToolErrors.priceUnknown();
    }
  }

  /** The price that was last read; null if none was. */
  public @Nullable BigDecimal lastKnown(Operation operation) {
    return lastKnown.get(operation);
  }

  /**
   * Reads the price list if the last read is older than ten seconds, and waits at most a second. A
   * price that arrives later appears in the next description.
   */
  public void refreshIfExpired() {
    CompletableFuture<?> list;
    Duration left;
    synchronized (this) {
      Duration age = Duration.ofNanos(time.nanos() - startedNanos);
      if (lastRead == null || (lastRead.isDone() && age.compareTo(MAX_AGE) >= 0)) {
        lastRead = client.async().getPricing().thenAccept(this::record);
        startedNanos = time.nanos();
        age = Duration.ZERO;
      }
      list = lastRead;
      left = MAX_WAIT.minus(age);
    }
    if (list.isDone() || left.isNegative()) return;
    Thread here = Thread.currentThread();
    CompletableFuture<?> unused = list.whenComplete((done, failed) -> LockSupport.unpark(here));
    time.await(left, () -> list.isDone() || here.isInterrupted());
  }

  /** Records the prices of a list that was read. */
  public void record(Pricing list) {
    for (Operation paid : PAID) {
      BigDecimal priceUsd = list.prices().get(paid.priceKey());
      if (priceUsd != null && priceUsd.signum() >= 0) lastKnown.put(paid, priceUsd);
    }
  }
}

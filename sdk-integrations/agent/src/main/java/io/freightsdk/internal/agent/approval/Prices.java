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
 * The prices of a client: what a call costs now, and what the descriptions of tools show.
 * Thread-safe.
 */
public final class Prices {
  /** The operations that the tools pay for. */
  public static final List<Operation> PAID =
      List.of(Operation.CREATE_LOAD, Operation.GET_LOAD_POSITION);

  /** A description shows no older price, unless the list cannot be read. */
  private static final Duration MAX_AGE = Duration.ofSeconds(10);

  /** How long a description waits for the list. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  private final FreightClient client;
  private final TimeSource time;
  private final Map<Operation, BigDecimal> lastKnown = new ConcurrentHashMap<>();

  /** The last reading of the list for descriptions, and when it began; guarded by this. */
  private @Nullable CompletableFuture<?> lastRead;

  private long startedNanos;

  public Prices(FreightClient client, TimeSource time) {
    this.client = client;
    this.time = time;
  }

  /** The price of a call made now, in USD. */
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

  /**
   * The price for the description of a tool; null if it is not known. Reads the list if that was
   * not done for a while, and waits for it a second at most; a price that arrives later is shown
   * the next time.
   */
  public @Nullable BigDecimal displayed(Operation operation) {
    refresh();
    return lastKnown.get(operation);
  }

  /** See {@link #displayed}. */
  public void refresh() {
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

  /** The price list was read. */
  public void record(Pricing list) {
    for (Operation paid : PAID) {
      BigDecimal priceUsd = list.prices().get(paid.priceKey());
      if (priceUsd != null && priceUsd.signum() >= 0) lastKnown.put(paid, priceUsd);
    }
  }
}

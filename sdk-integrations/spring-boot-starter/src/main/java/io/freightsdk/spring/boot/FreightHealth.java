package io.freightsdk.spring.boot;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.internal.micrometer.BackgroundValue;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether the service accepts the key and the balance is high enough; with several clients, a
 * detail for each. Orders that wait or have stopped and limits that are nearly used up are details,
 * too, and leave the health up: a restart does not repair them. Everything is read in the
 * background, free of charge. A balance is read at most every 15 seconds.
 */
final class FreightHealth {
  /** A response takes less than a second, also while the service or the database hangs. */
  static final Duration MAX_WAIT = Duration.ofMillis(700);

  private static final Duration MAX_BALANCE_AGE = Duration.ofSeconds(15);
  private static final CallOptions QUICK =
      CallOptions.builder().deadline(Duration.ofSeconds(5)).retryPolicy(RetryPolicy.none()).build();

  private final Map<String, BackgroundValue<Result>> balances = new TreeMap<>();
  private final @Nullable BigDecimal minimum;
  private final List<Detail> details;
  private final Duration maxWait;

  /**
   * The health of clients.
   *
   * @param maxWait maximum time that a response waits for values that are being read
   */
  FreightHealth(
      Map<String, FreightClient> clients,
      @Nullable BigDecimal minimum,
      List<Detail> details,
      Clock clock,
      Duration maxWait) {
    clients.forEach(
        (name, client) ->
            balances.put(
                name,
                new BackgroundValue<>(
                    MAX_BALANCE_AGE,
                    () -> read(client),
                    change -> {},
                    () -> Duration.between(Instant.EPOCH, clock.instant()).toNanos(),
                    BackgroundValue::start)));
    this.minimum = minimum;
    this.details = List.copyOf(details);
    this.maxWait = maxWait;
  }

  /**
   * A detail for operators next to the balance.
   *
   * @param value starts reading without waiting; null if there is nothing to see
   */
  record Detail(String name, Supplier<CompletableFuture<? extends @Nullable Object>> value) {
    private CompletableFuture<? extends @Nullable Object> read() {
      try {
        return value.get();
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
  }

  /** Whether the balances are sufficient, and why not. */
  record Result(State state, Map<String, Object> details, @Nullable Throwable failure) {
    private static final Result UNKNOWN =
        new Result(State.UNKNOWN, Map.of("balanceUsd", "no response yet"), null);
  }

  /** The states from best to worst; the health of several clients is their worst state. */
  enum State {
    UP,
    UNKNOWN,
    DOWN
  }

  /**
   * The state of the balances, with all details. A detail that cannot be read leaves the state as
   * it is.
   */
  Result read() {
    Map<String, CompletableFuture<? extends @Nullable Object>> shown = new LinkedHashMap<>();
    details.forEach(detail -> shown.put(detail.name(), detail.read()));
    await(
        Stream.concat(
            balances.values().stream().map(BackgroundValue::read), shown.values().stream()));
    Result result = result();
    Map<String, Object> all = new LinkedHashMap<>(result.details());
    shown.forEach(
        (name, value) -> {
          Object text = textOf(value);
          if (text != null) all.put(name, text);
        });
    return new Result(result.state(), all, result.failure());
  }

  private void await(Stream<? extends CompletableFuture<?>> readings) {
    try {
      CompletableFuture.allOf(readings.toArray(CompletableFuture<?>[]::new))
          .get(maxWait.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // The last values are shown, or "no response yet".
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static @Nullable Object textOf(CompletableFuture<? extends @Nullable Object> value) {
    if (!value.isDone()) return "cannot be read: no response yet";
    try {
      return value.join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return "cannot be read: " + cause.getMessage();
    }
  }

  private Result result() {
    State state = State.UP;
    Throwable failure = null;
    Map<String, Object> all = new LinkedHashMap<>();
    for (Map.Entry<String, BackgroundValue<Result>> balance : balances.entrySet()) {
      Result last = balance.getValue().latestValue();
      Result result = last == null ? Result.UNKNOWN : last;
      if (balances.size() == 1) return result;
      if (result.state().compareTo(state) > 0) state = result.state();
      if (failure == null) failure = result.failure();
      all.put(balance.getKey(), result.details());
    }
    return new Result(state, all, failure);
  }

  private Result read(FreightClient client) {
    Map<String, Object> details = new LinkedHashMap<>();
    try {
      BigDecimal balance = client.getBalance(QUICK).balanceUsd();
      boolean enough = minimum == null || (balance != null && balance.compareTo(minimum) >= 0);
      if (balance != null) details.put("balanceUsd", balance);
      if (minimum != null) details.put("minimumBalanceUsd", minimum);
      return new Result(enough ? State.UP : State.DOWN, details, null);
    } catch (FreightException failure) {
      details.put("nextStep", failure.nextStep());
      return new Result(State.DOWN, details, failure);
    }
  }
}

package io.freightsdk.spring.boot.autoconfigure;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.micrometer.FreightReadings;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.spend.SpendTotals;
import io.freightsdk.spring.boot.FreightProperties;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The health for both versions of Boot: whether the service accepts this key, the balance is high
 * enough, and the ledger can be read. Free; reads the balance no more often than the properties
 * allow, and does not wait for the ledger.
 */
final class BalanceHealth {
  private static final CallOptions QUICK =
      CallOptions.builder().deadline(Duration.ofSeconds(5)).retryPolicy(RetryPolicy.none()).build();

  private final FreightClient client;
  private final FreightReadings readings;
  private final Duration cache;
  private final @Nullable BigDecimal minimum;
  private final LongSupplier nanoTime;

  // Guarded by this. One thread reads the balance, the others wait for its result.
  private @Nullable Reading last;
  private long readAt;

  BalanceHealth(
      FreightClient client,
      FreightReadings readings,
      FreightProperties.Health properties,
      LongSupplier nanoTime) {
    this.client = client;
    this.readings = readings;
    this.cache = properties.cache();
    this.minimum = properties.minimumBalance();
    this.nanoTime = nanoTime;
  }

  /** The health of one client, or of several by their names: up if all are. */
  static Supplier<Reading> of(
      Map<String, FreightClient> clients, Readings readings, FreightProperties.Health properties) {
    Map<String, BalanceHealth> each = new TreeMap<>();
    clients.forEach(
        (name, client) ->
            each.put(
                name,
                new BalanceHealth(
                    client, readings.of(name, client), properties, System::nanoTime)));
    if (each.size() == 1) return each.values().iterator().next()::read;
    return () -> {
      boolean up = true;
      Throwable failure = null;
      Map<String, Object> details = new LinkedHashMap<>();
      for (Map.Entry<String, BalanceHealth> one : each.entrySet()) {
        Reading reading = one.getValue().read();
        up &= reading.up();
        if (failure == null) failure = reading.failure();
        details.put(one.getKey(), reading.details());
      }
      return new Reading(up, details, failure);
    };
  }

  /** One result: up or down, and why. */
  record Reading(boolean up, Map<String, Object> details, @Nullable Throwable failure) {}

  Reading read() {
    Reading balance = balance();
    SpendTotals ledger = readings.ledger();
    Throwable unread = readings.ledgerFailure();
    Map<String, Object> details = new LinkedHashMap<>(balance.details());
    if (readings.hasLedger()) {
      details.put(
          "ledger", unread != null ? "unreachable" : ledger == null ? "not read yet" : "read");
    }
    Throwable failure = balance.failure() != null ? balance.failure() : unread;
    return new Reading(balance.up() && unread == null, details, failure);
  }

  private synchronized Reading balance() {
    long now = nanoTime.getAsLong();
    Reading known = last;
    if (known == null || now - readAt >= cache.toNanos()) {
      known = ask();
      last = known;
      readAt = now;
    }
    return known;
  }

  private Reading ask() {
    Map<String, Object> details = new LinkedHashMap<>();
    try {
      BigDecimal balance = client.getBalance(QUICK).balanceUsd();
      boolean enough = minimum == null || (balance != null && balance.compareTo(minimum) >= 0);
      if (balance != null) details.put("balanceUsd", balance);
      if (minimum != null) details.put("minimumBalanceUsd", minimum);
      return new Reading(enough, details, null);
    } catch (FreightException failure) {
      details.put("nextStep", failure.nextStep());
      return new Reading(false, details, failure);
    }
  }
}

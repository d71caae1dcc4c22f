package io.freightsdk.spring.boot;

import io.freightsdk.CallOptions;
import io.freightsdk.FreightClient;
import io.freightsdk.error.FreightException;
import io.freightsdk.retry.RetryPolicy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether the service accepts the key and the balance is high enough; with several clients, a
 * detail for each. Orders that wait or have stopped and limits that are nearly full are details
 * too, and leave the health up: a restart cures none of them. Free; the answer is at most a minute
 * old, and a service that hangs is waited for 5 s.
 */
final class FreightHealth {
  private static final Duration LIFE = Duration.ofMinutes(1);
  private static final CallOptions QUICK =
      CallOptions.builder().deadline(Duration.ofSeconds(5)).retryPolicy(RetryPolicy.none()).build();

  private final Map<String, FreightClient> clients;
  private final @Nullable BigDecimal minimum;
  private final List<Detail> details;
  private final Clock clock;

  // Guarded by this. One thread asks, the others wait for its answer.
  private @Nullable Result last;
  private Instant readAt = Instant.EPOCH;

  FreightHealth(
      Map<String, FreightClient> clients,
      @Nullable BigDecimal minimum,
      List<Detail> details,
      Clock clock) {
    this.clients = new TreeMap<>(clients);
    this.minimum = minimum;
    this.details = List.copyOf(details);
    this.clock = clock;
  }

  /**
   * What an operator should see beside the balance.
   *
   * @param value null if there is nothing to see; may ask a database
   */
  record Detail(String name, Supplier<@Nullable Object> value) {
    private void addTo(Map<String, Object> all) {
      try {
        Object now = value.get();
        if (now != null) all.put(name, now);
      } catch (RuntimeException unreadable) {
        all.put(name, "cannot be read: " + unreadable.getMessage());
      }
    }
  }

  /** Up or down, and why. */
  record Result(boolean up, Map<String, Object> details, @Nullable Throwable failure) {}

  synchronized Result read() {
    Instant now = clock.instant();
    Result known = last;
    boolean isYoung = !now.isBefore(readAt) && now.isBefore(readAt.plus(LIFE));
    if (known != null && isYoung) return known;
    Result asked = clients.size() == 1 ? ask(clients.values().iterator().next()) : askEach();
    details.forEach(detail -> detail.addTo(asked.details()));
    last = asked;
    readAt = now;
    return asked;
  }

  private Result askEach() {
    boolean up = true;
    Throwable failure = null;
    Map<String, Object> details = new LinkedHashMap<>();
    for (Map.Entry<String, FreightClient> client : clients.entrySet()) {
      Result one = ask(client.getValue());
      up &= one.up();
      if (failure == null) failure = one.failure();
      details.put(client.getKey(), one.details());
    }
    return new Result(up, details, failure);
  }

  private Result ask(FreightClient client) {
    Map<String, Object> details = new LinkedHashMap<>();
    try {
      BigDecimal balance = client.getBalance(QUICK).balanceUsd();
      boolean enough = minimum == null || (balance != null && balance.compareTo(minimum) >= 0);
      if (balance != null) details.put("balanceUsd", balance);
      if (minimum != null) details.put("minimumBalanceUsd", minimum);
      return new Result(enough, details, null);
    } catch (FreightException failure) {
      details.put("nextStep", failure.nextStep());
      return new Result(false, details, failure);
    }
  }
}

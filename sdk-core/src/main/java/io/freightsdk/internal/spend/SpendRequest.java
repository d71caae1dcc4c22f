package io.freightsdk.internal.spend;

import io.freightsdk.model.Operation;
import io.freightsdk.spend.SpendLimit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A wish to spend the price of one call.
 *
 * @param key the key under which the service takes the price at most once; null if every attempt
 *     may be charged
 * @param scopes the path of the call's scope and of every scope around it, innermost first
 * @param limits every limit that binds the call
 * @param token names the call, in whatever process
 * @param atMostMicros after this long the call is surely over, or its process dead
 * @param priced false if the amount is a guess
 */
record SpendRequest(
    Operation operation,
    BigDecimal amountUsd,
    @Nullable String key,
    List<String> scopes,
    List<SpendLimit> limits,
    String token,
    long atMostMicros,
    boolean priced) {

  /** The least that it may cost. */
  long least() {
    return priced ? NanoUsd.spent(amountUsd) : 0;
  }

  String scope() {
    return scopes.get(0);
  }

  /** The windows of limits, as they are now. */
  static List<Book.Ring> rings(List<SpendLimit> limits, long nowMicros) {
    List<Book.Ring> rings = new ArrayList<>(limits.size());
    for (SpendLimit limit : limits) {
      Book.Ring ring = ring(limit, nowMicros);
      if (ring != null) rings.add(ring);
    }
    return rings;
  }

  /** Null if the limit has no window. */
  static Book.@Nullable Ring ring(SpendLimit limit, long nowMicros) {
    Window window = Window.of(limit);
    return window == null ? null : Book.Ring.at(nowMicros, limit.scope(), window);
  }
}

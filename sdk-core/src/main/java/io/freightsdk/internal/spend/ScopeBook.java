package io.freightsdk.internal.spend;

import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendRefusal;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one scope has spent and set aside, as its limits count it.
 *
 * <p>Money set aside does not age: the service may take it at any moment until the call ends, so it
 * enters a window only then. That is why no window can be passed on the service's own books either.
 * Not safe for concurrent use.
 */
final class ScopeBook {
  final Sums sums = new Sums();
  private final Map<Duration, SlidingWindow> windows = new HashMap<>(4);
  private long held;
  private long spent;

  void hold(long amount) {
    held += amount;
  }

  void release(long amount) {
    held -= amount;
  }

  void spend(long atMillis, long amount) {
    spent += amount;
    for (SlidingWindow window : windows.values()) window.add(atMillis, amount);
  }

  void unspend(long atMillis, long amount) {
    spent -= amount;
    for (SlidingWindow window : windows.values()) window.remove(atMillis, amount);
  }

  /** Null if the amount fits the limit. */
  @Nullable SpendRefusal refusal(
      SpendLimit limit, BigDecimal amountUsd, long amount, long nowMillis) {
    long cap = NanoUsd.cap(limit.capUsd());
    SlidingWindow window = limit.window() == null ? null : window(limit.window());
    long counted =
        switch (limit.kind()) {
          case PER_CALL -> 0;
          case WINDOW -> held + (window == null ? 0 : window.sum(nowMillis));
          case TOTAL -> held + spent;
        };
    long missing = counted + amount - cap;
    if (missing <= 0) return null;

    long freesAtMillis = window == null || amount > cap ? -1 : window.freesAt(missing);
    return new SpendRefusal(
        limit,
        amountUsd,
        NanoUsd.toUsd(Math.max(0, cap - counted)),
        freesAtMillis < 0 ? null : Instant.ofEpochMilli(freesAtMillis));
  }

  /** A window counts from the first call that it binds. */
  private SlidingWindow window(Duration length) {
    SlidingWindow window = windows.get(length);
    if (window == null) {
      window = new SlidingWindow(length.toMillis());
      windows.put(length, window);
    }
    return window;
  }
}

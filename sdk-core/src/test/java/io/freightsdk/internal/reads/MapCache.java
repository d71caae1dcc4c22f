package io.freightsdk.internal.reads;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A cache in a map; its claims end by a clock, and it can be broken. */
class MapCache implements PositionCache {
  private record Claim(String owner, Instant until) {}

  final Map<String, PositionReading> readings = new ConcurrentHashMap<>();
  final Map<String, Claim> claims = new ConcurrentHashMap<>();
  volatile Throwable broken;
  private final Clock clock;
  private volatile boolean oneKey;

  MapCache(Clock clock) {
    this.clock = clock;
  }

  String onlyKey() {
    return "the only key";
  }

  /** From now on every load is kept, and claimed, as one. */
  void everyKeyIsOne() {
    oneKey = true;
  }

  @Override
  public PositionReading get(String key) {
    breakDown();
    return readings.get(keyOf(key));
  }

  @Override
  public void put(String key, PositionReading reading) {
    breakDown();
    readings.put(keyOf(key), reading);
  }

  @Override
  public boolean claim(String key, String owner, Duration lease) {
    breakDown();
    Claim mine = new Claim(owner, clock.instant().plus(lease));
    Claim holder =
        claims.compute(
            keyOf(key),
            (k, held) -> {
              boolean free =
                  held == null
                      || held.owner().equals(owner)
                      || !clock.instant().isBefore(held.until());
              return free ? mine : held;
            });
    return holder == mine;
  }

  @Override
  public void release(String key, String owner) {
    breakDown();
    claims.computeIfPresent(keyOf(key), (k, held) -> held.owner().equals(owner) ? null : held);
  }

  private String keyOf(String key) {
    return oneKey ? onlyKey() : key;
  }

  private void breakDown() {
    Throwable failure = broken;
    if (failure != null) {
      MapCache.<RuntimeException>sneak(failure);
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}

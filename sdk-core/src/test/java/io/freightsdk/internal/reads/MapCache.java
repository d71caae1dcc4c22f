package io.freightsdk.internal.reads;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A cache in a map, which can be broken. */
class MapCache implements PositionCache {
  final Map<String, PositionReading> readings = new ConcurrentHashMap<>();
  volatile @Nullable Throwable broken;
  volatile int gets;
  volatile int puts;

  @Override
  public @Nullable PositionReading get(String key) {
    gets++;
    breakDown();
    return readings.get(key);
  }

  @Override
  public void put(String key, PositionReading reading) {
    puts++;
    breakDown();
    readings.put(key, reading);
  }

  private void breakDown() {
    Throwable failure = broken;
    if (failure != null) MapCache.<RuntimeException>sneak(failure);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}

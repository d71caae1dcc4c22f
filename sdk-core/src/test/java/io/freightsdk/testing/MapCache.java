package io.freightsdk.testing;

import io.freightsdk.reads.PositionCache;
import io.freightsdk.reads.PositionReading;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A position cache of one process. */
public final class MapCache implements PositionCache {
  public final Map<String, PositionReading> kept = new ConcurrentHashMap<>();

  @Override
  public @Nullable PositionReading get(String key) {
    return kept.get(key);
  }

  @Override
  public void put(String key, PositionReading reading) {
    kept.put(key, reading);
  }
}

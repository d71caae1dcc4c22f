package io.freightsdk.testing;

import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A position cache of one process, which can be broken. */
public final class MapCache implements PositionCache {
  public final Map<String, PositionSnapshot> kept = new ConcurrentHashMap<>();

  /** What it throws whatever is asked; null for nothing. */
  public @Nullable Throwable broken;

  /** How often it was asked. */
  public int gets;

  /** How often it was given a position. */
  public int puts;

  @Override
  public @Nullable PositionSnapshot get(String key) {
    gets++;
    breakDown();
    return kept.get(key);
  }

  @Override
  public void put(String key, PositionSnapshot reading) {
    puts++;
    breakDown();
    kept.put(key, reading);
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

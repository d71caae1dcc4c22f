package io.freightsdk.testing;

import io.freightsdk.positions.PositionCache;
import io.freightsdk.positions.PositionSnapshot;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A position cache in memory that can fail. */
public final class MapPositionCache implements PositionCache {
  public final Map<String, PositionSnapshot> entries = new ConcurrentHashMap<>();

  /** The exception of each call; null for none. */
  public @Nullable Throwable fault;

  /** The number of calls of {@code get}. */
  public int gets;

  /** The number of calls of {@code put}. */
  public int puts;

  @Override
  public @Nullable PositionSnapshot get(String key) {
    gets++;
    throwIfBroken();
    return entries.get(key);
  }

  @Override
  public void put(String key, PositionSnapshot reading) {
    puts++;
    throwIfBroken();
    entries.put(key, reading);
  }

  private void throwIfBroken() {
    Throwable failure = fault;
    if (failure != null) MapPositionCache.<RuntimeException>sneak(failure);
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void sneak(Throwable thrown) throws T {
    throw (T) thrown;
  }
}

package io.freightsdk.internal.reads;

import io.freightsdk.watch.PositionReading;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The readings of this process, so many at most; the one not asked for longest goes first. */
final class ReadMemory {
  private final int capacity;
  // Guarded by itself.
  private final Map<String, PositionReading> readings = new LinkedHashMap<>(16, 0.75f, true);

  ReadMemory(int capacity) {
    this.capacity = capacity;
  }

  /** The reading of a load if it is younger than {@code maxAge}; null otherwise. */
  @Nullable PositionReading youngerThan(Duration maxAge, String loadNumber, Instant now) {
    PositionReading reading;
    synchronized (readings) {
      reading = readings.get(loadNumber);
    }
    boolean fresh = reading != null && reading.ageAt(now).compareTo(maxAge) < 0;
    return fresh ? reading : null;
  }

  void keep(PositionReading reading) {
    String loadNumber = reading.position().loadNumber();
    synchronized (readings) {
      PositionReading kept = readings.get(loadNumber);
      if (kept == null || !kept.readAt().isAfter(reading.readAt())) {
        readings.put(loadNumber, reading);
      }
      if (readings.size() > capacity) {
        readings.remove(readings.keySet().iterator().next());
      }
    }
  }

  int size() {
    synchronized (readings) {
      return readings.size();
    }
  }
}

package io.freightsdk.internal.money;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where the clients of one book share what they read: one of them reads the price list, and all
 * reserve at the newest price that any of them knows. Both methods are called before every paid
 * attempt and must not block. Safe for concurrent use.
 */
public interface PriceReadings {
  /** This client has read these prices. */
  void told(PriceReading reading);

  /** The newest reading of any client of the book; null before the first. */
  @Nullable PriceReading newest();

  /** The readings of one process. */
  static PriceReadings inMemory() {
    AtomicReference<@Nullable PriceReading> newest = new AtomicReference<>();
    return new PriceReadings() {
      @Override
      public void told(PriceReading reading) {
        newest.accumulateAndGet(
            reading,
            (known, told) ->
                known == null || told == null || told.isNewerThan(known) ? told : known);
      }

      @Override
      public @Nullable PriceReading newest() {
        return newest.get();
      }
    };
  }
}

package io.freightsdk.reads;

import org.jspecify.annotations.Nullable;

/**
 * Stores for each load of a fleet the reading up to which its events were delivered. With it every
 * event is delivered at least once, even if a process ends: the events since that reading are
 * delivered again.
 *
 * <p>Methods may block and may throw. Safe for concurrent use.
 */
public interface FleetCursors {
  /** The reading up to which events of this load were delivered; null if none is stored. */
  @Nullable PositionReading cursor(String loadNumber);

  /** Stores that events were delivered up to this reading. */
  void taken(PositionReading reading);
}

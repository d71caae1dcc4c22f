package io.freightsdk.watch;

import org.jspecify.annotations.Nullable;

/**
 * Where a fleet keeps, for each load, the reading up to which its events were taken. With it events
 * come at least once, whenever a process ends: those that follow from a later reading and were not
 * taken are told again.
 *
 * <p>Methods may block and may throw. Safe for concurrent use.
 */
public interface FleetCursors {
  /** The reading up to which events of this load were taken; null for none. */
  @Nullable PositionReading cursor(String loadNumber);

  /** Events were taken up to this reading. */
  void taken(PositionReading reading);
}

package io.freightsdk.server.domain.trip;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one stop. Times are the fixes' own.
 *
 * @param arrivedAt first inside fix of the streak that made the arrival; null before it, and for a
 *     missed stop
 * @param arrivalKnownAt fix that decided the arrival
 * @param departedAt first outside fix of the streak that made the departure; of a missed stop, the
 *     arrival elsewhere
 * @param departureKnownAt fix that decided the departure, or that the stop was missed
 * @param missed passed over: a later stop was reached without an arrival here
 */
public record StopVisit(
    @Nullable Instant arrivedAt,
    @Nullable Instant arrivalKnownAt,
    @Nullable Instant departedAt,
    @Nullable Instant departureKnownAt,
    boolean missed) {
  static final StopVisit AHEAD = new StopVisit(null, null, null, null, false);

  public boolean isArrived() {
    return arrivedAt != null;
  }

  /** Departed or missed: the next stop's turn. */
  public boolean isClosed() {
    return departedAt != null;
  }

  StopVisit arrive(Instant at, Instant knownAt) {
    return new StopVisit(at, knownAt, null, null, false);
  }

  StopVisit close(Instant at, Instant knownAt) {
    return new StopVisit(arrivedAt, arrivalKnownAt, at, knownAt, arrivedAt == null);
  }
}

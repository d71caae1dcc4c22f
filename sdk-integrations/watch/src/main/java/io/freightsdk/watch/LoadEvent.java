package io.freightsdk.watch;

import io.freightsdk.error.FreightException;
import io.freightsdk.internal.watch.EventsBetween;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.reads.PositionReading;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An event of a watched load, or of the watch itself. Events of the load are computed from two
 * successive positions only, see {@link #between}.
 */
public sealed interface LoadEvent {
  /** Number of the load. */
  String loadNumber();

  /** The first position of a load that was not watched before; the events that led to it follow. */
  record FirstSeen(String loadNumber, LoadPosition position) implements LoadEvent {}

  /**
   * The load entered another status. A status that began and ended between two reads is reported
   * too if the stop times prove it. API description, section 3.
   *
   * @param happenedAt the time by the driver's GPS; null when it is not known
   */
  record StatusChanged(
      String loadNumber, LoadStatus from, LoadStatus to, @Nullable Instant happenedAt)
      implements LoadEvent {}

  /**
   * The driver entered the geofence of a stop, which is not yet its dock: see {@link
   * PositionStop#arrivedAt()}.
   */
  record StopReached(String loadNumber, PositionStop stop, Instant happenedAt)
      implements LoadEvent {}

  /**
   * The driver left the geofence of a stop, or passed the stop without a recorded arrival: then
   * {@code stop.arrivedAt()} is null.
   */
  record StopLeft(String loadNumber, PositionStop stop, Instant happenedAt) implements LoadEvent {}

  /**
   * Times of a stop that were already reported have changed, for example because fixes arrived
   * late.
   */
  record StopTimesCorrected(String loadNumber, PositionStop before, PositionStop after)
      implements LoadEvent {}

  /**
   * New GPS fixes were received.
   *
   * @param newFixes number of fixes since the position before
   */
  record Moved(String loadNumber, GpsPoint latest, int newFixes) implements LoadEvent {}

  /**
   * The estimated arrival at the last stop became known, or moved to another step of {@link
   * WatchOptions#etaStep()}. Never sent where the service's ETA block has other fields than those
   * of {@link io.freightsdk.model.Eta}, which are the reference server's choice.
   *
   * @param from the estimate before; null when there was none
   */
  record EtaMoved(String loadNumber, @Nullable Instant from, Instant to) implements LoadEvent {}

  /** The driver's phone has sent nothing for {@link WatchOptions#gpsSilentAfter()} or longer. */
  record GpsSilent(String loadNumber, Instant lastFixAt, Duration silentFor) implements LoadEvent {}

  /**
   * The load was delivered.
   *
   * @param happenedAt time of delivery; null when it is not known
   * @param onTime whether it was delivered in its window, with 15 minutes of grace; null without a
   *     delivery window
   * @param delayMinutes minutes after the end of the delivery window, negative when before it; null
   *     without a delivery window
   */
  record Delivered(
      String loadNumber,
      @Nullable Instant happenedAt,
      @Nullable Boolean onTime,
      @Nullable Integer delayMinutes)
      implements LoadEvent {}

  /**
   * A read failed and the watch continues. {@code failure.charge()} says whether the read cost
   * money.
   *
   * @param nextTryAt when the watch tries again; {@link Instant#MAX} when a fleet gives up the load
   */
  record ReadFailed(String loadNumber, FreightException failure, Instant nextTryAt)
      implements LoadEvent {}

  /**
   * The budget of the watch is spent: it makes no further read. This is its last event.
   *
   * @param paidReads number of reads that were charged, or may have been
   * @param spentUsd what they cost in USD; a read with an unknown charge counts with its price.
   *     With a budget all that counts against it, that of earlier watches of the load included
   */
  record BudgetSpent(String loadNumber, int paidReads, BigDecimal spentUsd) implements LoadEvent {}

  /**
   * The events between two readings of one load, in the order they happened; empty when nothing
   * changed. A pure function: the same two readings give the same events in any process.
   *
   * <p>Even if a load is read rarely, no arrival, departure or status change that the later
   * position proves is lost, and none is reported twice.
   *
   * <p>ETA steps and GPS silence are those of {@link WatchOptions#DEFAULT}.
   *
   * @param before the earlier reading; null for the load as it was created, so that a watch that
   *     starts late reports what has happened so far
   * @throws IllegalArgumentException when the readings are of different loads
   */
  static List<LoadEvent> between(@Nullable PositionReading before, PositionReading after) {
    return EventsBetween.derive(
        before, Objects.requireNonNull(after, "after"), WatchOptions.DEFAULT);
  }
}

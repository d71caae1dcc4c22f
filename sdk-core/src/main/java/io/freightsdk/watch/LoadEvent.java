package io.freightsdk.watch;

import io.freightsdk.error.FreightException;
import io.freightsdk.internal.watch.EventsBetween;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a watched load, or to the watch itself. Events about the load follow
 * from two successive positions and nothing else: see {@link #between}.
 */
public sealed interface LoadEvent {
  /** Number of the load. */
  String loadNumber();

  /** The first position of a load that was not watched before; what led to it follows as events. */
  record FirstSeen(String loadNumber, LoadPosition position) implements LoadEvent {}

  /**
   * The load entered another status. A status that came and went between two reads is reported all
   * the same when the stop times prove it. API description, section 3.
   *
   * @param happenedAt when, by the driver's GPS; null when the position does not say
   */
  record StatusChanged(
      String loadNumber, LoadStatus from, LoadStatus to, @Nullable Instant happenedAt)
      implements LoadEvent {}

  /** The driver entered the geofence of a stop. */
  record StopReached(String loadNumber, PositionStop stop, Instant happenedAt)
      implements LoadEvent {}

  /**
   * The driver left the geofence of a stop, or passed it by: then {@code stop.arrivedAt()} is null.
   */
  record StopLeft(String loadNumber, PositionStop stop, Instant happenedAt) implements LoadEvent {}

  /** Times of a stop that were already reported changed, as fixes that arrive late can do. */
  record StopTimesCorrected(String loadNumber, PositionStop before, PositionStop after)
      implements LoadEvent {}

  /**
   * There are newer fixes.
   *
   * @param newFixes fixes accepted since the position before
   */
  record Moved(String loadNumber, GpsPoint latest, int newFixes) implements LoadEvent {}

  /**
   * The estimated arrival at the last stop moved to another step of {@link WatchOptions#etaStep()},
   * or became known.
   *
   * @param from the estimate before; null when there was none
   */
  record EtaMoved(String loadNumber, @Nullable Instant from, Instant to) implements LoadEvent {}

  /** The driver's phone has sent nothing for {@link WatchOptions#gpsSilentAfter()} or longer. */
  record GpsSilent(String loadNumber, Instant lastFixAt, Duration silentFor) implements LoadEvent {}

  /**
   * The load is delivered.
   *
   * @param happenedAt null when the position does not say
   * @param onTime null without a delivery window
   * @param delayMinutes negative when early, null without a delivery window
   */
  record Delivered(
      String loadNumber,
      @Nullable Instant happenedAt,
      @Nullable Boolean onTime,
      @Nullable Integer delayMinutes)
      implements LoadEvent {}

  /**
   * A read failed and the watch goes on. {@code failure.charge()} says whether it cost money.
   *
   * @param nextTryAt when the watch tries again
   */
  record ReadFailed(String loadNumber, FreightException failure, Instant nextTryAt)
      implements LoadEvent {}

  /**
   * The budget of the watch is spent: it makes no further read, and this is its last event.
   *
   * @param paidReads reads that were paid, or may have been
   * @param spentUsd what they cost; a read with an unknown outcome counts with its price
   */
  record BudgetSpent(String loadNumber, int paidReads, BigDecimal spentUsd) implements LoadEvent {}

  /**
   * What happened between two readings of one load, in the order it happened; empty when nothing
   * did. Pure: the same two readings give the same events, in any process.
   *
   * <p>However seldom a load is read, no change of status and no arrival or departure is lost, and
   * none is told twice: the stop times of the later position prove what happened in between.
   * Applied to the earlier position, the events give the later one.
   *
   * <p>Steps of the estimate and silences count as {@link WatchOptions} counts them by default.
   *
   * @param before the earlier reading; null stands for the load as it was created, so that a watch
   *     which starts late is told the story so far
   * @throws IllegalArgumentException when the two are of different loads
   */
  static List<LoadEvent> between(@Nullable PositionReading before, PositionReading after) {
    return EventsBetween.derive(before, after, WatchOptions.DEFAULT);
  }
}

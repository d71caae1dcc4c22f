package io.freightsdk.jobs;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to a load that is followed. All events but {@link GivenUp} are computed
 * from two successive positions only: however rarely a load is read, no arrival, departure or
 * change of status that the later position proves is lost, and none is reported by two of them.
 *
 * <p>An event that Jackson has written, such as in an outbox, is read again as a {@code LoadEvent}.
 */
@ReadByType
public sealed interface LoadEvent {
  /** Number of the load. */
  String loadNumber();

  /**
   * Name of the event, such as {@code StopReached}. A getter, because JSON libraries write it
   * beside the components of a record: an event that is sent on as JSON says what happened.
   */
  @JsonProperty
  default String getType() {
    return getClass().getSimpleName();
  }

  /**
   * The first position of a load that was not followed before; the events that led to it follow. A
   * listener gets only the latest fix of its GPS track.
   */
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
   * The driver entered the geofence around a stop, which is larger than its dock: see {@link
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
   * @param newFixes number of fixes since the previous position
   */
  record Moved(String loadNumber, GpsPoint latest, int newFixes) implements LoadEvent {}

  /**
   * The estimated arrival at the last stop became known, or moved to another step of 15 minutes.
   * Never reported if the service's ETA block has other fields than {@link
   * io.freightsdk.model.Eta}, which are the reference server's choice.
   *
   * @param from the previous estimate; null if there was none
   */
  record EtaMoved(String loadNumber, @Nullable Instant from, Instant to) implements LoadEvent {}

  /** The driver's phone has sent nothing for 30 minutes or longer. */
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
   * The load is no longer read although it is not over: there was nothing new for seven days after
   * its next arrival or departure was expected, the answers of thirteen reads in a row were lost,
   * which takes more than seven days, or the service refuses to show it. This is the last event of
   * the load; book its order again to resume, also in the call of the listener.
   *
   * @param reason for people and logs
   */
  record GivenUp(String loadNumber, String reason) implements LoadEvent {}
}

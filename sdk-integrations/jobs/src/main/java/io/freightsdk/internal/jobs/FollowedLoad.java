package io.freightsdk.internal.jobs;

import io.freightsdk.error.FreightException;
import io.freightsdk.error.InvalidRequestException;
import io.freightsdk.error.LoadNotFoundException;
import io.freightsdk.error.PermissionDeniedException;
import io.freightsdk.error.UnknownBrokerException;
import io.freightsdk.jobs.Booking;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.Operation;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopInput;
import io.freightsdk.reads.PositionReading;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a followed load between two runs: what events and the next read need, not the GPS track.
 *
 * @param reference of its order; null for a load without one
 * @param customer of its order; null for none
 * @param reported the last reading whose events were all delivered; null before the first
 * @param pending a later reading whose events are delivered next; null for none
 * @param next when it is read next; null when it is no longer read
 * @param quietFrom since when something new has been expected; seven days later the load is given
 *     up
 * @param place the {@link LineState#share} of its place in the line of the budget; null for none
 * @param givenUp why it is no longer read although it is not over; null otherwise
 */
public record FollowedLoad(
    String loadNumber,
    @Nullable String reference,
    @Nullable String customer,
    @Nullable PositionReading reported,
    @Nullable PositionReading pending,
    @Nullable Instant next,
    Instant quietFrom,
    @Nullable Double place,
    @Nullable String givenUp) {
  static final Duration GIVEN_UP_AFTER = Duration.ofDays(7);

  /** A load that has not been read yet: it is read at once. */
  public static FollowedLoad of(
      String loadNumber, @Nullable String reference, @Nullable String customer, Instant now) {
    return new FollowedLoad(loadNumber, reference, customer, null, null, now, now, null, null);
  }

  /**
   * The load of an order. One that was just created is read first when its pickup should have
   * begun; one that was found, or whose pickup should have begun already, at once.
   *
   * @param share of the time until then that it waits, see {@link LineState#share}
   */
  static FollowedLoad of(Order order, Booking booking, Instant now, double share) {
    String loadNumber = booking.loadNumber();
    LoadPosition planned = planned(loadNumber, order.input());
    Instant expected = NextRead.expected(planned, now);
    boolean isCreated = booking.kind() == Booking.Kind.BOOKED;
    if (!isCreated || !expected.isAfter(now)) {
      return of(loadNumber, order.reference(), order.customer(), now);
    }
    Instant first = NextRead.after(planned, now, share);
    return new FollowedLoad(
        loadNumber, order.reference(), order.customer(), null, null, first, expected, null, null);
  }

  private static LoadPosition planned(String loadNumber, CreateLoadInput input) {
    List<PositionStop> stops = new ArrayList<>();
    for (StopInput pickup : input.pickups()) {
      stops.add(PositionStop.builder().windowFrom(pickup.date()).build());
    }
    return LoadPosition.builder()
        .loadNumber(loadNumber)
        .status(LoadStatus.PLANNED)
        .stops(stops)
        .build();
  }

  /**
   * The load after a reading: which events to deliver, and when to read next.
   *
   * @param share of the next wait, see {@link LineState#share}
   */
  public FollowedLoad afterReading(PositionReading reading, double share) {
    Instant now = reading.readAt();
    LoadPosition position = reading.position();
    boolean hasProgress =
        LoadEvent.between(reported, reading).stream().anyMatch(FollowedLoad::isProgress);
    Instant quiet = hasProgress ? later(NextRead.expected(position, now), now) : quietFrom;
    Instant givenUpAt = quiet.plus(GIVEN_UP_AFTER);
    Instant planned = NextRead.after(position, now, share);
    boolean isGivenUp = planned != null && !now.isBefore(givenUpAt);
    return new FollowedLoad(
        loadNumber,
        reference,
        customer,
        reported,
        withoutTrack(reading),
        planned == null || isGivenUp ? null : earlier(planned, givenUpAt),
        quiet,
        null,
        isGivenUp ? "nothing new for seven days, expected at " + quiet : null);
  }

  /** The service will never show this load again. */
  public FollowedLoad refused(String reason) {
    return new FollowedLoad(
        loadNumber, reference, customer, reported, null, null, quietFrom, null, reason);
  }

  /** With its place in the line of the budget; null for none. */
  FollowedLoad withPlace(@Nullable Double share) {
    return new FollowedLoad(
        loadNumber, reference, customer, reported, pending, next, quietFrom, share, givenUp);
  }

  /** The events to deliver next; the same ones until the listener has accepted them all. */
  public List<LoadEvent> events() {
    List<LoadEvent> events = new ArrayList<>();
    if (pending != null) events.addAll(LoadEvent.between(reported, pending));
    if (givenUp != null) events.add(new LoadEvent.GivenUp(loadNumber, givenUp));
    return events;
  }

  boolean hasEvents() {
    return !events().isEmpty();
  }

  /** After {@link #events} were delivered. */
  public FollowedLoad afterReporting() {
    PositionReading latest = pending == null ? reported : pending;
    return new FollowedLoad(
        loadNumber, reference, customer, latest, null, next, quietFrom, place, null);
  }

  /** Whether the service will never show this load to this key. */
  static boolean isGone(FreightException failure) {
    boolean isReadFailure = failure.operation() == Operation.GET_LOAD_POSITION;
    return isReadFailure
        && (failure instanceof PermissionDeniedException
            || failure instanceof LoadNotFoundException
            || failure instanceof InvalidRequestException
            || failure instanceof UnknownBrokerException);
  }

  /** An estimate also moves while the truck stands, and silence is not progress. */
  private static boolean isProgress(LoadEvent event) {
    return !(event instanceof LoadEvent.EtaMoved) && !(event instanceof LoadEvent.GpsSilent);
  }

  /** A track has up to 500 fixes; events need the latest, and how many there were. */
  private static PositionReading withoutTrack(PositionReading reading) {
    LoadPosition position = reading.position();
    GpsPoint latest = EventsBetween.latestFix(position);
    return new PositionReading(
        position.toBuilder()
            .pingCount(EventsBetween.counted(position))
            .gpsTrack(latest == null ? List.of() : List.of(latest))
            .build(),
        reading.readAt());
  }

  private static Instant later(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}

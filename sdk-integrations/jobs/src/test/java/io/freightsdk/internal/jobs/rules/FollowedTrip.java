package io.freightsdk.internal.jobs.rules;

import io.freightsdk.jobs.BookedLoad;
import io.freightsdk.jobs.LoadEvent;
import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopInput;
import io.freightsdk.positions.PositionSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load that is followed from its booking on, and what of it is read when. All times are minutes
 * after the booking.
 *
 * @param joins when its driver opens the link; null for never
 * @param pickup when it arrives there
 * @param dwell how long it stays
 * @param haul how long it then drives to the delivery
 * @param windows of pickup and delivery; null without
 * @param hasEta whether the service has estimates
 * @param silent the first and the last minute between the stops without fixes; null for none
 */
record FollowedTrip(
    @Nullable Integer joins,
    int pickup,
    int dwell,
    int haul,
    int @Nullable [] windows,
    boolean hasEta,
    int @Nullable [] silent) {
  static final Instant BOOKED = Instant.parse("2026-03-02T08:00:00Z");
  private static final int APPROACH = 45;
  private static final int FIX_EVERY = 15;

  /**
   * Reads, how late each of arrival, departure and delivery became known, in minutes, and the
   * reported silences.
   */
  record Followed(int reads, List<Integer> late, List<LoadEvent.GpsSilent> silences) {}

  /** Follows it to its end. */
  Followed follow(double waitFraction) {
    FollowedLoad load = FollowedLoad.ofBooked(input(), booking(), BOOKED, waitFraction);
    List<Integer> late = new ArrayList<>();
    List<LoadEvent.GpsSilent> silences = new ArrayList<>();
    int reads = 0;
    while (load.plan().nextReadAt() != null) {
      Instant now = load.plan().nextReadAt();
      int minute = (int) Duration.between(BOOKED, now).toMinutes();
      load = load.afterReading(new PositionSnapshot(position(minute), now), waitFraction);
      for (LoadEvent event : load.news().events()) {
        if (event instanceof LoadEvent.GpsSilent silence) silences.add(silence);
      }
      load = load.afterReporting();
      reads++;
      List<Integer> happened = happened(minute);
      for (int event = late.size(); event < happened.size(); event++) {
        late.add(minute - happened.get(event));
      }
    }
    return new Followed(reads, late, silences);
  }

  private int left() {
    return pickup + dwell;
  }

  private int delivered() {
    return left() + haul;
  }

  private boolean hasJoined(int minute) {
    return joins != null && joins <= minute;
  }

  private List<Integer> happened(int minute) {
    if (!hasJoined(minute)) return List.of();
    return List.of(pickup, left(), delivered()).stream().filter(at -> at <= minute).toList();
  }

  private LoadPosition position(int minute) {
    int happened = happened(minute).size();
    List<LoadStatus> lifecycle =
        List.of(
            LoadStatus.PLANNED, LoadStatus.AT_PICKUP, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED);
    LoadPosition.Builder position =
        LoadPosition.builder().loadNumber("L").status(lifecycle.get(happened));
    position.stops(
        List.of(
            stop(0, happened >= 1 ? pickup : null, happened >= 2 ? left() : null),
            stop(1, happened >= 3 ? delivered() : null, null)));
    if (hasJoined(minute)) {
      position.gpsTrack(track(minute));
      if (hasEta && happened != 3) {
        double ahead = (happened == 0 ? 0 : haul) - mile(minute); // A mile a minute.
        int eta = minute + (int) Math.max(2, ahead);
        position.eta(Eta.builder().put("nextStopEta", at(eta).toString()).build());
      }
    }
    return position.build();
  }

  /** The latest fixes. */
  private List<GpsPoint> track(int minute) {
    List<GpsPoint> track = new ArrayList<>();
    int first = Math.max(joins, minute - 200 * FIX_EVERY);
    for (int at = first; at <= minute; at += FIX_EVERY) {
      if (silent != null && at >= silent[0] && at <= silent[1]) continue;
      track.add(GpsPoint.builder().lat(mile(at) / 69.0).lng(-84.0).ts(at(at)).build());
    }
    return track;
  }

  private double mile(int minute) {
    if (minute < left()) return Math.max(-APPROACH, Math.min(0, minute - pickup));
    return Math.min(haul, minute - left());
  }

  private PositionStop stop(int index, @Nullable Integer arrived, @Nullable Integer departed) {
    return PositionStop.builder()
        .windowFrom(windows == null ? null : at(windows[index]))
        .arrivedAt(arrived == null ? null : at(arrived))
        .departedAt(departed == null ? null : at(departed))
        .build();
  }

  private CreateLoadInput input() {
    CreateLoadInput input = OrderTest.input();
    StopInput pickup =
        input.pickups().get(0).toBuilder().date(windows == null ? null : at(windows[0])).build();
    return input.toBuilder().pickups(pickup).build();
  }

  private static BookedLoad booking() {
    return new BookedLoad(
        "PO-1", null, "L", "https://track/1", null, null, BookedLoad.Origin.CREATED, false);
  }

  static Instant at(int minute) {
    return BOOKED.plus(Duration.ofMinutes(minute));
  }
}

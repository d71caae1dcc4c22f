package io.freightsdk.server.pages;

import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.PositionReads.Reading;
import io.freightsdk.server.service.TrackedLoad;
import io.freightsdk.server.time.VirtualClock;
import io.freightsdk.server.web.driver.DriverView;
import io.freightsdk.server.web.map.TrackLine;
import io.freightsdk.server.web.track.TrackStop;
import io.freightsdk.server.web.track.TrackView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the views of loads for pages. The work does not grow with a load's track. */
public final class PageViews {
  private static final int MOST_SAMPLES = 4_096;

  private PageViews() {}

  /** Values of a trip that belong to one moment. */
  private record Snapshot(Reading reading, List<Coordinates> samples) {}

  /** As its customer sees it. */
  public static TrackView track(TrackedLoad load, Instant now) {
    Snapshot seen =
        load.withTrip(
            trip -> new Snapshot(Reading.of(load, trip, now), trip.track().sampled(MOST_SAMPLES)));
    Reading trip = seen.reading();
    return new TrackView(
        load.ids().loadNumber(),
        trip.progress().status().name(),
        load.ids().createdAt(),
        trip.progress().deliveredAt(),
        stops(trip.progress()),
        TrackLine.of(seen.samples()),
        sighting(seen, now),
        arrival(trip.eta()),
        trip.figures().distanceMiles(),
        trip.figures().delayMinutes(),
        now);
  }

  static DriverView driver(TrackedLoad load, VirtualClock clock) {
    Instant now = clock.now();
    Reading reading = load.withTrip(trip -> Reading.of(load, trip, now));
    Progress progress = reading.progress();
    List<TrackStop> visits = stops(progress);
    List<DriverView.Stop> stops = new ArrayList<>(visits.size());
    for (int i = 0; i < visits.size(); i++) {
      PlannedStop.Address address = progress.plan().stops().get(i).address();
      stops.add(
          new DriverView.Stop(
              visits.get(i), address.facilityName(), address.street(), address.zip()));
    }
    Instant end = progress.trackingEndsAt();
    boolean ended = end != null && now.isAfter(end);
    return new DriverView(
        load.ids().loadNumber(),
        progress.status().name(),
        stops,
        load.equipmentType(),
        load.weight(),
        ended,
        now,
        clock.scale(),
        ahead(reading));
  }

  /** The part of the way to the last stop that leads to the next one. */
  private static DriverView.@Nullable Ahead ahead(Reading reading) {
    Fix last = reading.last();
    if (last == null || !(reading.eta() instanceof Eta.Estimate estimate)) return null;
    if (estimate.stale()) return null;
    int next = estimate.nextStopSequence();
    double toNext = 0;
    double toLast = 0;
    Coordinates at = last.at();
    for (PlannedStop stop : reading.progress().plan().stops()) {
      Fence fence = stop.fence();
      if (stop.sequence() < next || fence == null) continue;
      toLast += at.milesTo(fence.center());
      at = fence.center();
      if (stop.sequence() == next) toNext = toLast;
    }
    boolean isThere = reading.progress().stops().get(next - 1).isArrived();
    if (isThere || toLast == 0) return null;
    double miles = estimate.remainingMiles() * toNext / toLast;
    return new DriverView.Ahead(next, miles, estimate.arrivals().get(0));
  }

  private static List<TrackStop> stops(Progress progress) {
    return progress.plan().stops().stream()
        .map(stop -> stop(stop, progress.stops().get(stop.sequence() - 1)))
        .toList();
  }

  private static TrackStop stop(PlannedStop stop, StopVisit visit) {
    Fence fence = stop.fence();
    return new TrackStop(
        stop.sequence(),
        stop.type(),
        stop.address().city(),
        stop.address().state(),
        fence == null ? null : fence.center(),
        fence == null ? Fence.DEFAULT_RADIUS_METERS : fence.radiusMeters(),
        stop.windowFrom(),
        stop.windowTo(),
        visit.arrivedAt(),
        visit.departedAt(),
        visit.missed());
  }

  private static TrackView.@Nullable TruckSighting sighting(Snapshot seen, Instant now) {
    Fix last = seen.reading().last();
    if (last == null) return null;
    Duration age = Duration.between(last.time(), now);
    return new TrackView.TruckSighting(
        last.at(),
        heading(last, seen.samples()),
        last.speedMph(),
        last.time(),
        age.compareTo(EtaEstimator.STALE_AFTER) > 0);
  }

  /** The heading that the phone sent, or the direction between the two latest places. */
  private static @Nullable Double heading(Fix last, List<Coordinates> samples) {
    if (last.heading() != null) return last.heading().doubleValue();
    int size = samples.size();
    if (size < 2) return null;
    Coordinates before = samples.get(size - 2);
    return before.equals(last.at()) ? null : before.bearingTo(last.at());
  }

  private static TrackView.@Nullable Arrival arrival(Eta eta) {
    if (!(eta instanceof Eta.Estimate estimate)) return null;
    return new TrackView.Arrival(
        estimate.nextStopSequence(), estimate.arrivals(), estimate.remainingMiles());
  }
}

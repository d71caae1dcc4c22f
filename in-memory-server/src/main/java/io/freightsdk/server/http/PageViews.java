package io.freightsdk.server.http;

import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.eta.EtaEstimator.EtaRules;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.StopVisit;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.Load;
import io.freightsdk.server.web.driver.DriverStop;
import io.freightsdk.server.web.driver.DriverView;
import io.freightsdk.server.web.map.MapStop;
import io.freightsdk.server.web.map.TrackLine;
import io.freightsdk.server.web.track.TrackStop;
import io.freightsdk.server.web.track.TrackView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads as pages show them. The work does not grow with a load's track. */
public final class PageViews {
  private static final int MOST_SAMPLES = 4_096;

  private PageViews() {}

  /** What of a trip belongs together. */
  private record Snapshot(
      Progress progress,
      PositionFigures figures,
      Eta eta,
      @Nullable Fix last,
      List<Coordinates> samples) {
    static Snapshot of(Trip trip, Instant now) {
      return new Snapshot(
          trip.progress(),
          PositionFigures.of(trip.progress(), trip.track()),
          EtaEstimator.estimate(trip.progress(), trip.track(), now, EtaRules.DEFAULT),
          trip.track().last(),
          trip.track().sampled(MOST_SAMPLES));
    }
  }

  /** As its customer sees it. */
  public static TrackView track(Load load, Instant now) {
    Snapshot trip = load.withTrip(current -> Snapshot.of(current, now));
    return new TrackView(
        load.ids().loadNumber(),
        trip.progress().status().name(),
        load.ids().createdAt(),
        trip.progress().deliveredAt(),
        stops(trip.progress()),
        TrackLine.of(trip.samples()),
        sighting(trip),
        arrival(trip.eta()),
        trip.figures().distanceMiles(),
        trip.figures().delayMinutes(),
        now);
  }

  static DriverView driver(Load load, Instant now, boolean simulated) {
    Progress progress = load.withTrip(Trip::progress);
    List<TrackStop> visits = stops(progress);
    List<DriverStop> stops = new ArrayList<>(visits.size());
    for (int i = 0; i < visits.size(); i++) {
      PlannedStop.Address address = progress.plan().stops().get(i).address();
      stops.add(
          new DriverStop(visits.get(i), address.facilityName(), address.street(), address.zip()));
    }
    Instant end = progress.trackingEndsAt();
    return new DriverView(
        load.ids().loadNumber(),
        progress.status().name(),
        stops,
        load.equipmentType(),
        load.weight(),
        end != null && now.isAfter(end),
        simulated,
        now);
  }

  private static List<TrackStop> stops(Progress progress) {
    List<TrackStop> stops = new ArrayList<>(progress.stops().size());
    for (PlannedStop stop : progress.plan().stops()) {
      stops.add(stop(stop, progress.stops().get(stop.sequence() - 1)));
    }
    return stops;
  }

  private static TrackStop stop(PlannedStop stop, StopVisit visit) {
    Fence fence = stop.fence();
    return new TrackStop(
        stop.sequence(),
        stop.isPickup() ? MapStop.Kind.PICKUP : MapStop.Kind.DELIVERY,
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

  private static TrackView.@Nullable TruckSighting sighting(Snapshot trip) {
    Fix last = trip.last();
    if (last == null) return null;
    return new TrackView.TruckSighting(
        last.at(), heading(last, trip), last.speedMph(), last.time());
  }

  /** As the phone says, or from the two latest places when it does not. */
  private static @Nullable Double heading(Fix last, Snapshot trip) {
    if (last.heading() != null) return last.heading().doubleValue();
    int size = trip.samples().size();
    if (size < 2) return null;
    Coordinates before = trip.samples().get(size - 2);
    return before.equals(last.at()) ? null : before.bearingTo(last.at());
  }

  private static TrackView.@Nullable Arrival arrival(Eta eta) {
    if (!(eta instanceof Eta.Estimate estimate)) return null;
    return new TrackView.Arrival(
        estimate.nextStopSequence(),
        estimate.nextStopEta(),
        estimate.etaAt(),
        estimate.remainingMiles());
  }
}

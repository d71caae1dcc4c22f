package io.freightsdk.server.http;

import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.eta.EtaRules;
import io.freightsdk.server.domain.fence.Fence;
import io.freightsdk.server.domain.figures.PositionFigures;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.StopKind;
import io.freightsdk.server.domain.trip.StopVisit;
import io.freightsdk.server.domain.trip.Trip;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.load.Load;
import io.freightsdk.server.service.load.PlacedStop;
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
        stops(load, trip.progress()),
        TrackLine.of(trip.samples()),
        sighting(trip),
        arrival(trip.eta()),
        trip.figures().distanceMiles(),
        trip.figures().delayMinutes(),
        now);
  }

  static DriverView driver(Load load, Instant now, boolean simulated) {
    Progress progress = load.withTrip(Trip::progress);
    List<TrackStop> visits = stops(load, progress);
    List<DriverStop> stops = new ArrayList<>(visits.size());
    for (int i = 0; i < visits.size(); i++) {
      PlacedStop stop = load.stops().get(i);
      stops.add(
          new DriverStop(
              visits.get(i),
              stop.order().facilityName(),
              stop.order().address(),
              stop.order().zip()));
    }
    Instant end = progress.trackingEndsAt();
    return new DriverView(
        load.ids().loadNumber(),
        progress.status().name(),
        stops,
        load.order().equipmentType(),
        load.order().weight(),
        end != null && now.isAfter(end),
        simulated,
        now);
  }

  private static List<TrackStop> stops(Load load, Progress progress) {
    List<TrackStop> stops = new ArrayList<>(load.stops().size());
    for (int i = 0; i < load.stops().size(); i++) {
      stops.add(stop(load.stops().get(i), progress.stops().get(i)));
    }
    return stops;
  }

  private static TrackStop stop(PlacedStop stop, StopVisit visit) {
    Fence fence = stop.plan().fence();
    boolean pickup = stop.plan().kind() == StopKind.PICKUP;
    return new TrackStop(
        stop.plan().sequence(),
        pickup ? MapStop.Kind.PICKUP : MapStop.Kind.DELIVERY,
        stop.order().city(),
        stop.order().state(),
        fence == null ? null : fence.center(),
        fence == null ? Fence.DEFAULT_RADIUS_METERS : fence.radiusMeters(),
        stop.plan().windowFrom(),
        stop.plan().windowTo(),
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

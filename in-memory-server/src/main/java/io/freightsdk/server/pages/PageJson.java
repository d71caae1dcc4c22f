package io.freightsdk.server.pages;

import io.freightsdk.model.internal.TimeZones;
import io.freightsdk.server.domain.eta.Eta;
import io.freightsdk.server.domain.eta.EtaEstimator;
import io.freightsdk.server.domain.trip.Fence;
import io.freightsdk.server.domain.trip.PlannedStop;
import io.freightsdk.server.domain.trip.PositionFigures.Punctuality;
import io.freightsdk.server.domain.trip.Progress;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.http.JsonText;
import io.freightsdk.server.service.PositionReads.PositionSnapshot;
import io.freightsdk.server.service.StoredLoad;
import io.freightsdk.server.time.VirtualClock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The data that the scripts of the pages read. Its size does not grow with the load's track. */
final class PageJson {
  private static final int MAX_POINTS = 500;

  private PageJson() {}

  /** The data for the customer: no street, no names of people, no phone, no rate. */
  static Map<String, @Nullable Object> track(StoredLoad load, Instant now) {
    record Seen(PositionSnapshot snapshot, List<Coordinates> track) {}
    Seen seen =
        load.read(
            trip ->
                new Seen(
                    PositionSnapshot.of(load, trip, now, 1),
                    trip.track().samplePlaces(MAX_POINTS)));
    PositionSnapshot snapshot = seen.snapshot;
    Progress progress = snapshot.progress();
    return JsonText.object(
        "loadNumber", load.ids().loadNumber(),
        "orderNumber", orderNumber(load.order().customerRef()),
        "status", progress.status(),
        "now", now,
        "deliveredAt", progress.deliveredAt(),
        "onTime", snapshot.figures().onTime(),
        "delayMinutes", snapshot.figures().delayMinutes(),
        "expected", expected(snapshot),
        "noEta", snapshot.eta() instanceof Eta.NoEstimate none ? none.reason().code() : null,
        "remainingMiles", snapshot.eta() instanceof Eta.Estimate eta ? eta.remainingMiles() : null,
        "stops", stops(snapshot),
        "track", seen.track.stream().map(at -> List.of(at.lat(), at.lng())).toList(),
        "last", last(snapshot.lastFix(), now));
  }

  /**
   * The order number: the customer's reference after its last slash, such as {@code PO-1007} in
   * {@code acme/PO-1007}. The part before the slash names the owner, which is private. Null without
   * an order number.
   */
  private static @Nullable String orderNumber(@Nullable String customerRef) {
    if (customerRef == null) return null;
    String number = customerRef.substring(customerRef.lastIndexOf('/') + 1).trim();
    return number.isEmpty() ? null : number;
  }

  /**
   * The data for the driver. There are no stops after the end of tracking, because they are
   * private.
   */
  static Map<String, @Nullable Object> driver(StoredLoad load, VirtualClock clock) {
    Instant now = clock.now();
    PositionSnapshot snapshot = load.read(trip -> PositionSnapshot.of(load, trip, now, 1));
    Progress progress = snapshot.progress();
    Instant end = progress.trackingEndsAt();
    boolean ended = end != null && now.isAfter(end);
    return JsonText.object(
        "loadNumber",
        load.ids().loadNumber(),
        "status",
        progress.status(),
        "now",
        now,
        "pace",
        clock.scale(),
        "ended",
        ended,
        "equipmentType",
        ended ? null : load.order().freight().equipmentType(),
        "weight",
        ended ? null : load.order().freight().weight(),
        "stops",
        ended ? List.of() : addressed(snapshot));
  }

  /** The punctuality of a delivery at the estimated time; null without an estimate or a window. */
  private static @Nullable Map<String, @Nullable Object> expected(PositionSnapshot snapshot) {
    if (!(snapshot.eta() instanceof Eta.Estimate eta)) return null;
    Punctuality expected = Punctuality.of(snapshot.progress(), eta.etaAt());
    return expected == null
        ? null
        : JsonText.object("onTime", expected.onTime(), "delayMinutes", expected.delayMinutes());
  }

  private static List<Map<String, @Nullable Object>> stops(PositionSnapshot snapshot) {
    return snapshot.progress().plan().stops().stream().map(stop -> stop(snapshot, stop)).toList();
  }

  private static Map<String, @Nullable Object> stop(PositionSnapshot snapshot, PlannedStop stop) {
    StopVisit visit = snapshot.progress().stopVisits().get(stop.sequence() - 1);
    Fence fence = stop.fence();
    return JsonText.object(
        "type", stop.type(),
        "city", stop.address().city(),
        "state", stop.address().state(),
        "timeZone", timeZone(stop),
        "lat", fence == null ? null : fence.center().lat(),
        "lng", fence == null ? null : fence.center().lng(),
        "radiusMeters", fence == null ? null : fence.radiusMeters(),
        "windowFrom", stop.windowFrom(),
        "windowTo", stop.windowTo(),
        "eta", arrival(snapshot.eta(), stop.sequence()),
        "arrivedAt", visit.arrivedAt(),
        "departedAt", visit.departedAt(),
        "missed", visit.isMissed());
  }

  /** The name of the zone in the tz database. A stop that is not on the map has its state's. */
  private static String timeZone(PlannedStop stop) {
    String state = stop.address().state();
    Coordinates at = stop.fence() == null ? null : stop.fence().center();
    ZoneId zone =
        at == null
            ? TimeZones.ofMost(state)
            : TimeZones.of(state, stop.address().zip(), at.lat(), at.lng());
    return zone == null ? "UTC" : zone.getId();
  }

  /** The stops with the names and addresses that the driver needs. */
  private static List<Map<String, @Nullable Object>> addressed(PositionSnapshot snapshot) {
    List<Map<String, @Nullable Object>> stops = new ArrayList<>();
    for (PlannedStop stop : snapshot.progress().plan().stops()) {
      Map<String, @Nullable Object> shown = stop(snapshot, stop);
      shown.put("name", stop.address().displayName());
      shown.put("address", stop.address().street());
      shown.put("zip", stop.address().zip());
      stops.add(shown);
    }
    return stops;
  }

  private static @Nullable Instant arrival(Eta eta, int sequence) {
    if (!(eta instanceof Eta.Estimate estimate)) return null;
    int index = sequence - estimate.nextStopSequence();
    List<Instant> arrivals = estimate.arrivals();
    return index >= 0 && index < arrivals.size() ? arrivals.get(index) : null;
  }

  private static @Nullable Map<String, @Nullable Object> last(@Nullable Fix last, Instant now) {
    if (last == null) return null;
    return JsonText.object(
        "lat", last.coordinates().lat(),
        "lng", last.coordinates().lng(),
        "time", last.time(),
        "speedMph", last.speedMph(),
        "stale", EtaEstimator.isStale(last, now));
  }
}

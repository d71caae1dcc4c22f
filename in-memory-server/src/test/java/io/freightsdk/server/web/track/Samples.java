package io.freightsdk.server.web.track;

import io.freightsdk.model.StopType;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.web.map.TrackLine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads as pages of the tests show them. */
final class Samples {
  static final Instant BOOKED = Instant.parse("2026-11-19T14:05:00Z");
  static final Instant NOW = Instant.parse("2026-11-20T18:20:00Z");
  private static final Coordinates DALLAS = new Coordinates(32.7767, -96.7970);
  private static final Coordinates MEMPHIS = new Coordinates(35.1495, -90.0490);
  private static final Coordinates CHICAGO = new Coordinates(41.8781, -87.6298);

  private Samples() {}

  /** From Dallas over Memphis, where it was loaded on, to Chicago; north of Memphis now. */
  static TrackView onTheRoad() {
    Coordinates truck = MEMPHIS.towards(CHICAGO, 0.4);
    List<TrackStop> stops =
        List.of(
            stop(
                1,
                StopType.PICKUP,
                "Dallas",
                "TX",
                DALLAS,
                "2026-11-20T02:00:00Z",
                "2026-11-20T02:10:00Z",
                "2026-11-20T03:05:00Z"),
            stop(
                2,
                StopType.PICKUP,
                "Memphis",
                "TN",
                MEMPHIS,
                "2026-11-20T12:00:00Z",
                "2026-11-20T12:25:00Z",
                "2026-11-20T13:40:00Z"),
            stop(
                3,
                StopType.DELIVERY,
                "Chicago",
                "IL",
                CHICAGO,
                "2026-11-20T22:00:00Z",
                null,
                null));
    TrackView.Arrival eta =
        new TrackView.Arrival(3, List.of(Instant.parse("2026-11-21T00:45:00Z")), 345.3);
    return new TrackView(
        "LD-2026-0042",
        "IN_TRANSIT",
        BOOKED,
        null,
        stops,
        wiggly(DALLAS, MEMPHIS, truck),
        new TrackView.TruckSighting(truck, 17.0, 61.4, NOW.minusSeconds(95), false),
        eta,
        690.4,
        null,
        NOW);
  }

  static TrackView planned() {
    TrackView load = onTheRoad();
    List<TrackStop> stops =
        List.of(
            stop(
                1,
                StopType.PICKUP,
                "Cincinnati",
                "OH",
                new Coordinates(39.10, -84.51),
                "2026-11-20T20:00:00Z",
                null,
                null),
            stop(
                2,
                StopType.DELIVERY,
                "Lexington",
                "KY",
                new Coordinates(38.04, -84.50),
                "2026-11-21T01:00:00Z",
                null,
                null));
    return new TrackView(
        "LD-2026-0043",
        "PLANNED",
        BOOKED,
        null,
        stops,
        List.of(),
        null,
        null,
        null,
        null,
        load.now());
  }

  static TrackView delivered() {
    TrackView load = onTheRoad();
    List<TrackStop> stops = new ArrayList<>(load.stops().subList(0, 2));
    stops.add(
        stop(
            3,
            StopType.DELIVERY,
            "Chicago",
            "IL",
            CHICAGO,
            "2026-11-20T22:00:00Z",
            "2026-11-21T00:51:00Z",
            null));
    Instant deliveredAt = Instant.parse("2026-11-21T00:51:00Z");
    return new TrackView(
        load.loadNumber(),
        "DELIVERED",
        BOOKED,
        deliveredAt,
        stops,
        wiggly(DALLAS, MEMPHIS, CHICAGO),
        new TrackView.TruckSighting(CHICAGO, null, null, deliveredAt, false),
        null,
        1034.2,
        51,
        deliveredAt.plusSeconds(7_200));
  }

  /** On the road, and nothing heard for five hours. */
  static TrackView silent() {
    TrackView load = onTheRoad();
    TrackView.TruckSighting seen = load.truck();
    TrackView.TruckSighting old =
        new TrackView.TruckSighting(seen.at(), seen.heading(), seen.speedMph(), seen.time(), true);
    return with(load, old, load.eta(), seen.time().plusSeconds(3_600 + 240));
  }

  /** At the last stop, waiting for its bill of lading. */
  static TrackView atDelivery() {
    TrackView load = delivered();
    TrackView.Arrival there =
        new TrackView.Arrival(3, List.of(load.deliveredAt().plusSeconds(600)), 0);
    return new TrackView(
        load.loadNumber(),
        "AT_DELIVERY",
        BOOKED,
        null,
        load.stops(),
        load.track(),
        load.truck(),
        there,
        1034.2,
        null,
        load.deliveredAt().plusSeconds(600));
  }

  /** Stops in a row from Dallas to Chicago, some of them done. */
  static TrackView manyStops(int stops, int done) {
    List<TrackStop> row = new ArrayList<>();
    List<Instant> arrivals = new ArrayList<>();
    for (int i = 1; i <= stops; i++) {
      String arrived = i > done ? null : NOW.minusSeconds(3_600L * (done - i + 1)).toString();
      String left = i > done ? null : NOW.minusSeconds(3_600L * (done - i + 1) - 1_200).toString();
      Coordinates at = DALLAS.towards(CHICAGO, (i - 1.0) / (stops - 1));
      String from = NOW.plusSeconds(3_600L * (i - done)).toString();
      row.add(
          stop(
              i,
              i == 1 ? StopType.PICKUP : StopType.DELIVERY,
              "Stop " + i,
              "IL",
              at,
              from,
              arrived,
              left));
      if (i > done) arrivals.add(NOW.plusSeconds(3_000L * (i - done)));
    }
    Coordinates truck = DALLAS.towards(CHICAGO, (done - 0.6) / (stops - 1));
    return new TrackView(
        "LD-2026-0044",
        "IN_TRANSIT",
        BOOKED,
        null,
        row,
        wiggly(DALLAS, truck),
        new TrackView.TruckSighting(truck, 40.0, 52.0, NOW.minusSeconds(20), false),
        new TrackView.Arrival(done + 1, arrivals, 480),
        320.0,
        null,
        NOW);
  }

  /** The same load seen at another time. */
  static TrackView with(
      TrackView load,
      TrackView.@Nullable TruckSighting truck,
      TrackView.@Nullable Arrival eta,
      Instant now) {
    return new TrackView(
        load.loadNumber(),
        load.status(),
        load.createdAt(),
        load.deliveredAt(),
        load.stops(),
        load.track(),
        truck,
        eta,
        load.distanceMiles(),
        load.delayMinutes(),
        now);
  }

  static TrackStop stop(
      int number,
      StopType kind,
      String city,
      String state,
      @Nullable Coordinates at,
      String from,
      @Nullable String arrived,
      @Nullable String departed) {
    Instant window = Instant.parse(from);
    return new TrackStop(
        number,
        kind,
        city,
        state,
        at,
        3_200,
        window,
        window.plusSeconds(7_200),
        instant(arrived),
        instant(departed),
        false);
  }

  /** A road between places: never quite straight. */
  static List<Coordinates> wiggly(Coordinates... places) {
    List<Coordinates> track = new ArrayList<>();
    for (int leg = 0; leg + 1 < places.length; leg++) {
      for (int i = 0; i <= 500; i++) {
        double f = i / 500.0;
        Coordinates at = places[leg].towards(places[leg + 1], f);
        double off = Math.sin(f * Math.PI) * (0.35 * Math.sin(f * 9) + 0.12 * Math.sin(f * 41));
        track.add(new Coordinates(at.lat() + off * 0.6, at.lng() + off));
      }
    }
    return TrackLine.of(track);
  }

  private static @Nullable Instant instant(@Nullable String text) {
    return text == null ? null : Instant.parse(text);
  }
}

package io.freightsdk.server.standalone;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.http.Resource;
import io.freightsdk.server.sim.Itinerary;
import io.freightsdk.server.sim.Noise;
import io.freightsdk.server.sim.Route;
import io.freightsdk.server.sim.SimulatedTruck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A route of the demonstration's loads.
 *
 * @param way the stops, and cities on the road between them
 */
record DemoLane(String shipper, String equipment, double weightPounds, List<Place> way) {
  /** Every lane, in the order in which loads are dispatched. */
  static final List<DemoLane> ALL = read("lanes.txt");

  private static final double MPH = 61;
  private static final Duration LOADING = Duration.ofMinutes(50);
  private static final double APPROACH_METERS = 40_000;
  private static final double APPROACH_BEARING = 200;

  enum Kind {
    PICKUP,
    VIA,
    DELIVERY
  }

  /**
   * A stop, or a city on the way.
   *
   * @param facility empty for a city on the way, as are address, state and ZIP code
   */
  record Place(
      Kind kind,
      String facility,
      String address,
      String city,
      String state,
      String zip,
      Coordinates at) {
    boolean isStop() {
      return kind != Kind.VIA;
    }
  }

  List<Place> pickups() {
    return way.stream().filter(place -> place.kind() == Kind.PICKUP).toList();
  }

  List<Place> deliveries() {
    return way.stream().filter(place -> place.kind() == Kind.DELIVERY).toList();
  }

  /** The appointment at a stop: the half hour in which the truck will be there. */
  Instant arrival(Place stop, Instant start) {
    Instant there = itinerary(start, stop).end();
    long halfHours = there.getEpochSecond() / 1_800;
    return Instant.ofEpochSecond(halfHours * 1_800);
  }

  /** The fixes of a truck that starts on this lane at {@code start}. */
  SimulatedTruck truck(Instant start, long seed) {
    return SimulatedTruck.on(itinerary(start, null)).with(Noise.TYPICAL, seed);
  }

  /** The drive up to the arrival at {@code last}; to the end of the lane when null. */
  private Itinerary itinerary(Instant start, @Nullable Place last) {
    Coordinates yard = way.get(0).at().travel(APPROACH_BEARING, APPROACH_METERS);
    Shift shift = new Shift(Itinerary.startingAt(start, yard));
    List<Coordinates> road = new ArrayList<>(List.of(yard));
    for (Place place : way) {
      road.add(place.at());
      if (!place.isStop()) continue;
      shift.drive(winding(road));
      if (place.equals(last)) return shift.itinerary;
      shift.wait(LOADING);
      road = new ArrayList<>(List.of(place.at()));
    }
    // Until it has left the last fence, so that the departure is recognised as well.
    Coordinates end = way.get(way.size() - 1).at();
    shift.drive(Route.over(end, end.travel(90, APPROACH_METERS)));
    return shift.itinerary;
  }

  /**
   * A road over {@code places} that winds, as roads do: the estimates count on a sixth more than
   * the great circle.
   */
  private static Route winding(List<Coordinates> places) {
    List<Coordinates> road = new ArrayList<>(List.of(places.get(0)));
    for (int leg = 0; leg + 1 < places.size(); leg++) {
      Coordinates from = places.get(leg);
      Coordinates to = places.get(leg + 1);
      double miles = from.milesTo(to);
      int pieces = (int) Math.ceil(miles / 4);
      for (int i = 1; i < pieces; i++) {
        double share = (double) i / pieces;
        double along = miles * share;
        double nearAnEnd = Math.min(1, Math.min(along, miles - along) / 20);
        double aside =
            12 * Math.sin(2 * Math.PI * along / 140 + leg)
                + 4 * Math.sin(2 * Math.PI * along / 41 + 2 * leg)
                + 0.9 * Math.sin(2 * Math.PI * along / 13);
        Coordinates straight = from.towards(to, share);
        double across = straight.bearingTo(to) + 90;
        road.add(straight.travel(across, nearAnEnd * aside * Coordinates.METERS_PER_MILE));
      }
      road.add(to);
    }
    return Route.over(road);
  }

  /** A driver who rests as the law demands, a little sooner, as the estimates expect. */
  private static final class Shift {
    private static final Duration DRIVING = Duration.ofMinutes(10 * 60 + 40);
    private static final Duration ON_DUTY = Duration.ofMinutes(13 * 60 + 30);
    private static final Duration BEFORE_BREAK = Duration.ofMinutes(7 * 60 + 40);
    private static final Duration BREAK = Duration.ofMinutes(35);
    private static final Duration REST = Duration.ofMinutes(10 * 60 + 10);
    private static final double METERS_PER_SECOND = MPH * Coordinates.METERS_PER_MILE / 3_600;

    private Itinerary itinerary;
    private Instant onDutySince;
    private Duration driven = Duration.ZERO;
    private Duration sinceBreak = Duration.ZERO;

    Shift(Itinerary itinerary) {
      this.itinerary = itinerary;
      this.onDutySince = itinerary.end();
    }

    void drive(Route road) {
      double done = 0;
      while (done < road.lengthMeters()) {
        Duration stretch = untilRest();
        if (stretch.isZero()) {
          rest();
          continue;
        }
        Duration untilBreak = BEFORE_BREAK.minus(sinceBreak);
        if (untilBreak.compareTo(stretch) < 0) stretch = untilBreak;
        if (stretch.isZero()) {
          wait(BREAK);
          continue;
        }
        double to = Math.min(road.lengthMeters(), done + stretch.toSeconds() * METERS_PER_SECOND);
        Instant from = itinerary.end();
        itinerary = itinerary.driveAlong(road.between(done, to), MPH);
        Duration took = Duration.between(from, itinerary.end());
        driven = driven.plus(took);
        sinceBreak = sinceBreak.plus(took);
        done = to;
      }
    }

    /** Whole minutes, because a stretch of less is not worth starting the engine. */
    private Duration untilRest() {
      Duration window = ON_DUTY.minus(Duration.between(onDutySince, itinerary.end()));
      Duration least = DRIVING.minus(driven);
      if (window.compareTo(least) < 0) least = window;
      return least.isNegative() ? Duration.ZERO : Duration.ofMinutes(least.toMinutes());
    }

    void wait(Duration time) {
      itinerary = itinerary.waitFor(time);
      if (time.compareTo(BREAK) >= 0) sinceBreak = Duration.ZERO;
    }

    private void rest() {
      wait(REST);
      driven = Duration.ZERO;
      onDutySince = itinerary.end();
    }
  }

  private static List<DemoLane> read(String resource) {
    List<DemoLane> lanes = new ArrayList<>();
    String text =
        new String(
            Resource.bytes(DemoLane.class.getResourceAsStream(resource), resource),
            StandardCharsets.UTF_8);
    for (String line : text.lines().toList()) {
      String[] cells = line.trim().split("\\|", -1);
      if (cells[0].equals("lane")) {
        double pounds = Double.parseDouble(cells[3]);
        lanes.add(new DemoLane(cells[1], cells[2], pounds, new ArrayList<>()));
      } else if (!line.startsWith("#")) {
        lanes.get(lanes.size() - 1).way().add(place(cells));
      }
    }
    return List.copyOf(lanes);
  }

  private static Place place(String[] cells) {
    Kind kind = Kind.valueOf(cells[0].toUpperCase(Locale.ROOT));
    Coordinates at = new Coordinates(Double.parseDouble(cells[6]), Double.parseDouble(cells[7]));
    return new Place(kind, cells[1], cells[2], cells[3], cells[4], cells[5], at);
  }
}

package io.freightsdk.server.standalone;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.sim.Itinerary;
import io.freightsdk.server.sim.Noise;
import io.freightsdk.server.sim.Route;
import io.freightsdk.server.sim.SimulatedTruck;
import io.freightsdk.server.web.Asset;
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

  /** The window of a stop: the half hour in which the truck will be there. */
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
    Itinerary itinerary = Itinerary.startingAt(start, yard);
    List<Coordinates> road = new ArrayList<>(List.of(yard));
    for (Place place : way) {
      road.add(place.at());
      if (!place.isStop()) continue;
      itinerary = itinerary.driveAlong(Route.over(road), MPH);
      if (place.equals(last)) return itinerary;
      itinerary = itinerary.waitFor(LOADING);
      road = new ArrayList<>(List.of(place.at()));
    }
    // Until it has left the last fence, so that the departure is recognised as well.
    return itinerary.driveTo(way.get(way.size() - 1).at().travel(90, APPROACH_METERS), MPH);
  }

  private static List<DemoLane> read(String resource) {
    List<DemoLane> lanes = new ArrayList<>();
    String text = new String(Asset.bytes(DemoLane.class, resource), StandardCharsets.UTF_8);
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

package io.freightsdk.examples.benchmarks.fleet;

import io.freightsdk.model.CreateLoadInput;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.sim.Itinerary;
import io.freightsdk.server.sim.Noise;
import io.freightsdk.server.sim.Route;
import io.freightsdk.server.sim.SimulatedTruck;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Generates random loads like those of a broker: 40 to 1,500 miles, booked hours ahead, drivers who
 * are early or late, docks that take 20 minutes or 5 hours, the breaks and rests of 49 CFR 395.3,
 * and some who park near the receiver until their appointment. The same seed gives the same loads.
 */
final class LoadGenerator {
  private static final double METERS_PER_MILE = 1_609.344;

  /** Miles by road per mile of the great circle. */
  private static final double WINDING = 1.2;

  /** The middle of the contiguous United States, so that every direction stays on land. */
  private static final Coordinates MIDDLE = new Coordinates(39.0, -95.0);

  /** Cities along Interstate 75, north to south. */
  private static final List<Coordinates> I75 =
      List.of(
          new Coordinates(42.3314, -83.0458), // Detroit
          new Coordinates(41.6528, -83.5379), // Toledo
          new Coordinates(40.7425, -84.1052), // Lima
          new Coordinates(39.7589, -84.1916), // Dayton
          new Coordinates(39.1031, -84.5120), // Cincinnati
          new Coordinates(38.0406, -84.5037), // Lexington
          new Coordinates(35.9606, -83.9207), // Knoxville
          new Coordinates(35.0456, -85.3097), // Chattanooga
          new Coordinates(33.7490, -84.3880), // Atlanta
          new Coordinates(32.8407, -83.6324), // Macon
          new Coordinates(30.8327, -83.2785), // Valdosta
          new Coordinates(29.6516, -82.3248), // Gainesville
          new Coordinates(27.9506, -82.4572)); // Tampa

  private final Random random;

  LoadGenerator(long seed) {
    this.random = new Random(seed);
  }

  /** A load that is booked at {@code now}. */
  SimulatedLoad next(Instant now) {
    Coordinates pickup = somewhere(MIDDLE, between(50, 500));
    double miles = 40 * Math.pow(1_500.0 / 40, random.nextDouble());
    return load(now, pickup, somewhere(pickup, miles), null);
  }

  /** A load between two places along Interstate 75, with an appointment at the receiver. */
  SimulatedLoad nextOnI75(Instant now) {
    int from = random.nextInt(I75.size());
    int to = (from + 1 + random.nextInt(I75.size() - 1)) % I75.size();
    Coordinates pickup = somewhere(I75.get(from), between(0, 20));
    Coordinates delivery = somewhere(I75.get(to), between(0, 20));
    double drivenHours = pickup.metersTo(delivery) / METERS_PER_MILE * WINDING / 50;
    double restHours = Math.floor(drivenHours / 11) * 10;
    double slackHours = between(0.5, 4);
    return load(now, pickup, delivery, minutes((1 + drivenHours + restHours + slackHours) * 60));
  }

  /**
   * @param appointment when the receiver expects it, counted from the pickup's window; null for no
   *     appointment
   */
  private SimulatedLoad load(
      Instant now, Coordinates pickup, Coordinates delivery, @Nullable Duration appointment) {
    Instant window = now.plus(minutes(between(3 * 60, 30 * 60)));
    Itinerary approach = approach(pickup, window);
    Itinerary onItsWay = approach.waitFor(dockTime());
    Itinerary trip = drive(onItsWay, pickup, delivery, random.nextDouble() < 0.15);
    Itinerary whole = trip.waitFor(dockTime().plusHours(6));

    CreateLoadInput input =
        CreateLoadInput.builder()
            .driverPhone("+13125550142")
            .addPickups(stop(pickup).date(window).build())
            .addDeliveries(
                stop(delivery).date(appointment == null ? null : window.plus(appointment)).build())
            .build();
    SimulatedTruck truck = SimulatedTruck.on(whole).with(Noise.TYPICAL, random.nextLong());
    return new SimulatedLoad(input, truck, billOfLading());
  }

  /** The driver opens the link some time before leaving for the pickup, usually about on time. */
  private Itinerary approach(Coordinates pickup, Instant window) {
    Coordinates yard = somewhere(pickup, between(10, 120));
    double mph = between(40, 60);
    Route way = road(yard, pickup);
    Duration driving = minutes(way.lengthMeters() / METERS_PER_MILE / mph * 60);
    Duration late = minutes(random.nextGaussian() * 40 - 5);
    Duration idle = random.nextDouble() < 0.2 ? minutes(between(20, 180)) : Duration.ZERO;
    return Itinerary.startingAt(window.plus(late).minus(driving).minus(idle), yard)
        .waitFor(idle)
        .driveAlong(way, mph);
  }

  private Itinerary drive(
      Itinerary from, Coordinates start, Coordinates end, boolean parksNearTheReceiver) {
    Coordinates truckStop = end.towards(start, share(between(8, 25), start, end));
    Itinerary trip = legs(from, start, parksNearTheReceiver ? truckStop : end);
    return parksNearTheReceiver
        ? trip.waitFor(minutes(between(30, 9 * 60))).driveTo(end, between(30, 45))
        : trip;
  }

  /**
   * At most eleven hours of driving within fourteen hours on duty, then ten hours of rest; half an
   * hour of break now and then.
   */
  private Itinerary legs(Itinerary from, Coordinates start, Coordinates end) {
    Itinerary trip = from;
    Coordinates at = start;
    Instant onDutySince = from.start();
    double drivenHours = 0;
    while (true) {
      double mph = between(48, 66);
      double hours = between(2, 4);
      double hoursOnDuty = Duration.between(onDutySince, trip.end()).toMinutes() / 60.0;
      if (drivenHours + hours > 11 || hoursOnDuty + hours > 14) {
        trip = trip.waitFor(minutes(between(600, 660)));
        onDutySince = trip.end();
        drivenHours = 0;
      }
      double miles = hours * mph / WINDING;
      double milesLeft = at.metersTo(end) / METERS_PER_MILE;
      if (miles >= milesLeft) {
        return trip.driveAlong(road(at, end), mph);
      }
      Coordinates pause = at.towards(end, miles / milesLeft);
      trip = trip.driveAlong(road(at, pause), mph).waitFor(minutes(between(5, 45)));
      at = pause;
      drivenHours += hours;
    }
  }

  /** A road winds: about a fifth longer than the great circle. */
  private Route road(Coordinates from, Coordinates to) {
    List<Coordinates> points = new ArrayList<>();
    points.add(from);
    double meters = from.metersTo(to);
    int bends = Math.max(1, (int) (meters / 15_000));
    for (int i = 1; i <= bends; i++) {
      Coordinates straight = from.towards(to, (i - 0.5) / bends);
      double side = i % 2 == 0 ? 90 : 270;
      double away = meters / bends * between(0.1, 0.55) / 2;
      points.add(straight.travel((straight.bearingTo(to) + side) % 360, away));
    }
    points.add(to);
    return Route.over(points);
  }

  /** Log-normal around 70 minutes, from 20 minutes to 5 hours. */
  private Duration dockTime() {
    double drawn = 70 * Math.exp(random.nextGaussian() * 0.55);
    return minutes(Math.max(20, Math.min(300, drawn)));
  }

  private @Nullable Duration billOfLading() {
    return random.nextDouble() < 0.3 ? minutes(between(20, 150)) : null;
  }

  private static StopInput.Builder stop(Coordinates at) {
    return StopInput.builder()
        .address("1 Dock Road")
        .city("Wichita")
        .state("KS")
        .zip("67202")
        .lat(at.lat())
        .lng(at.lng());
  }

  private Coordinates somewhere(Coordinates from, double miles) {
    // East or west rather than north or south: the country is wider than high.
    double bearing = (random.nextBoolean() ? 90 : 270) + between(-35, 35);
    return from.travel(bearing, miles * METERS_PER_MILE);
  }

  private static double share(double miles, Coordinates from, Coordinates to) {
    return Math.min(0.5, miles * METERS_PER_MILE / from.metersTo(to));
  }

  private double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }

  private static Duration minutes(double minutes) {
    return Duration.ofMillis(Math.round(minutes * 60_000));
  }
}

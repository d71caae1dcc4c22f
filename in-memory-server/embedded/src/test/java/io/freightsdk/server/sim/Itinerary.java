package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The true position of a truck at every moment: drives and waits one after another. Immutable; each
 * method returns a longer itinerary.
 *
 * <pre>{@code
 * Itinerary.startingAt(time, yard).driveTo(pickup, 55).waitFor(Duration.ofMinutes(40)).driveTo(delivery, 60)
 * }</pre>
 */
public final class Itinerary {
  private static final double MILLIS_PER_HOUR = 3_600_000;

  private final Instant start;
  private final List<Leg> legs;
  private final Instant end;
  private final Coordinates place;

  private Itinerary(Instant start, List<Leg> legs, Instant end, Coordinates place) {
    this.start = start;
    this.legs = List.copyOf(legs);
    this.end = end;
    this.place = place;
  }

  public static Itinerary startingAt(Instant time, Coordinates place) {
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(time, "time");
    return new Itinerary(time, List.of(), time, place);
  }

  /** Drives to a place on a great circle. */
  public Itinerary driveTo(Coordinates next, double speedMph) {
    Objects.requireNonNull(next, "next");
    return driveAlong(Route.over(place, next), speedMph);
  }

  /** Drives along a route; first to its start if the truck is not there. */
  public Itinerary driveAlong(Route route, double speedMph) {
    Objects.requireNonNull(route, "route");
    if (!(speedMph > 0 && speedMph < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a truck drives at more than 0 mph, not " + speedMph);
    }
    if (!route.start().equals(place)) {
      return driveTo(route.start(), speedMph).driveAlong(route, speedMph);
    }
    double hours = route.lengthMeters() / Coordinates.METERS_PER_MILE / speedMph;
    return with(
        new Leg(end, Duration.ofMillis(Math.round(hours * MILLIS_PER_HOUR)), route, speedMph));
  }

  /** Waits at its present place. */
  public Itinerary waitFor(Duration time) {
    Objects.requireNonNull(time, "time");
    if (time.isNegative()) throw new IllegalArgumentException("a truck cannot wait for " + time);
    return with(new Leg(end, time, Route.over(place), 0));
  }

  public Instant start() {
    return start;
  }

  public Instant end() {
    return end;
  }

  /** Where the truck is; its first or last place before the start or after the end. */
  public Coordinates at(Instant time) {
    Objects.requireNonNull(time, "time");
    if (legs.isEmpty() || time.isBefore(start)) {
      return legs.isEmpty() ? place : legs.get(0).route.start();
    }
    Leg leg = legAt(time);
    double hours = Duration.between(leg.from, time).toMillis() / MILLIS_PER_HOUR;
    return time.isBefore(leg.end())
        ? leg.route.at(hours * leg.mph * Coordinates.METERS_PER_MILE)
        : leg.route.end();
  }

  /** Its speed in miles per hour; 0 while it waits, and after the end. */
  public double mphAt(Instant time) {
    Objects.requireNonNull(time, "time");
    boolean under = !legs.isEmpty() && !time.isBefore(start) && time.isBefore(end);
    return under ? legAt(time).mph : 0;
  }

  private Leg legAt(Instant time) {
    int low = 0;
    int high = legs.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (legs.get(middle).from.isAfter(time)) {
        high = middle - 1;
      } else {
        low = middle;
      }
    }
    return legs.get(low);
  }

  private Itinerary with(Leg leg) {
    List<Leg> longer = new ArrayList<>(legs);
    longer.add(leg);
    return new Itinerary(start, longer, leg.end(), leg.route.end());
  }

  private record Leg(Instant from, Duration length, Route route, double mph) {
    Instant end() {
      return from.plus(length);
    }
  }
}

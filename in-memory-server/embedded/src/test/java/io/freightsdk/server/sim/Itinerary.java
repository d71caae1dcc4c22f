package io.freightsdk.server.sim;

import io.freightsdk.server.geo.Coordinates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The true position of a truck at every moment: drives and waits one after another. Immutable; each
 * method returns a longer itinerary.
 *
 * <pre>{@code
 * Itinerary.startingAt(time, yard).driveTo(pickup, 55).waitFor(Duration.ofMinutes(40)).driveTo(delivery, 60)
 * }</pre>
 */
final class Itinerary {
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

  static Itinerary startingAt(Instant time, Coordinates place) {
    return new Itinerary(time, List.of(), time, place);
  }

  /** Drives to a place on a great circle. */
  Itinerary driveTo(Coordinates next, double speedMph) {
    double hours = place.metersTo(next) / Coordinates.METERS_PER_MILE / speedMph;
    Duration time = Duration.ofMillis(Math.round(hours * MILLIS_PER_HOUR));
    return with(new Leg(end, time, place, next, speedMph));
  }

  /** Waits at its present place. */
  Itinerary waitFor(Duration time) {
    return with(new Leg(end, time, place, place, 0));
  }

  Instant start() {
    return start;
  }

  Instant end() {
    return end;
  }

  /** Where the truck is; its first or last place before the start or after the end. */
  Coordinates at(Instant time) {
    if (legs.isEmpty() || time.isBefore(start)) {
      return legs.isEmpty() ? place : legs.get(0).place;
    }
    Leg leg = legAt(time);
    double hours = Duration.between(leg.from, time).toMillis() / MILLIS_PER_HOUR;
    return time.isBefore(leg.end())
        ? leg.after(hours * leg.mph * Coordinates.METERS_PER_MILE)
        : leg.goal;
  }

  /** Its speed in miles per hour; 0 while it waits, and after the end. */
  double mphAt(Instant time) {
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
    return new Itinerary(start, longer, leg.end(), leg.goal);
  }

  private record Leg(
      Instant from, Duration length, Coordinates place, Coordinates goal, double mph) {
    Instant end() {
      return from.plus(length);
    }

    Coordinates after(double meters) {
      double all = place.metersTo(goal);
      if (meters <= 0) return place;
      return meters >= all ? goal : place.towards(goal, meters / all);
    }
  }
}

package io.freightsdk.examples.month;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Where the truck of an order is at each moment: to the pickup, an hour there, to the delivery. */
final class Truck {
  private static final Duration BETWEEN_FIXES = Duration.ofMinutes(10);
  private static final Duration APPROACH = Duration.ofMinutes(40);
  private static final Duration AT_DOCK = Duration.ofMinutes(60);
  private static final double MPH = 52;
  private static final double APPROACH_METERS = 30_000;

  /** A city and where it is. */
  record Place(String city, String state, String zip, Coordinates at) {}

  private static final List<Place> PLACES =
      List.of(
          new Place("Cincinnati", "OH", "45202", new Coordinates(39.1031, -84.5120)),
          new Place("Louisville", "KY", "40202", new Coordinates(38.2527, -85.7585)),
          new Place("Lexington", "KY", "40507", new Coordinates(38.0406, -84.5037)),
          new Place("Indianapolis", "IN", "46204", new Coordinates(39.7684, -86.1581)),
          new Place("Columbus", "OH", "43215", new Coordinates(39.9612, -82.9988)),
          new Place("Knoxville", "TN", "37902", new Coordinates(35.9606, -83.9207)),
          new Place("Nashville", "TN", "37203", new Coordinates(36.1627, -86.7816)));

  private final Place from;
  private final Place to;
  private final Instant pickup;
  private final Instant delivery;
  private Instant silentFrom = Instant.MAX;
  private Instant silentUntil = Instant.MAX;
  private Instant sent;

  Truck(Random random, Instant pickup) {
    int start = random.nextInt(PLACES.size());
    this.from = PLACES.get(start);
    this.to = PLACES.get((start + 1 + random.nextInt(PLACES.size() - 1)) % PLACES.size());
    this.pickup = pickup;
    double hours = from.at.milesTo(to.at) / MPH;
    this.delivery = pickup.plus(AT_DOCK).plusSeconds(Math.round(hours * 3600));
    this.sent = pickup.minus(APPROACH);
  }

  /** The body of its order. */
  String wish() {
    return """
        {"driverPhone": "+13125550142", "pickups": [%s], "deliveries": [%s]}
        """
        .formatted(stop(from, pickup), stop(to, delivery));
  }

  private static String stop(Place place, Instant date) {
    return """
        {"address": "1 Main St", "city": "%s", "state": "%s", "zip": "%s", "date": "%s",
         "lat": %s, "lng": %s}"""
        .formatted(place.city, place.state, place.zip, date, place.at.lat(), place.at.lng());
  }

  Instant arrivesAt() {
    return delivery;
  }

  boolean isOnTheRoad(Instant now) {
    return now.isAfter(pickup.plus(AT_DOCK)) && now.isBefore(delivery);
  }

  /** Its phone sends nothing in this time. */
  void sleeps(Instant from, Instant until) {
    silentFrom = from;
    silentUntil = until;
  }

  /** What its phone has sent since it was asked last; one that slept too long tells it later. */
  List<Fix> fixesUntil(Instant now) {
    List<Fix> fixes = new ArrayList<>();
    boolean sleptOverIt =
        silentFrom.isBefore(delivery.plus(AT_DOCK)) && silentUntil.isAfter(delivery);
    Instant end = (sleptOverIt ? silentUntil : delivery).plus(AT_DOCK);
    Instant last = now.isBefore(end) ? now : end;
    for (Instant at = sent.plus(BETWEEN_FIXES); !at.isAfter(last); at = at.plus(BETWEEN_FIXES)) {
      boolean isSilent = !at.isBefore(silentFrom) && at.isBefore(silentUntil);
      if (!isSilent) fixes.add(new Fix(at, place(at), 10.0, null, null));
      sent = at;
    }
    return fixes;
  }

  private Coordinates place(Instant at) {
    if (at.isBefore(pickup)) {
      Coordinates away = from.at.travel(225, APPROACH_METERS);
      return away.towards(from.at, share(pickup.minus(APPROACH), at, pickup));
    }
    Instant leaves = pickup.plus(AT_DOCK);
    if (at.isBefore(leaves)) return from.at;
    return at.isBefore(delivery) ? from.at.towards(to.at, share(leaves, at, delivery)) : to.at;
  }

  private static double share(Instant from, Instant at, Instant to) {
    double whole = Duration.between(from, to).toSeconds();
    return Math.min(1, Duration.between(from, at).toSeconds() / whole);
  }
}

package io.freightsdk.examples.orderservice;

import io.freightsdk.server.InMemoryFreightServer;
import io.freightsdk.server.LoadView;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A truck for each load, which drives as time passes. It is loaded at the pickup for 40 minutes and
 * stays at the delivery, every third until its bill of lading is signed. Every fourth phone has no
 * network for hours, and sends its fixes late.
 */
final class Trucks {
  private static final Duration BETWEEN_FIXES = Duration.ofMinutes(1);
  private static final Duration AT_A_STOP = Duration.ofMinutes(40);
  private static final double MILES_PER_MINUTE = 55.0 / 60;
  private static final double SOUTH = 180;
  private static final double FIRST_APPROACH_METERS = 30_000;
  private static final double ACCURACY_METERS = 12;

  private final InMemoryFreightServer server;
  private final Random random;
  private final Map<String, Truck> trucks = new HashMap<>();

  Trucks(InMemoryFreightServer server, Random random) {
    this.server = server;
    this.random = random;
  }

  /** A truck on its way. */
  private static final class Truck {
    private final List<Leg> way;
    private final Instant silentFrom;
    private final Instant silentUntil;
    private Instant driven;

    Truck(List<Leg> way, Instant silentFrom, Instant silentUntil) {
      this.way = way;
      this.silentFrom = silentFrom;
      this.silentUntil = silentUntil;
      this.driven = way.get(0).begins();
    }

    List<Fix> driveUntil(Instant now) {
      if (now.isAfter(silentFrom) && now.isBefore(silentUntil)) return List.of();
      List<Fix> fixes = new ArrayList<>();
      while (!driven.plus(BETWEEN_FIXES).isAfter(now)) {
        driven = driven.plus(BETWEEN_FIXES);
        fixes.add(new Fix(driven, at(driven), ACCURACY_METERS, null, null));
      }
      return fixes;
    }

    private Coordinates at(Instant time) {
      for (Leg leg : way) {
        if (time.isBefore(leg.ends())) return leg.at(time);
      }
      return way.get(way.size() - 1).to();
    }
  }

  /** Straight from one place to another, or a stay. */
  private record Leg(Coordinates from, Coordinates to, Instant begins, Instant ends) {
    static Leg drive(Coordinates from, Coordinates to, Instant begins) {
      double minutes = Math.max(1, from.milesTo(to) / MILES_PER_MINUTE);
      return new Leg(from, to, begins, begins.plusSeconds((long) (60 * minutes)));
    }

    static Leg stay(Coordinates at, Instant begins) {
      return new Leg(at, at, begins, begins.plus(AT_A_STOP));
    }

    Coordinates at(Instant time) {
      if (from.equals(to)) return to;
      double whole = Duration.between(begins, ends).toMillis();
      return from.towards(to, Duration.between(begins, time).toMillis() / whole);
    }
  }

  /** All drive on until now. */
  void drive() {
    Instant now = server.clock().now();
    for (LoadView load : server.loads(1_000)) {
      if (load.deliveredAt() != null) continue;
      Truck truck = trucks.computeIfAbsent(load.loadNumber(), number -> sent(load, now));
      server.addFixes(load.loadNumber(), truck.driveUntil(now));
    }
  }

  private Truck sent(LoadView load, Instant now) {
    Coordinates pickup = place(load, 1);
    Coordinates delivery = place(load, 2);
    Instant begins = now.plus(Duration.ofMinutes(random.nextInt(180)));
    Leg there = Leg.drive(pickup.travel(SOUTH, FIRST_APPROACH_METERS), pickup, begins);
    Leg loading = Leg.stay(pickup, there.ends());
    Leg onTheRoad = Leg.drive(pickup, delivery, loading.ends());
    if (random.nextInt(3) == 0) server.load(load.loadNumber()).awaitBol();
    boolean losesTheNetwork = random.nextInt(4) == 0;
    Instant silent = begins.plus(Duration.ofMinutes(random.nextInt(120)));
    Duration hours = losesTheNetwork ? Duration.ofHours(1 + random.nextInt(4)) : Duration.ZERO;
    return new Truck(List.of(there, loading, onTheRoad), silent, silent.plus(hours));
  }

  private static Coordinates place(LoadView load, int stop) {
    return new Coordinates(load.stop(stop).lat(), load.stop(stop).lng());
  }
}

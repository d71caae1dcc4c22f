package io.freightsdk.server;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.StopInput;
import io.freightsdk.server.domain.ping.RawPing;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import io.freightsdk.server.service.FreightService;
import io.freightsdk.server.service.Pings;
import io.freightsdk.server.service.load.Load;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The driver of a load, at the wheel of the test. Driving moves the server's clock forward and
 * sends fixes through the same door as a phone, so every rule of the service applies. Every method
 * returns this driver. For one thread at a time.
 */
public final class Driver {
  private static final double DEFAULT_SPEED_MPH = 60;
  private static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(60);
  private static final double DEFAULT_ACCURACY_METERS = 10;
  private static final double MAX_SPEED_MPH = 120;
  private static final double METERS_PER_MILE = 1609.344;
  private static final double SECONDS_PER_HOUR = 3600;

  /**
   * Well outside any fence of ordinary size, so that the way to the first stop begins outside it.
   */
  private static final double FIRST_APPROACH_METERS = 10_000;

  private static final double SOUTH_WEST = 225;

  private final FreightService service;
  private final ServerClock clock;
  private final String loadNumber;
  private double speedMph = DEFAULT_SPEED_MPH;
  private Duration interval = DEFAULT_INTERVAL;
  private double accuracyMeters = DEFAULT_ACCURACY_METERS;
  private @Nullable Coordinates position;
  private @Nullable PingResult lastPing;

  Driver(FreightService service, ServerClock clock, String loadNumber) {
    this.service = service;
    this.clock = clock;
    this.loadNumber = loadNumber;
    Fix last = load().withTrip(trip -> trip.track().last());
    this.position = last == null ? null : last.at();
  }

  /** Drives at this speed from now on, in mph; 60 by default, over 0 and at most 120. */
  public Driver speedMph(double mph) {
    if (!(mph > 0 && mph <= MAX_SPEED_MPH)) {
      throw new IllegalArgumentException(
          "driver: " + mph + " mph; the service takes over 120 mph for a GPS fault");
    }
    speedMph = mph;
    return this;
  }

  /** Sends a fix this often from now on; every 60 s by default. */
  public Driver every(Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("driver: fixes every " + time + "; must be over zero");
    }
    interval = time;
    return this;
  }

  /** Claims this accuracy for its fixes from now on, in metres; 10 by default. */
  public Driver accuracyMeters(double meters) {
    accuracyMeters = meters;
    return this;
  }

  /**
   * Drives to a place on a great circle, from where it is. A driver who has not sent a fix yet
   * comes from 10 km away.
   */
  public Driver driveTo(Coordinates place) {
    Coordinates from = position;
    if (from == null) {
      from = place.travel(SOUTH_WEST, FIRST_APPROACH_METERS);
      ping(from);
    }
    double meters = from.metersTo(place);
    double metersPerFix = metersPerSecond() * interval.toMillis() / 1000.0;
    int fixes = Math.max(1, (int) Math.ceil(meters / metersPerFix));
    for (int i = 1; i <= fixes; i++) {
      clock.advance(interval);
      Coordinates next = from.towards(place, (double) i / fixes);
      send(clock.now(), next, metersPerSecond(), headingTo(next));
    }
    return this;
  }

  /** Drives to a place. */
  public Driver driveTo(double lat, double lng) {
    return driveTo(new Coordinates(lat, lng));
  }

  /**
   * Drives to a stop as it was ordered.
   *
   * @throws IllegalArgumentException when it has no coordinates; use {@link #driveToStop}
   */
  public Driver driveTo(StopInput stop) {
    Double lat = stop.lat();
    Double lng = stop.lng();
    if (lat == null || lng == null) {
      throw new IllegalArgumentException(
          "driver: the stop has no lat and lng; use driveToStop(sequence)");
    }
    return driveTo(lat, lng);
  }

  /** Drives to the stop with this sequence, counted from 1. */
  public Driver driveToStop(int sequence) {
    StopView stop = LoadViews.of(load()).stop(sequence);
    Double lat = stop.lat();
    Double lng = stop.lng();
    if (lat == null || lng == null) {
      throw new IllegalStateException(
          "driver: stop " + sequence + " of " + loadNumber + " could not be placed on the map");
    }
    return driveTo(lat, lng);
  }

  /**
   * Drives to the first stop it has not been at.
   *
   * @throws IllegalStateException when there is none left
   */
  public Driver driveToNextStop() {
    for (StopView stop : LoadViews.of(load()).stops()) {
      if (stop.arrivedAt() == null && !stop.missed()) return driveToStop(stop.sequence());
    }
    throw new IllegalStateException("driver: " + loadNumber + " has no stop left");
  }

  /** Stays where it is for this time, sending fixes all the while. */
  public Driver waitAtStop(Duration time) {
    Coordinates place = position;
    if (place == null) {
      throw new IllegalStateException("driver: not anywhere yet; drive to a stop first");
    }
    Instant end = clock.now().plus(time);
    while (!clock.now().plus(interval).isAfter(end)) {
      clock.advance(interval);
      send(clock.now(), place, 0.0, null);
    }
    Duration rest = Duration.between(clock.now(), end);
    if (!rest.isNegative()) clock.advance(rest);
    return this;
  }

  /** Sends one fix from this place, now. */
  public Driver ping(Coordinates place) {
    return send(clock.now(), place, null, null);
  }

  /** Sends one fix from this place, now. */
  public Driver ping(double lat, double lng) {
    return ping(new Coordinates(lat, lng));
  }

  /** Sends one fix as it is, its own time included. The clock does not move. */
  public Driver ping(Fix fix) {
    Double mph = fix.speedMph();
    return send(
        new RawPing(
            fix.at().lat(),
            fix.at().lng(),
            fix.accuracyMeters(),
            mph == null ? null : mph / Fix.MPH_PER_METER_PER_SECOND,
            fix.heading(),
            fix.time().toString()),
        fix.at());
  }

  /** What became of the latest fix; null before the first. */
  public @Nullable PingResult lastPing() {
    return lastPing;
  }

  /** Status of the load now. */
  public LoadStatus status() {
    return LoadViews.of(load()).status();
  }

  private Driver send(
      Instant time, Coordinates place, @Nullable Double metersPerSecond, @Nullable Double heading) {
    return send(
        new RawPing(
            place.lat(), place.lng(), accuracyMeters, metersPerSecond, heading, time.toString()),
        place);
  }

  private Driver send(RawPing ping, Coordinates place) {
    Pings.Outcome outcome = service.pings().receive(load().ids().driverToken(), ping);
    position = place;
    lastPing = resultOf(outcome);
    return this;
  }

  private static PingResult resultOf(Pings.Outcome outcome) {
    if (outcome instanceof Pings.Outcome.Kept kept) {
      return new PingResult(true, kept.lowConfidence(), null);
    }
    return outcome instanceof Pings.Outcome.Refused refused
        ? new PingResult(false, false, refused.reason().code())
        : new PingResult(false, false, "unknown_driver");
  }

  private double metersPerSecond() {
    return speedMph * METERS_PER_MILE / SECONDS_PER_HOUR;
  }

  private @Nullable Double headingTo(Coordinates next) {
    Coordinates from = position;
    return from == null ? null : Double.valueOf(from.bearingTo(next));
  }

  private Load load() {
    Load load = service.load(loadNumber);
    if (load == null) throw new IllegalArgumentException("no load " + loadNumber);
    return load;
  }
}

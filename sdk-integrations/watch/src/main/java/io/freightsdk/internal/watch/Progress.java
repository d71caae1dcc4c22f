package io.freightsdk.internal.watch;

import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a position says, seen from one moment: where the load waits, heads for, and since when. */
public record Progress(LoadPosition position, Instant now) {
  private static final double STANDING_METERS = 400;
  private static final double METERS_PER_DEGREE = 111_195;

  /** Whether the load reached a status that no later one follows. */
  public static boolean isOver(LoadPosition position) {
    LoadStatus status = position.status();
    return status.equals(LoadStatus.DELIVERED) || status.equals(LoadStatus.CANCELLED);
  }

  /** The estimated arrival at the last stop, or else at the next; null when there is none. */
  static @Nullable Instant etaAt(LoadPosition position) {
    Eta eta = position.eta();
    if (eta == null) {
      return null;
    }
    Instant last = eta.etaAt();
    return last != null ? last : eta.nextStopEta();
  }

  /** Null before the first fix. */
  static @Nullable GpsPoint latestFix(LoadPosition position) {
    List<GpsPoint> track = position.gpsTrack();
    return track.isEmpty() ? null : track.get(track.size() - 1);
  }

  /** When the latest fix was taken; null before the first, or when the service does not say. */
  static @Nullable Instant latestFixAt(LoadPosition position) {
    GpsPoint latest = latestFix(position);
    return latest == null ? null : latest.ts();
  }

  public boolean hasNoFix() {
    return position.gpsTrack().isEmpty();
  }

  /** The stop whose geofence the driver entered and has not left; null while on the road. */
  public @Nullable PositionStop waitingAt() {
    for (PositionStop stop : position.stops()) {
      if (stop.arrivedAt() != null && stop.departedAt() == null) {
        return stop;
      }
    }
    return null;
  }

  /** The first stop that was neither reached nor passed by; null when none is left. */
  public @Nullable PositionStop headingFor() {
    for (PositionStop stop : position.stops()) {
      if (stop.arrivedAt() == null && stop.departedAt() == null) {
        return stop;
      }
    }
    return null;
  }

  /** Time to the next stop by the service's estimate; null without one, negative when overdue. */
  public @Nullable Duration toNextStop() {
    Eta eta = position.eta();
    Instant at = eta == null ? null : eta.nextStopEta();
    if (at == null) {
      at = etaAt(position);
    }
    return at == null ? null : Duration.between(now, at);
  }

  /**
   * Driving time to the last stop, without the rests that an estimate counts and that a team of two
   * drivers does not take; null when another stop comes first, or nothing tells.
   */
  public @Nullable Duration drivingToTheLastStop() {
    Eta eta = position.eta();
    Double miles = eta == null ? null : eta.remainingMiles();
    Double mph = eta == null ? null : eta.speedMph();
    List<PositionStop> stops = position.stops();
    boolean lastIsNext = !stops.isEmpty() && stops.get(stops.size() - 1).equals(headingFor());
    return lastIsNext && miles != null && mph != null && mph > 0
        ? Duration.ofSeconds(Math.round(miles / mph * 3600))
        : null;
  }

  /** Time to the end of the load as far as anything tells: the estimate, or the last window. */
  public @Nullable Duration toTheEnd() {
    Instant end = etaAt(position);
    List<PositionStop> stops = position.stops();
    if (end == null && !stops.isEmpty()) {
      PositionStop last = stops.get(stops.size() - 1);
      end = last.windowTo() != null ? last.windowTo() : last.windowFrom();
    }
    return end == null ? null : Duration.between(now, end);
  }

  /** How long the driver's phone has been silent; zero before its first fix. */
  public Duration gpsSilence() {
    Instant latest = latestFixAt(position);
    return latest == null ? Duration.ZERO : since(latest);
  }

  /** How long the truck has stood where its latest fix is; zero before the first fix. */
  public Duration standing() {
    GpsPoint since = standsSince();
    Instant from = since == null ? null : since.ts();
    Instant to = latestFixAt(position);
    return from == null || to == null ? Duration.ZERO : Duration.between(from, to);
  }

  /** The first of the latest fixes that are all at one place; null before the first fix. */
  public @Nullable GpsPoint standsSince() {
    List<GpsPoint> track = position.gpsTrack();
    GpsPoint latest = latestFix(position);
    if (latest == null) {
      return null;
    }
    GpsPoint standsSince = latest;
    for (int i = track.size() - 2; i >= 0 && isNear(track.get(i), latest); i--) {
      standsSince = track.get(i);
    }
    return standsSince;
  }

  /** Time since {@code instant}, never negative. */
  public Duration since(Instant instant) {
    Duration passed = Duration.between(instant, now);
    return passed.isNegative() ? Duration.ZERO : passed;
  }

  /** The age of the load; zero where the position does not say it. */
  public Duration sinceCreated() {
    Instant created = position.createdAt();
    return created == null ? Duration.ZERO : since(created);
  }

  /** A point may lack what the API description does not require. */
  private static boolean isNear(GpsPoint a, GpsPoint b) {
    if (a.lat() == null || a.lng() == null || b.lat() == null || b.lng() == null) {
      return false;
    }
    double northMeters = (a.lat() - b.lat()) * METERS_PER_DEGREE;
    double eastMeters = (a.lng() - b.lng()) * METERS_PER_DEGREE * Math.cos(Math.toRadians(a.lat()));
    return Math.hypot(northMeters, eastMeters) <= STANDING_METERS;
  }
}

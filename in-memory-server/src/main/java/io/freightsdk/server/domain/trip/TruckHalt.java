package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;

/**
 * A halt of a truck: consecutive fixes within 200 m of one place. After four minutes, the truck is
 * parked.
 *
 * @param place the place of the first fix
 * @param since the time of the first fix
 * @param until the time of the latest fix, or of the first fix elsewhere if the halt has ended
 * @param phoneSlept whether the phone was silent meanwhile, so that the truck may have been nearby
 */
public record TruckHalt(Coordinates place, Instant since, Instant until, boolean phoneSlept) {
  /** Fixes of a parked truck drift up to this far among buildings. */
  static final double MAX_DRIFT_METERS = 100;

  /** The first fix and another one may have drifted to opposite sides. */
  static final double RADIUS_METERS = 200;

  /** Longer than traffic lights and queues, and short enough for a fix every four minutes. */
  static final Duration PARKED_AFTER = Duration.ofMinutes(4);

  /** A phone that is awake sends at least one fix in this time. */
  static final Duration MAX_INTERVAL_AWAKE = Duration.ofMinutes(5);

  /** A truck that drives covers more than this mile in the same time, at 12 mph. */
  static final double MAX_METERS_ASLEEP = 1_600;

  static TruckHalt startAt(Fix fix) {
    return new TruckHalt(fix.coordinates(), fix.time(), fix.time(), false);
  }

  /** This halt with its next fix, or the halt that starts with that fix. */
  TruckHalt next(Fix fix) {
    double drift = fix.accuracyMeters() == null ? 0 : fix.accuracyMeters();
    return metersTo(fix) <= RADIUS_METERS + drift
        ? new TruckHalt(place, since, fix.time(), phoneSlept || isSilentUntil(fix))
        : startAt(fix);
  }

  /** This halt as it ended with a fix elsewhere. */
  TruckHalt endedBy(Fix fix) {
    return new TruckHalt(place, since, fix.time(), phoneSlept || sleepsUntil(fix));
  }

  /** Whether the phone was silent until this fix, and the truck too slow to have driven on. */
  boolean sleepsUntil(Fix fix) {
    double intervals =
        (double) Duration.between(until, fix.time()).toMillis() / MAX_INTERVAL_AWAKE.toMillis();
    return isSilentUntil(fix) && metersTo(fix) <= intervals * MAX_METERS_ASLEEP;
  }

  boolean isParked() {
    return lasts(PARKED_AFTER);
  }

  boolean lasts(Duration minimum) {
    return !until.isBefore(since.plus(minimum));
  }

  double metersTo(Fix fix) {
    return place.metersTo(fix.coordinates());
  }

  private boolean isSilentUntil(Fix fix) {
    return fix.time().isAfter(until.plus(MAX_INTERVAL_AWAKE));
  }
}

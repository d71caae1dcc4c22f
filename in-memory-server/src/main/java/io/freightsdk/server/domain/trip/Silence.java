package io.freightsdk.server.domain.trip;

import io.freightsdk.server.geo.Fix;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time without fixes: the only time in which a truck can visit a stop unseen.
 *
 * @param before the kept fix that it began with; null when it began with the creation of the load
 */
record Silence(Instant since, @Nullable Fix before) {
  /** In less time nothing is loaded, even at a dock next door. */
  static final Duration SHORTEST = Duration.ofMinutes(10);

  private static final double METERS_PER_SECOND_AT_75_MPH = 33.528;
  private static final double MILLIS_PER_SECOND = 1_000;

  /**
   * The silence between two kept fixes, or between the creation of a load and its first fix; null
   * when it is too short for anything, or the load's creation is not known.
   */
  static @Nullable Silence between(@Nullable Instant createdAt, @Nullable Fix before, Fix fix) {
    Instant since = before == null ? createdAt : before.time();
    boolean tooShort = since == null || fix.time().isBefore(since.plus(SHORTEST));
    return since == null || tooShort ? null : new Silence(since, before);
  }

  /**
   * Whether there was time to drive to a fence, and on to where {@code after} was measured, at 75
   * mph on straight roads. A stop without a fence may be anywhere.
   */
  boolean allowsVisit(@Nullable Fence fence, Fix after) {
    if (fence == null) return true;
    double meters = metersTo(fence, after) + (before == null ? 0 : metersTo(fence, before));
    double seconds = Duration.between(since, after.time()).toMillis() / MILLIS_PER_SECOND;
    return meters <= seconds * METERS_PER_SECOND_AT_75_MPH;
  }

  /** How far a truck at least was from the edge of a fence, by what its phone claims. */
  private static double metersTo(Fence fence, Fix fix) {
    double uncertain = fix.accuracyMeters() == null ? 0 : fix.accuracyMeters();
    return Math.max(0, fence.metersTo(fix.at()) - fence.radiusMeters() - uncertain);
  }
}

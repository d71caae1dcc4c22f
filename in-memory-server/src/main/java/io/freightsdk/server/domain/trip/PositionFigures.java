package io.freightsdk.server.domain.trip;

import io.freightsdk.server.domain.track.Track;
import io.freightsdk.server.domain.trip.Visits.StopVisit;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The computed figures of a {@code LoadPosition}. Minutes are rounded to the nearest, half up.
 *
 * @param distanceMiles length of the whole track, one decimal; null with fewer than two fixes
 * @param onTime delivered at most 15 minutes after the window of the last stop; null without a
 *     window end or before delivery
 * @param delayMinutes delivery minus the window's end, negative when early; null as {@code onTime}
 * @param pickupDwellMinutes stay at the first pickup; null until departed, and when it was missed
 * @param deliveryDwellMinutes stay at the last delivery; null until departed
 * @param pingCount number of fixes kept
 */
public record PositionFigures(
    @Nullable Double distanceMiles,
    @Nullable Boolean onTime,
    @Nullable Integer delayMinutes,
    @Nullable Integer pickupDwellMinutes,
    @Nullable Integer deliveryDwellMinutes,
    int pingCount) {
  /** Minutes after the window within which a delivery is still on time. */
  private static final int GRACE_MINUTES = 15;

  private static final double MILLIS_PER_MINUTE = 60_000;

  public static PositionFigures of(Progress progress, Track track) {
    Punctuality delivered = Punctuality.of(progress, progress.deliveredAt());
    return new PositionFigures(
        oneDecimal(track.distanceMiles()),
        delivered == null ? null : delivered.onTime(),
        delivered == null ? null : delivered.delayMinutes(),
        dwell(progress.visits().firstStop()),
        dwell(progress.visits().lastStop()),
        track.size());
  }

  /**
   * The punctuality of a delivery by the window of the last stop.
   *
   * @param delayMinutes after the window's end, negative before it
   */
  public record Punctuality(boolean onTime, int delayMinutes) {
    /** Null without a time, or without a window end. */
    public static @Nullable Punctuality of(Progress progress, @Nullable Instant delivery) {
      Integer delay = minutes(progress.plan().lastStop().windowTo(), delivery);
      return delay == null ? null : new Punctuality(delay <= GRACE_MINUTES, delay);
    }
  }

  private static @Nullable Integer dwell(StopVisit stop) {
    return minutes(stop.arrivedAt(), stop.departedAt());
  }

  private static @Nullable Integer minutes(@Nullable Instant from, @Nullable Instant to) {
    if (from == null || to == null) return null;
    double minutes = Duration.between(from, to).toMillis() / MILLIS_PER_MINUTE;
    // A window in the year 9999 is early by more minutes than the field holds.
    return (int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, Math.round(minutes)));
  }

  /** A figure rounded as in the API; null for none. */
  public static @Nullable Double oneDecimal(@Nullable Double value) {
    return value == null ? null : Double.valueOf(oneDecimal(value.doubleValue()));
  }

  /** A figure rounded as in the API. */
  public static double oneDecimal(double value) {
    return Math.round(value * 10) / 10.0;
  }
}

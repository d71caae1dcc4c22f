package io.freightsdk.model.internal;

import io.freightsdk.model.Eta;
import io.freightsdk.model.GpsPoint;
import io.freightsdk.model.LoadPosition;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.PositionStop;
import io.freightsdk.model.StopInput;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The methods of records that {@code x-derived} names and explains in the API description. */
public final class Derived {
  private Derived() {}

  public static @Nullable GpsPoint latestFix(LoadPosition position) {
    List<GpsPoint> track = position.gpsTrack();
    return track.isEmpty() ? null : track.get(track.size() - 1);
  }

  public static @Nullable PositionStop nextStop(LoadPosition position) {
    LoadStatus status = position.status();
    if (status.equals(LoadStatus.DELIVERED) || status.equals(LoadStatus.CANCELLED)) return null;
    int reached = reached(position);
    // A load leaves this status with its first arrival, whose time was then not readable.
    boolean isUnknown = reached < 0 && !status.equals(LoadStatus.PLANNED);
    int next = reached + 1;
    return isUnknown || next == position.stops().size() ? null : position.stops().get(next);
  }

  public static @Nullable Instant nextStopEta(LoadPosition position) {
    Eta eta = position.eta();
    // Without a fix, or at a stop that the truck may leave at any time, it would be a guess.
    boolean isGuess = position.gpsTrack().isEmpty() || isAtStop(position);
    return eta == null || isGuess || nextStop(position) == null ? null : eta.nextStopEta();
  }

  public static @Nullable ZoneId zone(PositionStop stop) {
    return TimeZones.of(stop.state(), null, null, null);
  }

  public static @Nullable ZoneId zone(StopInput stop) {
    return TimeZones.of(stop.state(), stop.zip(), stop.lat(), stop.lng());
  }

  private static boolean isAtStop(LoadPosition position) {
    int reached = reached(position);
    return reached >= 0 && position.stops().get(reached).departedAt() == null;
  }

  /**
   * Index of the last stop that was reached; -1 before the first. Stops before it that were not
   * reached were passed by.
   */
  private static int reached(LoadPosition position) {
    List<PositionStop> stops = position.stops();
    int last = stops.size() - 1;
    while (last >= 0
        && stops.get(last).arrivedAt() == null
        && stops.get(last).departedAt() == null) {
      last--;
    }
    return last;
  }
}

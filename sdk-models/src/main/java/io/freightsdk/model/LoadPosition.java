// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Derived;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Status, stops, track and ETA of a load at one moment.
 *
 * @param loadNumber Number of the load.
 * @param pingpointLoadId Identifier of the load in the tracking system. Null when absent.
 * @param status The current status of the load.
 * @param createdAt When the load was created. Null when absent.
 * @param deliveredAt When the load was delivered; null until then.
 * @param distanceMiles Great-circle miles along the whole track, not only the points returned;
 * null until there are two fixes.
 * @param onTime Whether the load was delivered at most 15 minutes after the end of its delivery
 * window; null until delivered or without a window.
 * @param delayMinutes Minutes from the end of the delivery window to delivery, negative when
 * early; null when {@code onTime} is null.
 * @param pickupDwellMinutes Minutes spent at the first pickup; null until departed.
 * @param deliveryDwellMinutes Minutes spent at the last delivery; null until departed.
 * @param stops The stops in order, pickups first. Empty when absent.
 * @param gpsTrack The 500 most recent fixes, oldest first. Empty when absent.
 * @param pingCount Number of all fixes of the load. Null when absent.
 * @param eta The estimated arrival (ETA), or the reason why there is none. Null when absent.
 */
@Jackson.ApiObject
public record LoadPosition(
    @Jackson.NonNull String loadNumber,
    @Nullable String pingpointLoadId,
    @Jackson.NonNull LoadStatus status,
    @Jackson.AsText @Nullable Instant createdAt,
    @Jackson.WrittenAsNull @Jackson.AsText @Nullable Instant deliveredAt,
    @Jackson.WrittenAsNull @Nullable Double distanceMiles,
    @Jackson.WrittenAsNull @Nullable Boolean onTime,
    @Jackson.WrittenAsNull @Nullable Integer delayMinutes,
    @Jackson.WrittenAsNull @Nullable Integer pickupDwellMinutes,
    @Jackson.WrittenAsNull @Nullable Integer deliveryDwellMinutes,
    @Jackson.EmptyWhenAbsent List<PositionStop> stops,
    @Jackson.EmptyWhenAbsent List<GpsPoint> gpsTrack,
    @Nullable Integer pingCount,
    @Nullable Eta eta) {

  public LoadPosition {
    Objects.requireNonNull(loadNumber, "loadNumber");
    Objects.requireNonNull(status, "status");
    Members.requireFinite("distanceMiles", distanceMiles);
    stops = Members.copyList("stops", stops);
    gpsTrack = Members.copyList("gpsTrack", gpsTrack);
  }

  /**
   * The newest position of the truck: the last fix of {@code gpsTrack}, with its place and
   * time. Null before the first fix.
   */
  public @Nullable GpsPoint latestFix() {
    return Derived.latestFix(this);
  }

  /**
   * The next stop of the truck: the first stop that it has neither reached nor passed by. While
   * the truck is at a stop, the stop after it. Null after the last stop, and once the load is
   * delivered or cancelled. Also null if no stop has a time and {@code status} is not {@code
   * PLANNED}: then it is not known which stops the truck has left.
   */
  public @Nullable PositionStop nextStop() {
    return Derived.nextStop(this);
  }

  /**
   * When the truck should reach its {@code nextStop}. Null without one, while the truck is at a
   * stop, before the first fix, and when {@code eta} has no {@code nextStopEta}, because its
   * fields are not published.
   */
  public @Nullable Instant nextStopEta() {
    return Derived.nextStopEta(this);
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link LoadPosition}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String loadNumber;
    private @Nullable String pingpointLoadId;
    private @Nullable LoadStatus status;
    private @Nullable Instant createdAt;
    private @Nullable Instant deliveredAt;
    private @Nullable Double distanceMiles;
    private @Nullable Boolean onTime;
    private @Nullable Integer delayMinutes;
    private @Nullable Integer pickupDwellMinutes;
    private @Nullable Integer deliveryDwellMinutes;
    private List<PositionStop> stops = new ArrayList<>();
    private List<GpsPoint> gpsTrack = new ArrayList<>();
    private @Nullable Integer pingCount;
    private @Nullable Eta eta;

    private Builder() {}

    private Builder(LoadPosition from) {
      loadNumber = from.loadNumber;
      pingpointLoadId = from.pingpointLoadId;
      status = from.status;
      createdAt = from.createdAt;
      deliveredAt = from.deliveredAt;
      distanceMiles = from.distanceMiles;
      onTime = from.onTime;
      delayMinutes = from.delayMinutes;
      pickupDwellMinutes = from.pickupDwellMinutes;
      deliveryDwellMinutes = from.deliveryDwellMinutes;
      stops = new ArrayList<>(from.stops);
      gpsTrack = new ArrayList<>(from.gpsTrack);
      pingCount = from.pingCount;
      eta = from.eta;
    }

    /** Number of the load. */
    public Builder loadNumber(String loadNumber) {
      this.loadNumber = Objects.requireNonNull(loadNumber, "loadNumber");
      return this;
    }

    /** Identifier of the load in the tracking system. */
    public Builder pingpointLoadId(@Nullable String pingpointLoadId) {
      this.pingpointLoadId = pingpointLoadId;
      return this;
    }

    /** The current status of the load. */
    public Builder status(LoadStatus status) {
      this.status = Objects.requireNonNull(status, "status");
      return this;
    }

    /** When the load was created. */
    public Builder createdAt(@Nullable Instant createdAt) {
      this.createdAt = createdAt;
      return this;
    }

    /** When the load was delivered; null until then. */
    public Builder deliveredAt(@Nullable Instant deliveredAt) {
      this.deliveredAt = deliveredAt;
      return this;
    }

    /**
     * Great-circle miles along the whole track, not only the points returned; null until there
     * are two fixes.
     */
    public Builder distanceMiles(@Nullable Double distanceMiles) {
      this.distanceMiles = distanceMiles;
      return this;
    }

    /**
     * Great-circle miles along the whole track, not only the points returned; null until there
     * are two fixes.
     */
    public Builder distanceMiles(double distanceMiles) {
      this.distanceMiles = distanceMiles;
      return this;
    }

    /**
     * Whether the load was delivered at most 15 minutes after the end of its delivery window;
     * null until delivered or without a window.
     */
    public Builder onTime(@Nullable Boolean onTime) {
      this.onTime = onTime;
      return this;
    }

    /**
     * Minutes from the end of the delivery window to delivery, negative when early; null when
     * {@code onTime} is null.
     */
    public Builder delayMinutes(@Nullable Integer delayMinutes) {
      this.delayMinutes = delayMinutes;
      return this;
    }

    /** Minutes spent at the first pickup; null until departed. */
    public Builder pickupDwellMinutes(@Nullable Integer pickupDwellMinutes) {
      this.pickupDwellMinutes = pickupDwellMinutes;
      return this;
    }

    /** Minutes spent at the last delivery; null until departed. */
    public Builder deliveryDwellMinutes(@Nullable Integer deliveryDwellMinutes) {
      this.deliveryDwellMinutes = deliveryDwellMinutes;
      return this;
    }

    /** The stops in order, pickups first. */
    public Builder stops(List<PositionStop> stops) {
      this.stops = new ArrayList<>(Members.copyList("stops", stops));
      return this;
    }

    /** The stops in order, pickups first. */
    public Builder stops(PositionStop... stops) {
      return stops(Arrays.asList(Objects.requireNonNull(stops, "stops")));
    }

    /** Adds one item to {@code stops}. */
    public Builder addStop(PositionStop item) {
      stops.add(Objects.requireNonNull(item, "item"));
      return this;
    }

    /** The 500 most recent fixes, oldest first. */
    public Builder gpsTrack(List<GpsPoint> gpsTrack) {
      this.gpsTrack = new ArrayList<>(Members.copyList("gpsTrack", gpsTrack));
      return this;
    }

    /** The 500 most recent fixes, oldest first. */
    public Builder gpsTrack(GpsPoint... gpsTrack) {
      return gpsTrack(Arrays.asList(Objects.requireNonNull(gpsTrack, "gpsTrack")));
    }

    /** Adds one item to {@code gpsTrack}. */
    public Builder addGpsTrack(GpsPoint item) {
      gpsTrack.add(Objects.requireNonNull(item, "item"));
      return this;
    }

    /** Number of all fixes of the load. */
    public Builder pingCount(@Nullable Integer pingCount) {
      this.pingCount = pingCount;
      return this;
    }

    /** The estimated arrival (ETA), or the reason why there is none. */
    public Builder eta(@Nullable Eta eta) {
      this.eta = eta;
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public LoadPosition build() {
      if (loadNumber == null || status == null) {
        throw Members.missing(
            "LoadPosition",
            "loadNumber",
            loadNumber,
            "status",
            status);
      }
      return new LoadPosition(
          loadNumber,
          pingpointLoadId,
          status,
          createdAt,
          deliveredAt,
          distanceMiles,
          onTime,
          delayMinutes,
          pickupDwellMinutes,
          deliveryDwellMinutes,
          stops,
          gpsTrack,
          pingCount,
          eta);
    }
  }
}

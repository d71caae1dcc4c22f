// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Derived;
import io.freightsdk.model.internal.Jackson;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A stop of a load, with the times when the driver entered and left its geofence.
 *
 * @param type Pickup or delivery. Null when absent.
 * @param sequence Number of the stop within the load, from 1. Null when absent.
 * @param city City name. Null when absent.
 * @param state Two-letter US state code. Null when absent.
 * @param windowFrom Start of the planned time window; null when none was given.
 * @param windowTo End of the planned time window; null when none was given.
 * @param arrivedAt When the driver entered the geofence of the stop; null until then. This is
 * not the arrival at the dock. The radius of a geofence is not published. If you bill waiting
 * time from this time, you also bill the drive from the geofence to the dock.
 * @param departedAt When the driver left the same geofence; null until then.
 */
@Jackson.ApiObject
public record PositionStop(
    @Nullable StopType type,
    @Nullable Integer sequence,
    @Nullable String city,
    @Nullable String state,
    @Jackson.WrittenAsNull @Jackson.AsText @Nullable Instant windowFrom,
    @Jackson.WrittenAsNull @Jackson.AsText @Nullable Instant windowTo,
    @Jackson.WrittenAsNull @Jackson.AsText @Nullable Instant arrivedAt,
    @Jackson.WrittenAsNull @Jackson.AsText @Nullable Instant departedAt) {

  /**
   * The time zone of the stop, by its {@code state}: the service sends no coordinates or ZIP
   * codes of stops. Null for a state outside the US, and for states with two time zones: AZ,
   * FL, ID, IN, KS, KY, MI, ND, NE, OR, SD, TN and TX. For these, use the {@code zone} of the
   * stop that you sent. West Wendover (Nevada) and the western Aleutian Islands (Alaska) get
   * the zone of the rest of their state.
   */
  public @Nullable ZoneId zone() {
    return Derived.zone(this);
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link PositionStop}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable StopType type;
    private @Nullable Integer sequence;
    private @Nullable String city;
    private @Nullable String state;
    private @Nullable Instant windowFrom;
    private @Nullable Instant windowTo;
    private @Nullable Instant arrivedAt;
    private @Nullable Instant departedAt;

    private Builder() {}

    private Builder(PositionStop from) {
      type = from.type;
      sequence = from.sequence;
      city = from.city;
      state = from.state;
      windowFrom = from.windowFrom;
      windowTo = from.windowTo;
      arrivedAt = from.arrivedAt;
      departedAt = from.departedAt;
    }

    /** Pickup or delivery. */
    public Builder type(@Nullable StopType type) {
      this.type = type;
      return this;
    }

    /** Number of the stop within the load, from 1. */
    public Builder sequence(@Nullable Integer sequence) {
      this.sequence = sequence;
      return this;
    }

    /** City name. */
    public Builder city(@Nullable String city) {
      this.city = city;
      return this;
    }

    /** Two-letter US state code. */
    public Builder state(@Nullable String state) {
      this.state = state;
      return this;
    }

    /** Start of the planned time window; null when none was given. */
    public Builder windowFrom(@Nullable Instant windowFrom) {
      this.windowFrom = windowFrom;
      return this;
    }

    /** End of the planned time window; null when none was given. */
    public Builder windowTo(@Nullable Instant windowTo) {
      this.windowTo = windowTo;
      return this;
    }

    /**
     * When the driver entered the geofence of the stop; null until then. This is not the
     * arrival at the dock. The radius of a geofence is not published. If you bill waiting time
     * from this time, you also bill the drive from the geofence to the dock.
     */
    public Builder arrivedAt(@Nullable Instant arrivedAt) {
      this.arrivedAt = arrivedAt;
      return this;
    }

    /** When the driver left the same geofence; null until then. */
    public Builder departedAt(@Nullable Instant departedAt) {
      this.departedAt = departedAt;
      return this;
    }

    /** Builds the record. */
    public PositionStop build() {
      return new PositionStop(
          type,
          sequence,
          city,
          state,
          windowFrom,
          windowTo,
          arrivedAt,
          departedAt);
    }
  }
}

// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One fix of a load's GPS track.
 *
 * @param lat Latitude in degrees. Null when absent.
 * @param lng Longitude in degrees. Null when absent.
 * @param speed Ground speed in miles per hour with one decimal; null when the fix has none.
 * @param heading Course in degrees from 0 to 359 where 0 is north; null when unknown.
 * @param ts When the driver's phone measured the fix. Null when absent.
 */
@Jackson.ApiObject
public record GpsPoint(
    @Nullable Double lat,
    @Nullable Double lng,
    @Jackson.WrittenAsNull @Nullable Double speed,
    @Jackson.WrittenAsNull @Nullable Double heading,
    @Jackson.AsText @Nullable Instant ts) {

  public GpsPoint {
    Members.requireFinite("lat", lat);
    Members.requireFinite("lng", lng);
    Members.requireFinite("speed", speed);
    Members.requireFinite("heading", heading);
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Builds a {@link GpsPoint}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable Double lat;
    private @Nullable Double lng;
    private @Nullable Double speed;
    private @Nullable Double heading;
    private @Nullable Instant ts;

    private Builder() {}

    private Builder(GpsPoint from) {
      lat = from.lat;
      lng = from.lng;
      speed = from.speed;
      heading = from.heading;
      ts = from.ts;
    }

    /** Latitude in degrees. */
    public Builder lat(@Nullable Double lat) {
      this.lat = lat;
      return this;
    }

    /** Latitude in degrees. */
    public Builder lat(double lat) {
      this.lat = lat;
      return this;
    }

    /** Longitude in degrees. */
    public Builder lng(@Nullable Double lng) {
      this.lng = lng;
      return this;
    }

    /** Longitude in degrees. */
    public Builder lng(double lng) {
      this.lng = lng;
      return this;
    }

    /** Ground speed in miles per hour with one decimal; null when the fix has none. */
    public Builder speed(@Nullable Double speed) {
      this.speed = speed;
      return this;
    }

    /** Ground speed in miles per hour with one decimal; null when the fix has none. */
    public Builder speed(double speed) {
      this.speed = speed;
      return this;
    }

    /** Course in degrees from 0 to 359 where 0 is north; null when unknown. */
    public Builder heading(@Nullable Double heading) {
      this.heading = heading;
      return this;
    }

    /** Course in degrees from 0 to 359 where 0 is north; null when unknown. */
    public Builder heading(double heading) {
      this.heading = heading;
      return this;
    }

    /** When the driver's phone measured the fix. */
    public Builder ts(@Nullable Instant ts) {
      this.ts = ts;
      return this;
    }

    /** Builds the record. */
    public GpsPoint build() {
      return new GpsPoint(
          lat,
          lng,
          speed,
          heading,
          ts);
    }
  }
}

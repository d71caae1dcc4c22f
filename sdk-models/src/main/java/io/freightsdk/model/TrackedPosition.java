// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The last known location of a load. Its members are not published.
 *
 * @param loadNumber Number of the load.
 * @param lat Latitude in degrees; null before the first fix.
 * @param lng Longitude in degrees; null before the first fix.
 * @param timestamp When the fix was measured; null before the first fix.
 * @param status The current status of the load.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record TrackedPosition(
    @Jackson.NonNull String loadNumber,
    @Jackson.WrittenAsNull @Nullable Double lat,
    @Jackson.WrittenAsNull @Nullable Double lng,
    @Jackson.WrittenAsNull @Jackson.AsText @Nullable Instant timestamp,
    @Jackson.NonNull LoadStatus status,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public TrackedPosition {
    Objects.requireNonNull(loadNumber, "loadNumber");
    Members.requireFinite("lat", lat);
    Members.requireFinite("lng", lng);
    Objects.requireNonNull(status, "status");
    additionalProperties = OpenFields.copy(
        additionalProperties,
        "loadNumber",
        "lat",
        "lng",
        "timestamp",
        "status");
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Returns all members, with secrets masked, and only the names of additional fields. */
  @Override
  public String toString() {
    return
        "TrackedPosition[loadNumber=" +
        loadNumber +
        ", lat=" +
        lat +
        ", lng=" +
        lng +
        ", timestamp=" +
        timestamp +
        ", status=" +
        status +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link TrackedPosition}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String loadNumber;
    private @Nullable Double lat;
    private @Nullable Double lng;
    private @Nullable Instant timestamp;
    private @Nullable LoadStatus status;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(TrackedPosition from) {
      loadNumber = from.loadNumber;
      lat = from.lat;
      lng = from.lng;
      timestamp = from.timestamp;
      status = from.status;
      additionalProperties.putAll(from.additionalProperties);
    }

    /** Number of the load. */
    public Builder loadNumber(String loadNumber) {
      this.loadNumber = Objects.requireNonNull(loadNumber, "loadNumber");
      return this;
    }

    /** Latitude in degrees; null before the first fix. */
    public Builder lat(@Nullable Double lat) {
      this.lat = lat;
      return this;
    }

    /** Latitude in degrees; null before the first fix. */
    public Builder lat(double lat) {
      this.lat = lat;
      return this;
    }

    /** Longitude in degrees; null before the first fix. */
    public Builder lng(@Nullable Double lng) {
      this.lng = lng;
      return this;
    }

    /** Longitude in degrees; null before the first fix. */
    public Builder lng(double lng) {
      this.lng = lng;
      return this;
    }

    /** When the fix was measured; null before the first fix. */
    public Builder timestamp(@Nullable Instant timestamp) {
      this.timestamp = timestamp;
      return this;
    }

    /** The current status of the load. */
    public Builder status(LoadStatus status) {
      this.status = Objects.requireNonNull(status, "status");
      return this;
    }

    /** Replaces all additional fields. */
    public Builder additionalProperties(Map<String, ? extends @Nullable Object> fields) {
      Objects.requireNonNull(fields, "fields");
      additionalProperties.clear();
      additionalProperties.putAll(fields);
      return this;
    }

    /**
     * Adds a field that this record does not name. The value is null, a boolean, a number, a
     * string, or a list or map of such values.
     */
    public Builder put(String name, @Nullable Object value) {
      OpenFields.requireNotMember(
          name,
          "loadNumber",
          "lat",
          "lng",
          "timestamp",
          "status");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public TrackedPosition build() {
      if (loadNumber == null || status == null) {
        throw Members.missing(
            "TrackedPosition",
            "loadNumber",
            loadNumber,
            "status",
            status);
      }
      return new TrackedPosition(
          loadNumber,
          lat,
          lng,
          timestamp,
          status,
          additionalProperties);
    }
  }
}

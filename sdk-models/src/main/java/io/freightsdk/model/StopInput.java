// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Derived;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.Members;
import io.freightsdk.model.internal.OpenFields;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A pickup or delivery stop to plan.
 *
 * @param address Street address.
 * @param city City name.
 * @param state Two-letter US state code. Whether lowercase letters and codes of territories are
 * accepted is not published.
 * @param zip ZIP code. Its form is not published.
 * @param facilityName Name of the stop for the driver. When absent, the driver sees the street
 * address. Null when absent.
 * @param date Planned start of the stop's time window. Null when absent.
 * @param lat Latitude in degrees, used only together with {@code lng}. Null when absent.
 * @param lng Longitude in degrees, used only together with {@code lat}. Null when absent.
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record StopInput(
    @Jackson.NonNull String address,
    @Jackson.NonNull String city,
    @Jackson.NonNull String state,
    @Jackson.NonNull String zip,
    @Nullable String facilityName,
    @Jackson.AsText @Nullable Instant date,
    @Nullable Double lat,
    @Nullable Double lng,
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public StopInput {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(city, "city");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(zip, "zip");
    Members.requireFinite("lat", lat);
    Members.requireFinite("lng", lng);
    Members.requireBoth("lat", lat, "lng", lng);
    Members.requireBoth("lng", lng, "lat", lat);
    additionalProperties = OpenFields.copy(
        additionalProperties,
        "address",
        "city",
        "state",
        "zip",
        "facilityName",
        "date",
        "lat",
        "lng");
  }

  /**
   * The time zone of the stop: by {@code lat} and {@code lng}, otherwise by the first three
   * digits of {@code zip}, otherwise by {@code state}. Null for a state outside the US, and
   * without coordinates also near the border of two zones. Borders are approximate: within 11
   * miles of a border, the zone can be the zone beyond it.
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

  /** Returns all members, with secrets masked, and only the names of additional fields. */
  @Override
  public String toString() {
    return
        "StopInput[address=" +
        address +
        ", city=" +
        city +
        ", state=" +
        state +
        ", zip=" +
        zip +
        ", facilityName=" +
        facilityName +
        ", date=" +
        date +
        ", lat=" +
        lat +
        ", lng=" +
        lng +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link StopInput}. Not safe for concurrent use. */
  public static final class Builder {
    private @Nullable String address;
    private @Nullable String city;
    private @Nullable String state;
    private @Nullable String zip;
    private @Nullable String facilityName;
    private @Nullable Instant date;
    private @Nullable Double lat;
    private @Nullable Double lng;
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(StopInput from) {
      address = from.address;
      city = from.city;
      state = from.state;
      zip = from.zip;
      facilityName = from.facilityName;
      date = from.date;
      lat = from.lat;
      lng = from.lng;
      additionalProperties.putAll(from.additionalProperties);
    }

    /** Street address. */
    public Builder address(String address) {
      this.address = Objects.requireNonNull(address, "address");
      return this;
    }

    /** City name. */
    public Builder city(String city) {
      this.city = Objects.requireNonNull(city, "city");
      return this;
    }

    /**
     * Two-letter US state code. Whether lowercase letters and codes of territories are accepted
     * is not published.
     */
    public Builder state(String state) {
      this.state = Objects.requireNonNull(state, "state");
      return this;
    }

    /** ZIP code. Its form is not published. */
    public Builder zip(String zip) {
      this.zip = Objects.requireNonNull(zip, "zip");
      return this;
    }

    /** Name of the stop for the driver. When absent, the driver sees the street address. */
    public Builder facilityName(@Nullable String facilityName) {
      this.facilityName = facilityName;
      return this;
    }

    /** Planned start of the stop's time window. */
    public Builder date(@Nullable Instant date) {
      this.date = date;
      return this;
    }

    /** Latitude in degrees, used only together with {@code lng}. */
    public Builder lat(@Nullable Double lat) {
      this.lat = lat;
      return this;
    }

    /** Latitude in degrees, used only together with {@code lng}. */
    public Builder lat(double lat) {
      this.lat = lat;
      return this;
    }

    /** Longitude in degrees, used only together with {@code lat}. */
    public Builder lng(@Nullable Double lng) {
      this.lng = lng;
      return this;
    }

    /** Longitude in degrees, used only together with {@code lat}. */
    public Builder lng(double lng) {
      this.lng = lng;
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
          "address",
          "city",
          "state",
          "zip",
          "facilityName",
          "date",
          "lat",
          "lng");
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. Throws IllegalStateException with the names of missing members. */
    public StopInput build() {
      if (
          address == null ||
          city == null ||
          state == null ||
          zip == null) {
        throw Members.missing(
            "StopInput",
            "address",
            address,
            "city",
            city,
            "state",
            state,
            "zip",
            zip);
      }
      return new StopInput(
          address,
          city,
          state,
          zip,
          facilityName,
          date,
          lat,
          lng,
          additionalProperties);
    }
  }
}

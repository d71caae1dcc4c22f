// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.freightsdk.model.internal.Jackson;
import io.freightsdk.model.internal.OpenFields;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The estimated arrival of a load, or with too little data only a {@code reason} why there is
 * no estimate. Its fields are not published. The fields named here are a guess: each may be
 * absent or have another name, and is then null. All fields that arrive are kept exactly as
 * received.
 *
 * @param additionalProperties All other fields, exactly as received: whole numbers are
 * BigInteger, others BigDecimal.
 */
@Jackson.ApiObject
public record Eta(
    @JsonAnyGetter @JsonAnySetter Map<String, @Nullable Object> additionalProperties) {

  public Eta {
    additionalProperties = OpenFields.copy(additionalProperties);
  }

  /**
   * The {@code sequence} of the next stop. Null when absent or of another type; the service
   * does not publish what an ETA contains.
   */
  public @Nullable Integer nextStopSequence() {
    return OpenFields.integer(additionalProperties, "nextStopSequence");
  }

  /**
   * When the truck should reach its next stop. Null when absent or of another type; the service
   * does not publish what an ETA contains.
   */
  public @Nullable Instant nextStopEta() {
    return OpenFields.instant(additionalProperties, "nextStopEta");
  }

  /**
   * When the truck should reach its last stop. Null when absent or of another type; the service
   * does not publish what an ETA contains.
   */
  public @Nullable Instant etaAt() {
    return OpenFields.instant(additionalProperties, "etaAt");
  }

  /**
   * Remaining miles to the last stop, along the stored route. Null when absent or of another
   * type; the service does not publish what an ETA contains.
   */
  public @Nullable Double remainingMiles() {
    return OpenFields.number(additionalProperties, "remainingMiles");
  }

  /**
   * Remaining minutes to the last stop. Null when absent or of another type; the service does
   * not publish what an ETA contains.
   */
  public @Nullable Integer remainingMinutes() {
    return OpenFields.integer(additionalProperties, "remainingMinutes");
  }

  /**
   * Average speed that the estimate assumes, in miles per hour. Null when absent or of another
   * type; the service does not publish what an ETA contains.
   */
  public @Nullable Double speedMph() {
    return OpenFields.number(additionalProperties, "speedMph");
  }

  /**
   * Basis of the estimate, such as {@code route}. Null when absent or of another type; the
   * service does not publish what an ETA contains.
   */
  public @Nullable String basis() {
    return OpenFields.string(additionalProperties, "basis");
  }

  /**
   * Whether the latest fix is too old to trust the estimate. Null when absent or of another
   * type; the service does not publish what an ETA contains.
   */
  public @Nullable Boolean stale() {
    return OpenFields.bool(additionalProperties, "stale");
  }

  /**
   * Why there is no estimate, such as {@code no_position} before the first fix. Null when
   * absent or of another type; the service does not publish what an ETA contains.
   */
  public @Nullable String reason() {
    return OpenFields.string(additionalProperties, "reason");
  }

  /** Returns an empty builder. */
  public static Builder builder() {
    return new Builder();
  }

  /** Returns a builder with the members of this record. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Returns the values of the fields that this record names, and only the names of additional fields. */
  @Override
  public String toString() {
    return
        "Eta[nextStopSequence=" +
        nextStopSequence() +
        ", nextStopEta=" +
        nextStopEta() +
        ", etaAt=" +
        etaAt() +
        ", remainingMiles=" +
        remainingMiles() +
        ", remainingMinutes=" +
        remainingMinutes() +
        ", speedMph=" +
        speedMph() +
        ", basis=" +
        basis() +
        ", stale=" +
        stale() +
        ", reason=" +
        reason() +
        ", additionalProperties=" +
        additionalProperties.keySet() +
        "]";
  }

  /** Builds a {@link Eta}. Not safe for concurrent use. */
  public static final class Builder {
    private final Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();

    private Builder() {}

    private Builder(Eta from) {
      additionalProperties.putAll(from.additionalProperties);
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
      additionalProperties.put(Objects.requireNonNull(name, "name"), value);
      return this;
    }

    /** Builds the record. */
    public Eta build() {
      return new Eta(additionalProperties);
    }
  }
}
